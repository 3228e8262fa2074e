import { Language } from '@codemirror/language';
import { Parser, type PartialParse } from '@lezer/common';
import type { OutputName } from '../../output/output.ts';
import { languageData } from './template-nodes.ts';
import { readTree } from './template-tree.ts';

/** The language of templates that write this: tags by the engine's own lexer, and around them the format. */
export function templateLanguage(output: OutputName): Language {
  return languages[output];
}

/** Reads a template at once, which takes a few milliseconds for 64 KiB. */
class TemplateReader extends Parser {
  readonly #output: OutputName;

  constructor(output: OutputName) {
    super();
    this.#output = output;
  }

  override createParse(...[input]: Parameters<Parser['createParse']>): PartialParse {
    return {
      parsedPos: 0,
      stoppedAt: null,
      stopAt: () => {},
      advance: () => readTree(input.read(0, input.length), this.#output),
    };
  }
}

function languageOf(output: OutputName): Language {
  return new Language(languageData, new TemplateReader(output), [], 'hookplate');
}

const json = languageOf('json');
const url = languageOf('url');
const text = languageOf('text');
const languages: Readonly<Record<OutputName, Language>> = {
  json,
  'json-lines': json,
  xml: languageOf('xml'),
  url,
  form: url,
  text,
  header: text,
};

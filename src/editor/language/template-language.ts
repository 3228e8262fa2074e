import { Language } from '@codemirror/language';
import { Parser, type PartialParse } from '@lezer/common';
import type { OutputName } from '../../output/output.ts';
import { FormatReader, type Scanned } from './format-reader.ts';
import { scanJson } from './scan-json.ts';
import { scanUrl } from './scan-url.ts';
import { scanXml } from './scan-xml.ts';
import { languageData } from './template-nodes.ts';
import { readTree, type TextReader } from './template-tree.ts';

/** The language of templates that write this: tags by the engine's own lexer, and around them the format. */
export function templateLanguage(output: OutputName): Language {
  return languages[output];
}

/** Reads a template at once, which takes a few milliseconds for 64 KiB. */
class TemplateReader extends Parser {
  readonly #createReader: () => TextReader;

  constructor(createReader: () => TextReader) {
    super();
    this.#createReader = createReader;
  }

  override createParse(...[input]: Parameters<Parser['createParse']>): PartialParse {
    return {
      parsedPos: 0,
      stoppedAt: null,
      stopAt: () => {},
      advance: () => readTree(input.read(0, input.length), this.#createReader()),
    };
  }
}

function languageOf(createReader: () => TextReader): Language {
  return new Language(languageData, new TemplateReader(createReader), [], 'hookplate');
}

function scanNothing(): Scanned<undefined> {
  return { pieces: [], state: undefined };
}

const json = languageOf(() => new FormatReader(scanJson, 'value'));
const url = languageOf(() => new FormatReader(scanUrl, undefined));
const text = languageOf(() => new FormatReader(scanNothing, undefined));
const languages: Readonly<Record<OutputName, Language>> = {
  json,
  'json-lines': json,
  xml: languageOf(() => new FormatReader(scanXml, 'content')),
  url,
  form: url,
  text,
  header: text,
};

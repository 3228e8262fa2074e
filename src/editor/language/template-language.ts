import { jsonLanguage } from '@codemirror/lang-json';
import { xmlLanguage } from '@codemirror/lang-xml';
import { Language } from '@codemirror/language';
import { Parser, type PartialParse, parseMixed } from '@lezer/common';
import type { OutputName } from '../../output/output.ts';
import { languageData } from './template-nodes.ts';
import { type Piece, readTree } from './template-tree.ts';
import { urlPieces } from './url-pieces.ts';

type Surroundings = 'json' | 'xml' | 'url' | 'text';

const surroundingsOf: Readonly<Record<OutputName, Surroundings>> = {
  json: 'json',
  'json-lines': 'json',
  xml: 'xml',
  url: 'url',
  form: 'url',
  text: 'text',
  header: 'text',
};

/** The language of templates that write this: tags by the engine's own lexer, and around them the format. */
export function templateLanguage(output: OutputName): Language {
  return languages[surroundingsOf[output]];
}

/** Reads a template at once, which takes a few milliseconds for 64 KiB, unlike the format around its tags. */
class TemplateReader extends Parser {
  readonly #piecesOf: Parameters<typeof readTree>[1];

  constructor(piecesOf: Parameters<typeof readTree>[1]) {
    super();
    this.#piecesOf = piecesOf;
  }

  override createParse(...[input]: Parameters<Parser['createParse']>): PartialParse {
    return {
      parsedPos: 0,
      stoppedAt: null,
      stopAt: () => {},
      advance: () => readTree(input.read(0, input.length), this.#piecesOf),
    };
  }
}

/** For the parser of the format, tags are holes: what stands before and after one is next to each other. */
class MixedReader extends TemplateReader {
  readonly #wrap: ReturnType<typeof parseMixed>;

  constructor(format: Parser) {
    super(nothing);
    this.#wrap = parseMixed(node =>
      node.type.isTop && node.name === 'Template'
        ? { parser: format, overlay: ({ name }) => name === 'Text' }
        : null,
    );
  }

  override createParse(...given: Parameters<Parser['createParse']>): PartialParse {
    return this.#wrap(super.createParse(...given), ...given);
  }
}

function nothing(): readonly Piece[] {
  return [];
}

function languageOf(parser: Parser): Language {
  return new Language(languageData, parser, [], 'hookplate');
}

const languages: Readonly<Record<Surroundings, Language>> = {
  json: languageOf(new MixedReader(jsonLanguage.parser)),
  xml: languageOf(new MixedReader(xmlLanguage.parser)),
  url: languageOf(new TemplateReader(urlPieces)),
  text: languageOf(new TemplateReader(nothing)),
};

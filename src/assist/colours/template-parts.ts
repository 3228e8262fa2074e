import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import { lex } from '../../../grammar/lex.ts';
import { endOf, startOf } from '../../../grammar/token-range.ts';
import * as tokens from '../../../grammar/tokens.ts';
import type { OutputName } from '../../output/output.ts';
import { FormatReader, type Scanned } from './format-reader.ts';
import type { Piece, PieceName, TemplatePart } from './piece.ts';
import { scanJson } from './scan-json.ts';
import { scanUrl } from './scan-url.ts';
import { scanXml } from './scan-xml.ts';

/** A template that writes this, cut into what has colours, in its order; a few milliseconds for 64 KiB. */
export function templateParts(source: string, output: OutputName): readonly TemplatePart[] {
  const reader = readers[output]();
  const cutting = new Cutting();
  for (const token of lex(source)) {
    const { tokenType } = token;
    if (tokenType === tokens.Text) cutting.addText(token, reader.read(token));
    else {
      if (tokenType.PUSH_MODE === 'tag') cutting.openTag(token);
      cutting.addToken(token);
      reader.pass(token);
      if (tokenType.POP_MODE) cutting.closeTag(endOf(token));
    }
  }
  cutting.closeTag(source.length);
  return cutting.parts;
}

/** Divides the text around tags, in the order of the template. */
interface TextReader {
  readonly read: (token: IToken) => readonly Piece[];
  /** Skips a token that is not text. */
  readonly pass: (token: IToken) => void;
}

const readJson = (): TextReader => new FormatReader(scanJson, 'value');
const readUrl = (): TextReader => new FormatReader(scanUrl, undefined);
const readText = (): TextReader => new FormatReader(scanNothing, undefined);
const readers: Readonly<Record<OutputName, () => TextReader>> = {
  json: readJson,
  'json-lines': readJson,
  xml: () => new FormatReader(scanXml, 'content'),
  url: readUrl,
  form: readUrl,
  text: readText,
  header: readText,
};

function scanNothing(): Scanned<undefined> {
  return { pieces: [], state: undefined };
}

const operators = [
  tokens.Dot,
  tokens.Slash,
  tokens.Semicolon,
  tokens.Comma,
  tokens.EqualTo,
  tokens.NotEqualTo,
  tokens.AtMost,
  tokens.Below,
  tokens.AtLeast,
  tokens.Above,
  tokens.Equals,
  tokens.Not,
  tokens.And,
  tokens.Or,
  tokens.LeftParen,
  tokens.RightParen,
];

/** What is not among them is a mistake. */
const nameOfToken: ReadonlyMap<TokenType, PieceName> = new Map<TokenType, PieceName>([
  ...tokens.keywords.map(type => [type, 'Keyword'] as const),
  ...operators.map(type => [type, 'Operator'] as const),
  [tokens.Dollar, 'Escape'],
  [tokens.CommentOpen, 'Comment'],
  [tokens.CommentText, 'Comment'],
  [tokens.CommentClose, 'Comment'],
  [tokens.Open, 'Delimiter'],
  [tokens.Close, 'Delimiter'],
  [tokens.Name, 'Name'],
  [tokens.In, 'Name'],
  [tokens.FilterIf, 'Name'],
  [tokens.Quoted, 'Constant'],
  [tokens.NumberToken, 'Number'],
]);

class Cutting {
  readonly parts: TemplatePart[] = [];
  #tag: { readonly opener: IToken; readonly pieces: Piece[] } | undefined;
  #hasOptions = false;

  openTag(opener: IToken): void {
    this.closeTag(startOf(opener));
    this.#tag = { opener, pieces: [] };
    this.#hasOptions = false;
  }

  closeTag(end: number): void {
    if (this.#tag) {
      const { opener, pieces } = this.#tag;
      this.parts.push({ name: 'Tag', start: startOf(opener), end, pieces });
    }
    this.#tag = undefined;
  }

  addText(token: IToken, pieces: readonly Piece[]): void {
    this.parts.push({ name: 'Text', start: startOf(token), end: endOf(token), pieces });
  }

  addToken(token: IToken): void {
    const [start, end] = [startOf(token), endOf(token)];
    if (end === start) return;
    const piece = { name: this.#nameOf(token), start, end };
    if (this.#tag) this.#tag.pieces.push(piece);
    else if (piece.name === 'Keyword') this.parts.push({ name: 'Tag', start, end, pieces: [piece] });
    else this.parts.push(piece);
  }

  /** Two words have a meaning in the tag of a list alone; after a semicolon, names are those of options. */
  #nameOf({ tokenType }: IToken): PieceName {
    if (tokenType === tokens.Semicolon) this.#hasOptions = true;
    const isWord = tokenType === tokens.In || tokenType === tokens.FilterIf;
    if (isWord && this.#tag && tokenMatcher(this.#tag.opener, tokens.For)) return 'Keyword';
    const name = nameOfToken.get(tokenType) ?? 'Invalid';
    return name === 'Name' && this.#hasOptions ? 'OptionName' : name;
  }
}

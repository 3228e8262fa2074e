import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import * as tokens from '../../grammar/lexer.ts';
import { endOf, lex, startOf } from '../../grammar/lexer.ts';
import type { OutputName } from '../output/output.ts';

/**
 * Divides a template with this output into coloured parts, in order; takes a few milliseconds for 64 KiB.
 *
 * @param read Its tokens, for those who have them.
 */
export function templateParts(
  source: string,
  output: OutputName,
  read?: readonly IToken[],
): readonly TemplatePart[] {
  const bounds = { wanted: source.length, margin: 0, isWhole: true };
  return readStretch(source, formatReader(output), bounds, read)?.parts ?? [];
}

/** What is known where a stretch of a template begins, between two of its parts. */
export function formatReader(output: OutputName): TextReader {
  return readers[output]();
}

interface Bounds {
  /** The stretch ends at the first place from here on at which another can begin. */
  readonly wanted: number;
  /** So much of the text has to follow the end, since it may change how what is before it is read. */
  readonly margin: number;
  /** Whether the text is all that there is, so that nothing need follow. */
  readonly isWhole: boolean;
  /** A place at which the stretch ends if another can begin there. */
  readonly meeting?: number | undefined;
}

/** A stretch of a template; offsets refer to the text that it was read from. */
interface Stretch {
  readonly parts: readonly TemplatePart[];
  readonly end: number;
  /** What is known there. */
  readonly reader: TextReader;
}

/**
 * Divides the beginning of a text, which begins between two parts of a template. A stretch ends between two parts, or after a line
 * end between tags. Undefined if there is no such place within the bounds.
 */
export function readStretch(
  text: string,
  from: TextReader,
  bounds: Bounds,
  read: readonly IToken[] = lex(text),
): Stretch | undefined {
  const { wanted, margin, isWhole, meeting } = bounds;
  const reader = from.copy();
  const cutting = new Cutting();
  let best: Stretch | undefined;
  const stretchTo = (end: number): Stretch => ({ parts: [...cutting.parts], end, reader: reader.copy() });
  for (const token of read) {
    const { tokenType } = token;
    const [start, end] = [startOf(token), endOf(token)];
    if (end + margin > text.length && !isWhole) return best;
    if (tokenType === tokens.Text) {
      const cut = lineEndIn(token, wanted, meeting);
      const image = cut === undefined ? token.image : token.image.slice(0, cut - start);
      cutting.addText(start, start + image.length, reader.read(image, start));
      if (cut !== undefined) return stretchTo(cut);
    } else {
      if (tokenType.PUSH_MODE === 'tag') cutting.openTag(token);
      cutting.addToken(token);
      reader.pass(token);
      if (tokenType.POP_MODE) cutting.closeTag(end);
    }
    const isBetween =
      tokenType.PUSH_MODE === undefined && !cutting.isInTag && tokenType !== tokens.CommentText;
    if (!isBetween || end === 0) continue;
    if (end === meeting || (end >= wanted && end < text.length)) return stretchTo(end);
    // Copies of everything after every part would take long.
    if (!isWhole) best = stretchTo(end);
  }
  cutting.closeTag(text.length);
  return isWhole ? stretchTo(text.length) : best;
}

/** The offset after the first line end of a text from `wanted` on, or `meeting` if that is after a line end in it. */
function lineEndIn(token: IToken, wanted: number, meeting = -1): number | undefined {
  const { image } = token;
  const start = startOf(token);
  if (meeting > start && meeting < endOf(token) && image[meeting - start - 1] === '\n') return meeting;
  const lineEnd = image.indexOf('\n', Math.max(wanted - start - 1, 0));
  return lineEnd === -1 || lineEnd === image.length - 1 || wanted >= endOf(token)
    ? undefined
    : start + lineEnd + 1;
}

/** Whether a tag of a template for JSON stands outside of strings, according to the tokens before it. */
export function isOutsideStrings(read: readonly IToken[]): boolean {
  return stateOf(read, formatReader('json')) === 'value';
}

/** What the format is in after a text that begins where a reader is; `comment` in a comment of the template. */
export function stateAfter(text: string, from: TextReader): string | undefined {
  return stateOf(lex(text), from);
}

function stateOf(read: readonly IToken[], from: TextReader): string | undefined {
  const reader = from.copy();
  let isComment = false;
  for (const token of read) {
    if (token.tokenType === tokens.CommentOpen) isComment = true;
    else if (token.tokenType === tokens.CommentClose) isComment = false;
    if (token.tokenType === tokens.Text) reader.read(token.image, startOf(token));
    else reader.pass(token);
  }
  return isComment ? 'comment' : reader.state;
}

/** Divides the text around tags, in the order of the template. */
export interface TextReader {
  /** The pieces of a text that begins at an offset of the template, to which their offsets refer. */
  readonly read: (text: string, offset: number) => readonly ColouredPiece[];
  /** Skips a token that is not text. */
  readonly pass: (token: IToken) => void;
  readonly copy: () => TextReader;
  /** What was read last is in, such as `string`; undefined for a format without parts. */
  readonly state: string | undefined;
  /** Equal for readers that divide what follows in the same way. */
  readonly key: string;
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

/** Any other token is a mistake. */
const nameOfToken: ReadonlyMap<TokenType, PieceName> = new Map<TokenType, PieceName>([
  ...tokens.keywordTokens.map(type => [type, 'Keyword'] as const),
  ...operators.map(type => [type, 'Operator'] as const),
  [tokens.Dollar, 'Escape'],
  [tokens.CommentOpen, 'Comment'],
  [tokens.CommentText, 'Comment'],
  [tokens.CommentClose, 'Comment'],
  [tokens.Open, 'Delimiter'],
  [tokens.Close, 'Delimiter'],
  [tokens.Name, 'Name'],
  [tokens.Index, 'Name'],
  [tokens.In, 'Name'],
  [tokens.FilterIf, 'Name'],
  [tokens.Quoted, 'Constant'],
  [tokens.NumberToken, 'Number'],
]);

class Cutting {
  readonly parts: TemplatePart[] = [];
  #tag: { readonly opener: IToken; readonly pieces: ColouredPiece[] } | undefined;
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

  get isInTag(): boolean {
    return this.#tag !== undefined;
  }

  addText(start: number, end: number, pieces: readonly ColouredPiece[]): void {
    this.parts.push({ name: 'Text', start, end, pieces });
  }

  addToken(token: IToken): void {
    const [start, end] = [startOf(token), endOf(token)];
    if (end === start) return;
    const piece = { name: this.#nameOf(token), start, end };
    if (this.#tag) this.#tag.pieces.push(piece);
    else if (piece.name === 'Keyword') this.parts.push({ name: 'Tag', start, end, pieces: [piece] });
    else this.parts.push(piece);
  }

  /** Two words are keywords only in the tag of a list; after a semicolon, names are those of options. */
  #nameOf({ tokenType }: IToken): PieceName {
    if (tokenType === tokens.Semicolon) this.#hasOptions = true;
    const isWord = tokenType === tokens.In || tokenType === tokens.FilterIf;
    if (isWord && this.#tag && tokenMatcher(this.#tag.opener, tokens.For)) return 'Keyword';
    const name = nameOfToken.get(tokenType) ?? 'Invalid';
    return name === 'Name' && this.#hasOptions ? 'OptionName' : name;
  }
}

/** The kinds of coloured text: the tokens of the engine's lexer in tags, and the parts of the format around them. */
export const pieceNames = [
  'Comment',
  'Escape',
  'Delimiter',
  'Keyword',
  'Name',
  'OptionName',
  'Constant',
  'Number',
  'Operator',
  'Invalid',
  'Separator',
  'Encoded',
  'Key',
  'String',
  'Quote',
  'Element',
] as const;
export type PieceName = (typeof pieceNames)[number];

/** A coloured stretch of text; the text between two of them has no colour. */
export interface ColouredPiece {
  readonly name: PieceName;
  readonly start: number;
  readonly end: number;
}

/** A tag or a text of a template with its pieces, or a single piece between them. */
type TemplatePart = ColouredPiece | GroupedPieces;

interface GroupedPieces {
  readonly name: 'Tag' | 'Text';
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly ColouredPiece[];
}

/** Divides a text of a format, beginning in some state, such as inside a string. */
type Scan<State> = (text: string, state: State) => Scanned<State>;

interface Scanned<State> {
  /** Offsets refer to the text. */
  readonly pieces: readonly ColouredPiece[];
  /** The state at the end of the text. */
  readonly state: State;
}

/**
 * Divides the text around the tags of a template, in order. Tags are holes: a text continues where the one before it
 * ended, and each branch of a conditional begins in the same state as the first one.
 */
class FormatReader<State extends string | undefined> {
  readonly #scan: Scan<State>;
  readonly #branches: State[];
  #state: State;

  constructor(scan: Scan<State>, start: State, branches: readonly State[] = []) {
    this.#scan = scan;
    this.#state = start;
    this.#branches = [...branches];
  }

  copy(): FormatReader<State> {
    return new FormatReader(this.#scan, this.#state, this.#branches);
  }

  get key(): string {
    return [this.#state, ...this.#branches].join(' ');
  }

  /** The state after what was read. */
  get state(): State {
    return this.#state;
  }

  read(text: string, offset: number): readonly ColouredPiece[] {
    const { pieces, state } = this.#scan(text, this.#state);
    this.#state = state;
    return pieces.map(({ name, start, end }) => ({ name, start: offset + start, end: offset + end }));
  }

  /** Skips a token of a tag. */
  pass(token: IToken): void {
    if (tokenMatcher(token, tokens.If)) this.#branches.push(this.#state);
    else if (tokenMatcher(token, tokens.EndIf)) this.#branches.pop();
    else if (tokenMatcher(token, tokens.Else) || tokenMatcher(token, tokens.ElseIf))
      this.#state = this.#branches.at(-1) ?? this.#state;
  }
}

type JsonState = 'value' | 'string';

const inString = /[^"\\]*(?:\\.[^"\\]*)*("?)/sy;
const outside = /("|(-?\d[\d.eE+-]*)|(true|false|null)\b|([{}[\],:]+)|[^"\d{}[\],:tfn-]+|.)/sy;
const isKey = /\s*:/y;

/** Strings, keys, numbers, literals and punctuation of JSON; a colon after a string makes it a key. */
function scanJson(text: string, before: JsonState): Scanned<JsonState> {
  const pieces: ColouredPiece[] = [];
  let state = before;
  let start = 0;
  while (start < text.length) {
    if (state === 'string') {
      inString.lastIndex = start;
      const [content = '', quote] = inString.exec(text) ?? [];
      // The opening quote is the previous piece, unless that was in another text.
      const opening = pieces.at(-1)?.name === 'Quote' ? pieces.pop() : undefined;
      const end = start + content.length;
      isKey.lastIndex = end;
      pieces.push({
        name: quote && isKey.test(text) ? 'Key' : 'String',
        start: opening?.start ?? start,
        end,
      });
      if (quote) state = 'value';
      // A backslash at the end of a text.
      else if (end === start) return { pieces, state };
      start = end;
    } else {
      outside.lastIndex = start;
      const [found = '', , number, word, sign] = outside.exec(text) ?? [];
      const end = start + found.length;
      if (found === '"') {
        pieces.push({ name: 'Quote', start, end });
        state = 'string';
      } else if (number || word) pieces.push({ name: 'Number', start, end });
      else if (sign) pieces.push({ name: 'Separator', start, end });
      start = end;
    }
  }
  return { pieces, state };
}

type XmlState = 'content' | 'tag' | 'double' | 'single' | 'comment';

/** The patterns of each state, with the piece and the next state. The first match counts. */
const rules: Readonly<Record<XmlState, readonly Rule[]>> = {
  content: [
    [/<!--/y, 'Comment', 'comment'],
    [/<[/?!]?[\w:.-]*/y, 'Element', 'tag'],
    [/&[#\w]+;/y, 'Encoded', 'content'],
    [/[^<&]+|&/y, undefined, 'content'],
  ],
  tag: [
    [/[/?]?>/y, 'Element', 'content'],
    [/"/y, 'String', 'double'],
    [/'/y, 'String', 'single'],
    [/[\w:.-]+/y, 'Key', 'tag'],
    [/[^"'>\w:.-]+?|./sy, undefined, 'tag'],
  ],
  double: [
    [/[^"]*"/y, 'String', 'tag'],
    [/[^"]+/y, 'String', 'double'],
  ],
  single: [
    [/[^']*'/y, 'String', 'tag'],
    [/[^']+/y, 'String', 'single'],
  ],
  comment: [
    [/.*?-->/sy, 'Comment', 'content'],
    [/.+/sy, 'Comment', 'comment'],
  ],
};

type Rule = readonly [pattern: RegExp, name: PieceName | undefined, next: XmlState];

/** Elements, attributes with their values, references and comments of XML. */
function scanXml(text: string, before: XmlState): Scanned<XmlState> {
  const pieces: ColouredPiece[] = [];
  let state = before;
  let start = 0;
  while (start < text.length) {
    let end = start;
    for (const [pattern, name, next] of rules[state]) {
      pattern.lastIndex = start;
      const [found] = pattern.exec(text) ?? [];
      if (!found) continue;
      end = start + found.length;
      if (name) pieces.push({ name, start, end });
      state = next;
      break;
    }
    // Every character matches one of the rules of its state.
    if (end === start) break;
    start = end;
  }
  return { pieces, state };
}

const divided = /[:/?#&=;+]+|%[0-9A-Fa-f]{2}/g;

/** The separators and encoded characters of a URL or a form. */
function scanUrl(text: string): Scanned<undefined> {
  const pieces = Array.from(text.matchAll(divided), ({ 0: found, index: start }) => {
    const name = found.startsWith('%') ? ('Encoded' as const) : ('Separator' as const);
    return { name, start, end: start + found.length };
  });
  return { pieces, state: undefined };
}

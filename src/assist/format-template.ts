import { type IToken, tokenMatcher } from 'chevrotain';
import * as tokens from '../../grammar/lexer.ts';
import { endOf, lex, startOf } from '../../grammar/lexer.ts';
import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import { type Edit, hasErrors } from '../diagnostics/diagnostic.ts';
import type { OutputName } from '../output/output.ts';

/*
 * A template is divided into pieces with nothing but blanks between them, and formatting replaces those blanks alone: tags,
 * strings and texts stay as they are, byte for byte. Brackets and elements are groups, conditionals and lists are blocks. One that
 * its author began on one line stays on one line where it fits; any other has a line for each of its parts.
 */

export interface TemplateFormatOptions {
  /** What the template writes. JSON and XML have a layout; others have none. */
  readonly output: OutputName;
  /** One step of indentation. Default: two spaces. */
  readonly indent?: string;
}

/** Lines longer than this are broken where they can be. */
const widest = 80;

/**
 * Edits that lay out a template by the format that it writes. They change white space between the tokens of what is rendered,
 * and nothing else. None if it is laid out already; undefined if its format has no layout, a tag has a mistake, or strings and
 * elements do not end where they began.
 */
export function formatTemplate(
  source: string,
  { output, indent = '  ' }: TemplateFormatOptions,
): readonly Edit[] | undefined {
  const divide = output === 'json' ? jsonPieces : output === 'xml' ? xmlPieces : undefined;
  if (!divide || hasErrors(parseUnconfirmed(source).diagnostics)) return undefined;
  const pieces = divide(source);
  return pieces && new Layout(source, pieces, indent, output === 'xml').edits;
}

/** `scalar`: a number or a word, which a tag next to it may continue. */
type PieceKind =
  | 'open'
  | 'close'
  | 'comma'
  | 'colon'
  | 'atom'
  | 'scalar'
  | 'comment'
  // Tags of conditionals and lists: `$if(…)$` and `$for(…)$`; `$elseif(…)$` and `$else$`; `$sep$`; `$endif$` and `$endfor$`.
  | 'begin'
  | 'middle'
  | 'separator'
  | 'end';

interface Piece {
  readonly kind: PieceKind;
  readonly start: number;
  readonly end: number;
}

function isTag({ kind }: Piece): boolean {
  return (
    kind === 'comment' || kind === 'begin' || kind === 'middle' || kind === 'separator' || kind === 'end'
  );
}

/** A stretch of a template: text, an escaped dollar, a value, a comment, or a tag of a conditional or list. */
interface Part {
  readonly kind: 'text' | 'dollar' | 'value' | 'comment' | 'begin' | 'middle' | 'separator' | 'end';
  readonly start: number;
  readonly end: number;
}

function partsOf(source: string): readonly Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  for (const token of lex(source)) {
    const { tokenType } = token;
    const part = { kind: partKind(token), start: startOf(token), end: endOf(token) };
    if (tokenType.PUSH_MODE !== undefined) open = part;
    else if (!open) parts.push(part);
    else if (tokenType.POP_MODE) {
      parts.push({ ...open, end: part.end });
      open = undefined;
    }
  }
  return parts;
}

function partKind(token: IToken): Part['kind'] {
  const { tokenType } = token;
  if (tokenType === tokens.Text) return 'text';
  if (tokenType === tokens.Dollar) return 'dollar';
  if (tokenType === tokens.CommentOpen) return 'comment';
  if (tokenMatcher(token, tokens.If) || tokenMatcher(token, tokens.For)) return 'begin';
  if (tokenMatcher(token, tokens.ElseIf) || tokenType === tokens.Else) return 'middle';
  if (tokenType === tokens.Sep) return 'separator';
  if (tokenMatcher(token, tokens.EndIf) || tokenMatcher(token, tokens.EndFor)) return 'end';
  return 'value';
}

const jsonPiece = /\s+|("(?:[^"\\]|\\[\s\S])*("?))|([{[])|([}\]])|(,)|(:)|([-+.\w]+)|[\s\S]/y;
const restOfString = /(?:[^"\\]|\\[\s\S])*("?)/y;

/** Undefined if a string does not end in the branch in which it began, or it is not JSON. */
function jsonPieces(source: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  /** Where the open string began, and the blocks that are open in it. */
  let string: { readonly start: number; blocks: number } | undefined;
  for (const { kind, start, end } of partsOf(source)) {
    if (kind !== 'text') {
      if (string) {
        if (kind === 'begin') string.blocks++;
        else if (kind === 'end') string.blocks--;
        if (string.blocks < 0 || (string.blocks === 0 && (kind === 'middle' || kind === 'separator')))
          return undefined;
      } else if (kind === 'dollar') return undefined;
      else pieces.push({ kind: kind === 'value' ? 'atom' : kind, start, end });
      continue;
    }
    const text = source.slice(start, end);
    let at = 0;
    while (at < text.length) {
      if (string) {
        restOfString.lastIndex = at;
        const [found = '', quote = ''] = restOfString.exec(text) ?? [];
        at += found.length;
        if (quote === '') {
          // A backslash at the end of the text belongs to the tag after it.
          if (at < text.length) return undefined;
          continue;
        }
        if (string.blocks > 0) return undefined;
        pieces.push({ kind: 'atom', start: string.start, end: start + at });
        string = undefined;
        continue;
      }
      jsonPiece.lastIndex = at;
      const [found = '', quoted, quote, opened, closed, comma, colon, scalar] = jsonPiece.exec(text) ?? [];
      const piece = { start: start + at, end: start + at + found.length };
      at += found.length;
      if (found.trim() === '') continue;
      if (quoted !== undefined) {
        // It goes on after the tag.
        if (quote === '') string = { start: piece.start, blocks: 0 };
        else pieces.push({ kind: 'atom', ...piece });
      } else if (opened) pieces.push({ kind: 'open', ...piece });
      else if (closed) pieces.push({ kind: 'close', ...piece });
      else if (comma) pieces.push({ kind: 'comma', ...piece });
      else if (colon) pieces.push({ kind: 'colon', ...piece });
      else if (scalar) pieces.push({ kind: 'scalar', ...piece });
      else return undefined;
    }
  }
  return string ? undefined : pieces;
}

/** An element that is open. */
interface XmlElement {
  /** The place of its tag among the pieces. */
  readonly from: number;
  readonly blocks: number;
  /** Whether white space in it may matter, since it has text, or nothing in it. */
  isText: boolean;
  hasChildren: boolean;
}

const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>/y;

/** Undefined if an element does not end in the branch in which it began, or it is not XML. */
function xmlPieces(source: string): readonly Piece[] | undefined {
  const parts = partsOf(source);
  const masked = maskTags(source, parts);
  const pieces: Piece[] = [];
  const elements: XmlElement[] = [];
  let blocks = 0;
  let at = 0;
  for (const { kind, start, end } of parts) {
    // Tags may stand in markup.
    if (end <= at) continue;
    if (kind === 'text') {
      if (!readText(Math.max(at, start), end)) return undefined;
      continue;
    }
    at = end;
    const element = elements.at(-1);
    if (kind === 'value' || kind === 'dollar') {
      if (!element) return undefined;
      element.isText = true;
      continue;
    }
    const isWithin = element && element.blocks >= blocks;
    if (kind === 'begin') blocks++;
    else if (kind !== 'comment' && (isWithin || blocks === 0)) return undefined;
    if (kind === 'end') blocks--;
    pieces.push({ kind, start, end });
  }
  return elements.length > 0 || blocks > 0 ? undefined : pieces;

  function readText(start: number, end: number): boolean {
    at = start;
    while (at < end) {
      const next = masked.indexOf('<', at);
      const textEnd = next === -1 ? end : Math.min(next, end);
      if (source.slice(at, textEnd).trim() !== '') {
        const element = elements.at(-1);
        if (!element) return false;
        element.isText = true;
      }
      at = textEnd;
      if (at === end) return true;
      markup.lastIndex = at;
      const [found] = markup.exec(masked) ?? [];
      if (found === undefined || !readMarkup(found, at)) return false;
      at += found.length;
    }
    return true;
  }

  function readMarkup(found: string, start: number): boolean {
    const piece = { start, end: start + found.length };
    const element = elements.at(-1);
    if (found.startsWith('</'))
      return element !== undefined && closeElement(element, piece.end, found.length);
    if (found.startsWith('<![CDATA[')) {
      if (element) element.isText = true;
      return element !== undefined;
    }
    if (element) element.hasChildren = true;
    if (/^<[!?]/.test(found) || found.endsWith('/>')) {
      // The declaration is the first thing in a document.
      if (/^<\?xml\s/.test(found) && pieces.length > 0) return false;
      pieces.push({ kind: 'atom', ...piece });
      return true;
    }
    const isText = /\sxml:space\s*=/.test(found);
    elements.push({ from: pieces.length, blocks, isText, hasChildren: false });
    pieces.push({ kind: 'open', ...piece });
    return true;
  }

  function closeElement({ from, isText, hasChildren, ...element }: XmlElement, end: number, length: number) {
    if (element.blocks !== blocks) return false;
    elements.pop();
    if (isText || !hasChildren) {
      const [first] = pieces.splice(from);
      pieces.push({ kind: 'atom', start: first?.start ?? end - length, end });
    } else pieces.push({ kind: 'close', start: end - length, end });
    return true;
  }
}

/** Tags cannot end markup or attributes. */
function maskTags(source: string, parts: readonly Part[]): string {
  return parts
    .map(({ kind, start, end }) => (kind === 'text' ? source.slice(start, end) : '_'.repeat(end - start)))
    .join('');
}

/** For each opening piece, the place of the one that closes it, if that is in the same branch. */
function endsOf(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly kind: PieceKind; readonly index: number }[] = [];
  for (const [index, { kind }] of pieces.entries()) {
    if (kind === 'open' || kind === 'begin') open.push({ kind, index });
    else if (kind === 'close') {
      if (open.at(-1)?.kind === 'open') ends.set(open.pop()?.index ?? index, index);
    } else if (kind === 'middle' || kind === 'separator' || kind === 'end') {
      while (open.at(-1)?.kind === 'open') open.pop();
      if (kind === 'end') ends.set(open.pop()?.index ?? index, index);
    }
  }
  return ends;
}

const mirror: Partial<Readonly<Record<PieceKind, PieceKind>>> = { begin: 'end', end: 'begin' };

/** A piece for whoever reads backwards. */
function mirrored(piece: Piece): Piece {
  return { ...piece, kind: mirror[piece.kind] ?? piece.kind };
}

/**
 * Whether a number or word may stand, in what is written, directly before the end of each piece. The branches of a block may
 * follow each other in any order, which is more than what they do.
 */
function scalarsBefore(pieces: readonly Piece[], hasGap: (index: number) => boolean): readonly boolean[] {
  const before = pieces.map(() => false);
  /** By the place where a block begins: whether one may stand where any of its branches begins or ends. */
  const within = new Set<number>();
  let known = -1;
  while (known < within.size) {
    known = within.size;
    const open: number[] = [];
    let isScalar = false;
    for (const [index, { kind }] of pieces.entries()) {
      if (kind === 'begin') open.push(index);
      const block = open.at(-1);
      if (kind === 'begin' || kind === 'middle' || kind === 'separator' || kind === 'end') {
        if (block !== undefined && isScalar) within.add(block);
        isScalar = block !== undefined && within.has(block);
        if (kind === 'end') open.pop();
      } else if (kind !== 'comment') isScalar = kind === 'scalar';
      before[index] = isScalar;
      if (hasGap(index)) isScalar = false;
    }
  }
  return before;
}

/** A group or a block that is open, or the whole template. */
interface Frame {
  readonly kind: 'open' | 'begin' | 'template';
  /** Whether each of its parts has a line. */
  readonly isBroken: boolean;
  /** The indentation of its parts. */
  readonly depth: number;
  readonly outer: Frame | undefined;
}

const template: Frame = { kind: 'template', isBroken: true, depth: 0, outer: undefined };

class Layout {
  readonly edits: Edit[] = [];
  readonly #source: string;
  readonly #pieces: readonly Piece[];
  readonly #indent: string;
  /** Whether pieces follow each other without commas. */
  readonly #isXml: boolean;
  readonly #lineEnd: string;
  readonly #ends: ReadonlyMap<number, number>;
  /** The width on one line of all pieces before each one. */
  readonly #widths: readonly number[];
  /** How many of the pieces before each one want more than one line. */
  readonly #breaks: readonly number[];
  /** Whether a number or word may end where a piece ends, and whether one may begin there. */
  readonly #isBegun: (index: number) => boolean;
  readonly #goesOn: (index: number) => boolean;

  constructor(source: string, pieces: readonly Piece[], indent: string, isXml: boolean) {
    this.#source = source;
    this.#pieces = pieces;
    this.#indent = indent;
    this.#isXml = isXml;
    this.#lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
    this.#ends = endsOf(pieces);
    const hasGap = (index: number) => this.#gap(index) !== '';
    const begun = scalarsBefore(pieces, hasGap);
    const last = pieces.length - 1;
    const ahead = scalarsBefore(pieces.map(mirrored).reverse(), index => hasGap(last - 1 - index));
    this.#isBegun = index => begun[index] ?? false;
    this.#goesOn = index => ahead[last - 1 - index] ?? false;
    const widths = [0];
    const breaks = [0];
    for (const [index, piece] of pieces.entries()) {
      const width = piece.end - piece.start + this.#inlineGap(index).length;
      widths.push((widths[index] ?? 0) + width);
      breaks.push((breaks[index] ?? 0) + (this.#wantsBreak(index) ? 1 : 0));
    }
    this.#widths = widths;
    this.#breaks = breaks;
    this.#layOut();
  }

  #layOut(): void {
    const pieces = this.#pieces;
    let frame = template;
    let column = 0;
    const write = (text: string): void => {
      const lineEnd = text.lastIndexOf('\n');
      column = lineEnd === -1 ? column + text.length : text.length - lineEnd - 1;
    };
    this.#replace(0, pieces[0]?.start ?? 0, '');
    for (const [index, piece] of pieces.entries()) {
      const { kind } = piece;
      if (kind === 'open' || kind === 'begin') {
        const isBroken = !this.#fits(index, column);
        frame = { kind, isBroken, depth: frame.depth + (isBroken ? 1 : 0), outer: frame };
      } else if (kind === 'close') {
        if (frame.kind === 'open') frame = frame.outer ?? template;
      } else if (kind === 'middle' || kind === 'separator') frame = blockOf(frame);
      else if (kind === 'end') frame = blockOf(frame).outer ?? template;
      write(this.#text(piece));
      const blank = this.#blankAfter(index, frame, column);
      this.#replace(piece.end, pieces[index + 1]?.start ?? this.#source.length, blank);
      write(blank);
    }
  }

  #replace(start: number, end: number, text: string): void {
    if (this.#source.slice(start, end) !== text) this.edits.push({ range: { start, end }, text });
  }

  #text({ start, end }: Piece): string {
    return this.#source.slice(start, end);
  }

  /** The blanks after a piece, as they are. */
  #gap(index: number): string {
    return this.#source.slice(this.#pieces[index]?.end, this.#pieces[index + 1]?.start);
  }

  #hasLineEnd(index: number): boolean {
    return /[\r\n]/.test(this.#gap(index));
  }

  #wantsBreak(index: number): boolean {
    const piece = this.#pieces[index];
    if (!piece || /[\r\n]/.test(this.#text(piece))) return true;
    if (piece.kind === 'comment') return this.#isAlone(index);
    if (piece.kind !== 'open' && piece.kind !== 'begin') return false;
    const isEmpty = this.#pieces[index + 1]?.kind === 'close';
    return !this.#ends.has(index) || (this.#hasLineEnd(index) && !isEmpty);
  }

  /** Whether nothing else stands on the line of a comment. */
  #isAlone(index: number): boolean {
    const isFirst = index === 0 || this.#hasLineEnd(index - 1);
    return isFirst && (index === this.#pieces.length - 1 || this.#hasLineEnd(index));
  }

  /** Whether a group or a block stays on the line on which it begins. */
  #fits(index: number, column: number): boolean {
    const end = this.#ends.get(index);
    if (end === undefined || (this.#breaks[end + 1] ?? 0) > (this.#breaks[index] ?? 0)) return false;
    const width = (this.#widths[end + 1] ?? 0) - (this.#widths[index] ?? 0) - this.#inlineGap(end).length;
    return column + width <= widest;
  }

  /** The blanks after a piece in a frame, where the one after it stands on the same line. */
  #inlineGap(index: number): string {
    const [one, next] = [this.#pieces[index], this.#pieces[index + 1]];
    if (!one || !next || next.kind === 'comma' || next.kind === 'colon') return '';
    const given = this.#gap(index) === '' ? '' : ' ';
    if (one.kind === 'colon' && next.kind === 'begin') return ' ';
    if (isTag(one) || isTag(next)) return given;
    if (one.kind === 'comma' || one.kind === 'colon') return ' ';
    return isValue(one) && isValue(next) && !this.#isXml ? given : '';
  }

  #blankAfter(index: number, frame: Frame, column: number): string {
    const [one, next] = [this.#pieces[index], this.#pieces[index + 1]];
    if (!one || !next) return this.#hasLineEnd(index) ? this.#lineEnd : '';
    const inline = this.#inlineGap(index);
    const isMiddle = next.kind === 'middle' || next.kind === 'end';
    const around = isMiddle ? blockOf(frame) : frame;
    if (!around.isBroken || this.#isGlued(index) || !this.#isBreak(index, column + inline.length))
      return inline;
    const isEnd = isMiddle || (next.kind === 'close' && frame.kind === 'open');
    const isEdge = isEnd || one.kind === 'open' || one.kind === 'begin' || one.kind === 'middle';
    const isParagraph = !isEdge && /\n[^\S\n]*\n/.test(this.#gap(index));
    return this.#lineEnd.repeat(isParagraph ? 2 : 1) + this.#indent.repeat(around.depth - (isEnd ? 1 : 0));
  }

  /** Whether blanks between two pieces may divide a number or word, which goes on in a branch. */
  #isGlued(index: number): boolean {
    return this.#gap(index) === '' && this.#isBegun(index) && this.#goesOn(index);
  }

  /** Whether there is a new line after a piece in a broken frame; `column` is where the next one would stand without. */
  #isBreak(index: number, column: number): boolean {
    const [one, next] = [this.#pieces[index], this.#pieces[index + 1]];
    if (!one || !next) return false;
    if (one.kind === 'begin' || one.kind === 'middle' || next.kind === 'middle' || next.kind === 'end')
      return true;
    if (one.kind === 'comment' || next.kind === 'comment') return this.#hasLineEnd(index);
    if (next.kind === 'comma' || next.kind === 'colon' || next.kind === 'separator') return false;
    if (next.kind === 'close') return one.kind !== 'open';
    switch (one.kind) {
      case 'open':
        return true;
      case 'comma': {
        // A branch that continues what is before its block may begin with one.
        const before = this.#pieces[index - 1]?.kind;
        return before !== 'begin' && before !== 'middle' && before !== 'separator';
      }
      case 'colon':
      case 'separator':
        return false;
      case 'end':
        if (this.#isXml || this.#hasLineEnd(index)) return true;
        return this.#pieces[index - 1]?.kind === 'comma' && this.#pieces[index - 2]?.kind !== 'separator';
      default:
        if (next.kind === 'begin')
          return this.#isXml || this.#hasLineEnd(index) || !this.#fits(index + 1, column);
        return this.#isXml;
    }
  }
}

function isValue({ kind }: Piece): boolean {
  return kind === 'scalar' || kind === 'atom';
}

/** The innermost block that is open. */
function blockOf(frame: Frame): Frame {
  let found = frame;
  while (found.kind === 'open' && found.outer) found = found.outer;
  return found;
}

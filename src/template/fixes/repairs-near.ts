import type { Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { insertAt, remove, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';

/** How many pieces before and after a mistake a slip of the hand may have happened. */
const piecesBefore = 6;
const piecesAfter = 4;
/** In characters, so that a long word or blank costs nothing. */
const farthest = 200;

const piece = /\\\$|\$!|!\$|&&|\|\||<\/|\/>|\w+|\s+|[^]/g;
const ofTags = ['$', '"', '(', ')', ';', '=', ','];
const insertions: Readonly<Record<OutputName, readonly string[]>> = {
  json: ['"', ':', ',', '}', ']', '{', '[', ...ofTags],
  xml: ['"', '<', '>', '/', '=', '</', '/>', ...ofTags],
  url: ['/', ':', '?', '&', '=', ...ofTags],
  form: ['=', '&', ...ofTags],
  header: ofTags,
  text: ofTags,
};

interface Piece {
  readonly text: string;
  readonly range: SourceRange;
}

interface Repair {
  readonly fix: Fix;
  /** How many characters change. */
  readonly cost: number;
  /** From the mistake, in pieces. */
  readonly distance: number;
}

/** What may mend a slip of the hand near a mistake: a piece too many, one that is missing, two in the wrong order. */
export function repairsNear(source: string, range: SourceRange, output: OutputName): readonly Fix[] {
  const repairs = [range.start, range.end].flatMap(at => repairsAt(source, at, output));
  return repairs.sort((a, b) => a.cost - b.cost || a.distance - b.distance).map(({ fix }) => fix);
}

function repairsAt(source: string, at: number, output: OutputName): readonly Repair[] {
  const pieces = piecesAround(source, at);
  return pieces.flatMap((piece, index): readonly Repair[] => {
    const { text, range } = piece;
    const distance = distanceOf(pieces, index, at);
    return [
      ...removals(piece, pieces[index - 1], distance),
      ...swaps(piece, pieces[index + 1], distance),
      ...insertions[output].map(missing => ({
        fix: insertAt(range.start, missing),
        cost: missing.length,
        distance,
      })),
      ...(text === '$' ? commentMarks(source, range, distance) : []),
    ];
  });
}

function removals({ text, range }: Piece, before: Piece | undefined, distance: number): readonly Repair[] {
  const isPunctuation = !/^[\w\s!]|^\|\||^&&/.test(text);
  if (!isPunctuation && text !== before?.text) return [];
  return [{ fix: remove(range, `Remove \`${text}\``), cost: text.length, distance }];
}

function swaps({ text, range }: Piece, next: Piece | undefined, distance: number): readonly Repair[] {
  if (!next || next.text === text || text === '' || /^[\s!]/.test(text + next.text)) return [];
  const swapped = `${next.text}${text}`;
  const fix = replaceWith({ start: range.start, end: next.range.end }, swapped);
  return [{ fix, cost: 1, distance }];
}

/** `$ note !$` and `$! note $`. */
function commentMarks(source: string, { start, end }: SourceRange, distance: number): readonly Repair[] {
  const opens = source.indexOf('!$', end) >= 0 ? [insertAt(end, '!')] : [];
  const closes = source.lastIndexOf('$!', start - 1) >= 0 ? [insertAt(start, '!')] : [];
  return [...opens, ...closes].map(fix => ({ fix, cost: 1, distance }));
}

/** The pieces around an offset, and an empty one where the source ends. */
function piecesAround(source: string, at: number): readonly Piece[] {
  const from = Math.max(0, at - farthest);
  const pieces = [...source.slice(from, at + farthest).matchAll(piece)].map(({ 0: text, index }) => {
    const start = from + index;
    return { text, range: { start, end: start + text.length } };
  });
  const end = pieces.at(-1)?.range.end ?? source.length;
  if (end === source.length) pieces.push({ text: '', range: { start: end, end } });
  const middle = pieces.findIndex(({ range }) => range.start >= at);
  const index = middle < 0 ? pieces.length : middle;
  return pieces.slice(Math.max(0, index - piecesBefore), index + piecesAfter);
}

function distanceOf(pieces: readonly Piece[], index: number, at: number): number {
  const middle = pieces.findIndex(({ range }) => range.start >= at);
  return Math.abs(index - (middle < 0 ? pieces.length : middle));
}

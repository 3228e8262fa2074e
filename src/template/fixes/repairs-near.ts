import { otherNotations } from '../../../grammar/recovery/other-notations.ts';
import { blockOpener, blockTag, keywordTag, spacedValueTag } from '../../../grammar/recovery/tag-patterns.ts';
import {
  type Diagnostic,
  diagnose,
  type Edit,
  type Fix,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt, remove, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';
import { lookAround } from './comma-surroundings.ts';
import { isOutputCode } from './is-improvement.ts';
import { keepsOrigin } from './keeps-host.ts';
import type { Trial } from './trials.ts';

/** How many pieces before and after a mistake a slip of the hand may have happened. */
const piecesBefore = 6;
const piecesAfter = 4;
/** In characters, so that a long word or blank costs nothing. */
const farthest = 400;

const wholeTag = String.raw`\$!.*?!\$|${keywordTag}|${blockTag}|${spacedValueTag}|`;
/** Begins with a tag of a conditional. */
const conditional = new RegExp(`^(?:${keywordTag}|${blockOpener})`);
const quotedInTag = '"[^"$]{0,80}"|';
const pieceInTag = String.raw`\\\$|\$!|!\$|&&|\|\||<\/|\/>|\w+|\s+|[^]`;
const ofTags = ['$', '"', '(', ')', ';', '=', ','];
const ofJson = ['"', ':', ',', '}', ']', '{', '['];
const ofOutputs: Readonly<Record<OutputName, readonly string[]>> = {
  json: ofJson,
  'json-lines': ofJson,
  xml: ['"', '<', '>', '/', '=', '</', '/>'],
  url: ['/', ':', '?', '&', '='],
  form: ['=', '&'],
  header: [],
  text: [],
};

/** More than one of them is tried only where others are about as near. */
const mostNotations = 24;
/** Around how many mistakes notations are looked for. */
const mostMistakes = 8;

interface Piece {
  readonly text: string;
  readonly range: SourceRange;
}

/** What may mend a mistake, and the diagnostic that it belongs to. */
export interface Repair {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  /** How much changes; a piece that stands there twice is the likeliest slip. */
  readonly cost: number;
  /** From the mistake, in pieces. */
  readonly distance: number;
}

/** What may mend all mistakes of one kind: dollars that are all money, quotes that are all escaped, every foreign tag. */
export function repairsOfAll([first, ...others]: readonly Diagnostic[], source: string): readonly Repair[] {
  if (!first || isOutputCode(first.code)) return [];
  const repairs: Repair[] = [];
  const strays = [first, ...others].filter(({ code }) => code === 'stray-dollar');
  const propose = (title: string, edits: readonly Edit[]) =>
    repairs.push({ diagnostic: first, fix: editAll(title, edits), cost: 0, distance: 0 });
  if (others.length > 0 && strays.length > others.length) {
    propose(
      'Write plain dollar signs',
      strays.map(({ range }) => ({ range, text: '\\$' })),
    );
  }
  const foreign = [...source.matchAll(/\\"|\$\$(\w+)\$\$/g)];
  if (source.startsWith('{\\"') && foreign.length <= mostNotations) {
    propose(
      'Write plain quotes and `$…$`',
      foreign.map(({ 0: found, 1: name, index }) => ({
        range: { start: index, end: index + found.length },
        text: name ? `$${name}$` : '"',
      })),
    );
  }
  const unless = [...source.matchAll(/\$unless\((\w+)\)\$|\$end(?:unless)?\$/g)];
  const [opened] = unless.filter(({ 1: name }) => name);
  if (opened && unless.length <= mostNotations) {
    const [found, name] = opened;
    const range = { start: opened.index, end: opened.index + found.length };
    const meant = `$if(!${name})$`;
    const edits = unless.map(({ 0: found, 1: name, index }) => ({
      range: { start: index, end: index + found.length },
      text: name ? `$if(!${name})$` : '$endif$',
    }));
    const diagnostic = diagnose('misspelt-keyword', range, { found, meant });
    repairs.push({ diagnostic, fix: editAll(`Write \`${meant}\``, edits), cost: 0, distance: 0 });
  }
  return repairs;
}

/** Other languages' forms of tags near mistakes, and forms that nearly are tags. */
export function notationsNear(diagnostics: readonly Diagnostic[], source: string): readonly Repair[] {
  const mistakes = diagnostics.slice(0, mostMistakes);
  const notations = mistakes.flatMap(({ range }) => otherNotations(source, range, farthest));
  const once = new Map(notations.map(one => [`${one.range.start} ${one.range.end} ${one.meant}`, one]));
  return [...once.values()]
    .flatMap(({ range, meant, isKeyword }): readonly Repair[] => {
      const [nearest] = mistakes
        .map(diagnostic => ({ diagnostic, distance: Math.abs(range.start - diagnostic.range.start) }))
        .filter(({ distance, diagnostic }) => !isOutputCode(diagnostic.code) || (!isKeyword && distance < 4))
        .sort((a, b) => a.distance - b.distance);
      if (!nearest) return [];
      const found = source.slice(range.start, range.end);
      const misspelt = isKeyword && diagnose('misspelt-keyword', range, { found, meant });
      return [
        { ...nearest, diagnostic: misspelt || nearest.diagnostic, fix: replaceWith(range, meant), cost: 0 },
      ];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNotations);
}

/** Where another piece or another order could lead a request elsewhere, or run two parameters together. */
const delicateCodes: readonly string[] = [
  'url-host',
  'url-target',
  'url-dot-segment',
  'nameless-parameter',
  'value-after-percent',
];

/** Ends in the name of a namespace: around it the element is right. */
const namesNamespace = /\sxmlns(?::[^\s=<>"']{1,100})?=(?:"[^"<>]{0,400}|'[^'<>]{0,400})$/;

/** What may mend a slip of the hand near a mistake: a piece too many, one that is missing, two in the wrong order. */
export function repairsNear(
  diagnostics: readonly Diagnostic[],
  { source, program }: Trial,
  output: OutputName,
): readonly Repair[] {
  return diagnostics
    .flatMap(diagnostic => {
      const { range, code } = diagnostic;
      const isOutput = isOutputCode(code);
      const isDelicate =
        delicateCodes.includes(code) ||
        (code === 'xml-no-place' &&
          namesNamespace.test(source.slice(Math.max(0, range.start - farthest), range.start)));
      const around = isOutput ? lookAround(program, range.start, 0).around?.range : undefined;
      const anchors = [range.start, range.end, ...(around ? [around.start, around.end] : [])];
      const insertions = isOutput ? ofOutputs[output] : [...ofTags, ...ofOutputs[output]];
      const patterns = isOutput ? [wholeTag + pieceInTag] : [pieceInTag, quotedInTag + pieceInTag];
      return patterns.flatMap(pattern =>
        [...new Set(anchors)].flatMap(at =>
          repairsAt(source, at, new RegExp(pattern, 'g'), insertions)
            .filter(({ cost }) => cost === 0 || !isDelicate)
            .filter(({ fix }) => output !== 'url' || keepsOrigin(source, fix))
            .map(repair => ({ ...repair, diagnostic })),
        ),
      );
    })
    .sort((a, b) => a.cost - b.cost || a.distance - b.distance);
}

function repairsAt(
  source: string,
  at: number,
  pattern: RegExp,
  insertions: readonly string[],
): readonly Omit<Repair, 'diagnostic'>[] {
  const { pieces, middle } = piecesAround(source, at, pattern);
  return pieces.flatMap((piece, index) => {
    const { text, range } = piece;
    const distance = Math.abs(index - middle);
    const repairs = [
      ...removals(piece, pieces[index - 1], pieces[index + 1]),
      ...swaps(piece, pieces[index + 1]),
      ...insertions.map(missing => ({ fix: insertAt(range.start, missing), cost: 1 + missing.length })),
      ...(text === '$' ? commentMarks(source, range) : []),
    ];
    return repairs.map(repair => ({ ...repair, distance }));
  });
}

type Change = Pick<Repair, 'fix' | 'cost'>;

function removals(
  { text, range }: Piece,
  before: Piece | undefined,
  next: Piece | undefined,
): readonly Change[] {
  const isPunctuation = !/^[\w\s!]|^\|\||^&&|^\$./.test(text);
  const isDoubled = text === before?.text;
  if (!isPunctuation && !isDoubled) return [];
  // The rest of a tag of XML would become text.
  if (!isDoubled && /^<\/?$/.test(text)) return [];
  // `.5` and `1,5` would be other numbers.
  if (!isDoubled && /^[.,]/.test(text) && /^\d/.test(next?.text ?? '')) return [];
  return [{ fix: remove(range, `Remove \`${text}\``), cost: isDoubled ? 0 : 2 }];
}

function swaps({ text, range }: Piece, next: Piece | undefined): readonly Change[] {
  if (!next || next.text === text || text === '' || /^[\s!]/.test(text + next.text)) return [];
  // Digits would become another number, and a backslash before a letter another character.
  if (/^\d/.test(text) && /^\d/.test(next.text)) return [];
  if (text === '\\' || next.text === '\\') return [];
  // A conditional that moves around something decides about it.
  if (conditional.test(text) || conditional.test(next.text)) return [];
  const fix = replaceWith({ start: range.start, end: next.range.end }, `${next.text}${text}`);
  return [{ fix, cost: 1 }];
}

/** `$ note !$` and `$! note $`. */
function commentMarks(source: string, { start, end }: SourceRange): readonly Change[] {
  const opens = source.indexOf('!$', end) >= 0 ? [insertAt(end, '!')] : [];
  const closes = source.lastIndexOf('$!', start - 1) >= 0 ? [insertAt(start, '!')] : [];
  return [...opens, ...closes].map(fix => ({ fix, cost: 2 }));
}

/** The pieces around an offset, and an empty one where the source ends. */
function piecesAround(
  source: string,
  at: number,
  pattern: RegExp,
): { readonly pieces: readonly Piece[]; readonly middle: number } {
  const from = Math.max(0, at - farthest);
  const before = piecesIn(source, from, at, pattern).slice(-piecesBefore);
  const after = piecesIn(source, at, Math.min(source.length, at + farthest), pattern);
  if (at + farthest >= source.length) {
    after.push({ text: '', range: { start: source.length, end: source.length } });
  }
  return { pieces: [...before, ...after.slice(0, piecesAfter)], middle: before.length };
}

function piecesIn(source: string, from: number, to: number, pattern: RegExp): Piece[] {
  return [...source.slice(from, to).matchAll(pattern)].map(({ 0: text, index }) => {
    const start = from + index;
    return { text, range: { start, end: start + text.length } };
  });
}

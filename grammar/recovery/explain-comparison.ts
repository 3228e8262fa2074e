import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { path } from '../lexer.ts';
import type { ComparisonOperator } from '../tree.ts';

/** Explains the first wrong comparison of a condition, with the one that was meant. */
export function explainComparison(source: string, range: SourceRange): Diagnostic | undefined {
  const all = piecesOf(source, range);
  for (const [index, { kind }] of all.entries()) {
    if (kind !== 'operator') continue;
    const found = explainShared(all, index) ?? explainOperator(all, index);
    if (found) return reported(source, found);
  }
  return undefined;
}

/** A piece of a condition, as people write it. */
interface Piece {
  readonly kind: 'constant' | 'operator' | 'name' | 'other';
  readonly text: string;
  readonly range: SourceRange;
}

/** The reason why a comparison is invalid. */
type Mistake = NonNullable<Parameters<typeof diagnose<'invalid-condition'>>[2]['mistake']>;

const constant = String.raw`"[^"$]*"|'[^'$]*'|[“”„″][^“”„″"$]*[“”„″"]|[+-]?\.?\d(?:[\w.]|[,'](?=\d))*`;
const operator = '[=!]==?|[<>]=|=[<>]|<>|[<>=≠≤≥]';
const pieces = new RegExp(String.raw`(${constant})|(${operator})|(${path})|\S`, 'g');

const operators: ReadonlyMap<string, ComparisonOperator> = new Map([
  ...(['==', '!=', '<', '<=', '>', '>='] as const).map(each => [each, each] as const),
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['=<', '<='],
  ['≤', '<='],
  ['=>', '>='],
  ['≥', '>='],
]);
const turned = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Explains `event == "Started" || "Errored"`: variable and operator were meant for both texts. */
function explainShared(all: readonly Piece[], index: number): Found | undefined {
  const [first, sign, constant] = [-1, 0, 1].map(by => all[index + by]);
  const meant = operators.get(sign?.text ?? '');
  if (first?.kind !== 'name' || constant?.kind !== 'constant' || (meant !== '==' && meant !== '!='))
    return undefined;
  const joint = jointAt(all, index + 2);
  const shared: Piece[] = [constant];
  let next = index + 2;
  while (joint && jointAt(all, next)?.text === joint.text) {
    const other = all[next + joint.length];
    const isShared = other?.kind === 'constant' && all[next + joint.length + 1]?.kind !== 'operator';
    if (!isShared) break;
    shared.push(other);
    next += joint.length + 1;
  }
  const last = shared.at(-1);
  if (!joint || !last || shared.length === 1) return undefined;
  // No text equals two texts, and every text differs from one of two.
  const isClear = joint.text === (meant === '!=' ? '&&' : '||');
  const whole = shared.map(each => `${first.text} ${meant} ${plain(each)}`).join(` ${joint.text} `);
  // Operators around them would change their meaning.
  const isAlone = /^\(?$/.test(all[index - 2]?.text ?? '') && /^\)?$/.test(all[next]?.text ?? '');
  return { mistake: 'shared', first, last, meant: isClear ? (isAlone ? whole : `(${whole})`) : undefined };
}

/** The joint `&&`, `||` or a word for one of them, with its number of pieces. */
function jointAt(
  all: readonly Piece[],
  index: number,
): { readonly text: '&&' | '||'; readonly length: number } | undefined {
  const [one = '', other = ''] = [all[index]?.text.toLowerCase(), all[index + 1]?.text];
  if (one === 'and' || one === 'or') return { text: one === 'and' ? '&&' : '||', length: 1 };
  const both = one + other;
  return both === '&&' || both === '||' ? { text: both, length: 2 } : undefined;
}

/** The pieces that are wrong, and their replacement, if that is clear. */
interface Found {
  readonly mistake: Mistake;
  readonly first: Piece;
  readonly last: Piece;
  readonly meant?: string | undefined;
  /** A replacement for a variable of another type. */
  readonly orMeant?: string | undefined;
}

/** A comparison as written: its operands, the operator that was meant, and its surroundings. */
interface Compared {
  readonly before: Piece | undefined;
  readonly left: Piece;
  readonly sign: Piece;
  readonly meant: ComparisonOperator;
  readonly right: Piece;
  readonly next: Piece | undefined;
  readonly last: Piece | undefined;
}

function explainOperator(all: readonly Piece[], index: number): Found | undefined {
  const [before, left, sign, right, next, last] = [-2, -1, 0, 1, 2, 3].map(by => all[index + by]);
  if (!left || !sign || !right || !isOperand(left) || !isOperand(right)) return undefined;
  const meant = operators.get(sign.text);
  if (!meant) return undefined;
  const compared = { before, left, sign, meant, right, next, last };
  return explainTruth(compared) ?? explainOperands(compared) ?? explainConstant(compared);
}

/** Explains more than one comparison, or less than one, such as with true, false or a missing value. */
function explainTruth({ left, meant, right, next, last }: Compared): Found | undefined {
  if (next?.kind === 'operator' && last && isOperand(last)) {
    return { mistake: 'chain', first: left, last, meant: unchained(left, meant, right, next, last) };
  }
  if (!/[=!]=/.test(meant)) return undefined;
  const whole = { first: left, last: right };
  const [truth, asked] = isTruth(right) ? [right, left] : [left, right];
  if (isTruth(truth) && asked.kind === 'name') {
    const isNegated = (meant === '!=') === (truth.text === 'true');
    return { mistake: 'truth', ...whole, meant: isNegated ? `!${asked.text}` : asked.text };
  }
  const missing = [left, right].find(isNull);
  const other = missing === left ? right : left;
  if (!missing || other.kind !== 'name') return undefined;
  const isPresent = meant === '==' ? `!${other.text}` : other.text;
  return { mistake: 'missing', ...whole, meant: `${other.text} ${meant} ""`, orMeant: isPresent };
}

/** Explains a constant on the left, or a variable on the right. */
function explainOperands({ left, meant, right }: Compared): Found | undefined {
  const whole = { first: left, last: right };
  if (left.kind === 'constant') {
    const isClear = right.kind === 'name';
    const order = isClear ? `${right.text} ${turned[meant]} ${plain(left)}` : undefined;
    return { mistake: 'order', ...whole, meant: order };
  }
  if (right.kind !== 'name') return undefined;
  const isText = /[=!]=/.test(meant) && !/[./]/.test(right.text);
  const quoted = isText ? `${left.text} ${meant} "${right.text}"` : undefined;
  return { mistake: 'variables', ...whole, meant: quoted };
}

/** Explains a wrong comparison of a variable with a constant, in this order. */
function explainConstant({ before, left, sign, meant, right }: Compared): Found | undefined {
  const compared = `${left.text} ${meant} ${plain(right)}`;
  const number = isNumber(right) ? plainNumber(right.text) : undefined;
  if (isNumber(right) && number !== right.text) {
    if (meant === sign.text) return { mistake: 'number', first: right, last: right, meant: number };
    return { mistake: 'number', first: left, last: right, meant: number && compared };
  }
  if (before?.text === '!') return { mistake: 'not', first: before, last: right, meant: `!(${compared})` };
  if (meant !== sign.text) return { mistake: 'operator', first: sign, last: sign, meant };
  if (/[=!]=/.test(meant) || isNumber(right)) return undefined;
  const unquoted = right.text.slice(1, -1);
  const isNumeric = /^-?\d+(?:\.\d+)?$/.test(unquoted);
  return { mistake: 'text', first: right, last: right, meant: isNumeric ? unquoted : undefined };
}

/** Splits `0 < errorCount < 5` into two comparisons, if the variable is in the middle. */
function unchained(
  left: Piece,
  sign: ComparisonOperator,
  middle: Piece,
  next: Piece,
  last: Piece,
): string | undefined {
  const second = operators.get(next.text);
  const isClear = left.kind === 'constant' && middle.kind === 'name' && last.kind === 'constant';
  if (!isClear || !second) return undefined;
  return `${middle.text} ${turned[sign]} ${plain(left)} && ${middle.text} ${second} ${plain(last)}`;
}

function piecesOf(source: string, { start, end }: SourceRange): readonly Piece[] {
  return Array.from(source.slice(start, end).matchAll(pieces), match => {
    const [text, constant, operator, name] = match;
    const from = start + match.index;
    const kind = constant ? 'constant' : operator ? 'operator' : name ? 'name' : 'other';
    return { kind, text, range: { start: from, end: from + text.length } };
  });
}

function isOperand({ kind }: Piece): boolean {
  return kind === 'constant' || kind === 'name';
}

function isTruth({ text }: Piece): boolean {
  return text === 'true' || text === 'false';
}

function isNull({ kind, text }: Piece): boolean {
  return kind === 'name' && /^(?:null|nil|undefined)$/i.test(text);
}

function isNumber({ text }: Piece): boolean {
  return /^[+-]?\.?\d/.test(text);
}

/** A constant in plain quotes. */
function plain(piece: Piece): string {
  if (isNumber(piece)) return plainNumber(piece.text) ?? piece.text;
  return piece.kind === 'name' ? piece.text : `"${piece.text.slice(1, -1)}"`;
}

function reported(source: string, { mistake, first, last, meant, orMeant }: Found): Diagnostic {
  const range = { start: first.range.start, end: last.range.end };
  const fixes = [meant, orMeant].flatMap(each =>
    each === undefined ? [] : replaceWith(range, each, `Write \`${excerpt(each)}\``),
  );
  const found = source.slice(range.start, range.end);
  return diagnose('invalid-condition', range, { found, mistake }, { fixes });
}

/** Other languages' names for the number of items in a list. */
export const lengthNames: readonly string[] = ['length', 'size', 'count'];

const some = ['> 0', '!= 0', '>= 1', '!= '];
const none = ['== 0', '<= 0', '< 1', '== '];

/** The condition that is equivalent to comparing a list, or its length, with a constant, if there is one. */
export function meantByLength(
  list: string,
  operator: ComparisonOperator,
  constant: number | string,
): string | undefined {
  const asked = `${operator} ${constant}`;
  if (some.includes(asked)) return list;
  return none.includes(asked) ? `!${list}` : undefined;
}

/** Matches numbers in the notation of the grammar. */
const plainForm = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const grouped = /^\d{1,3}(?:([,_.'])\d{3})(?:\1\d{3})*$/;

/** Converts a number such as `.5`, `1,000` or `+5` to the notation of the grammar; undefined if it is ambiguous. */
function plainNumber(written: string): string | undefined {
  if (plainForm.test(written)) return written;
  const sign = written.startsWith('-') ? '-' : '';
  const digits = written.replace(/^[+-]/, '');
  const [, whole = digits, decimals = ''] = /^([\d,_.']*)\.(\d*)$/.exec(digits) ?? [];
  const point = decimals === '' ? '' : `.${decimals}`;
  if (/^\d*$/.test(whole) && whole + decimals !== '') return `${sign}${whole || '0'}${point}`;
  if (grouped.test(digits)) return sign + digits.replace(/\D/g, '');
  if (grouped.test(whole)) return sign + whole.replace(/\D/g, '') + point;
  return /^\d+,\d+$/.test(digits) ? sign + digits.replace(',', '.') : undefined;
}

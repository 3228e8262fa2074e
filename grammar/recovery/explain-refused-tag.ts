import type { IToken } from 'chevrotain';
import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { editAll, remove, replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import {
  Close,
  Comma,
  Dot,
  Equals,
  endOf,
  Name,
  Open,
  path,
  Quoted,
  RightParen,
  rangeOf,
  Semicolon,
  Slash,
  startOf,
} from '../lexer.ts';
import { nameSyntax } from '../names.ts';
import { explainComparison } from './explain-comparison.ts';

/** The place where the grammar refuses a tag. */
interface Refusal {
  /** The first token that did not fit. */
  readonly unexpected: IToken;
  /** The token before that. */
  readonly previous: IToken;
}

/** A tag whose inside the grammar refuses. */
export interface BrokenTag extends Refusal {
  readonly kind: 'value' | 'condition' | 'list';
  /** The whole tag of a value, or the text between the parentheses of a condition or list. */
  readonly range: SourceRange;
}

/** Explains why the inside of a tag does not match the productions, and how a person would fix it. */
export function explainTag(source: string, broken: BrokenTag): Diagnostic {
  if (broken.kind === 'list') return explainList(source, broken);
  const explanation =
    broken.kind === 'condition' ? explainCondition(source, broken) : explainOptions(source, broken);
  return explanation ?? { ...unexpectedIn(broken), fixes: indexFixes(source, broken) };
}

/** Matches the index of an item in the notation of most languages. */
const index = /(?<=[\w\]])\[\s{0,8}(\d{1,10})\s{0,8}\]/g;

/** Writes `custom.items[0].id` as `custom.items.0.id`, up to the first text in quotes. */
function indexFixes(source: string, { range, unexpected }: BrokenTag): readonly Fix[] {
  if (unexpected.image !== '[') return [];
  const [names = ''] = source.slice(range.start, range.end).split(/["“”„″]/, 1);
  const edits = Array.from(names.matchAll(index), ({ 0: written, 1: digits, index: at }) => {
    const start = range.start + at;
    return { range: { start, end: start + written.length }, text: `.${digits}` };
  });
  const [first] = edits;
  return first ? [editAll(`Write \`${first.text}\``, edits)] : [];
}

function explainCondition(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range } = broken;
  const condition = trimmed(source, range.start, range.end);
  const text = source.slice(condition.start, condition.end);
  if (text === '') return diagnose('empty-condition', range, {});
  return (
    explainComparison(source, condition) ??
    explainOperator(source, broken) ??
    diagnose('invalid-condition', condition, { found: text }, { fixes: indexFixes(source, broken) })
  );
}

function explainOptions(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range, unexpected, previous } = broken;
  const type = unexpected.tokenType;
  const here = rangeOf(unexpected);
  switch (previous.tokenType) {
    case Quoted: {
      if (type === Semicolon) return wrongSeparator(',', '`;`', here, fix(',', here));
      if (type !== Name) return undefined;
      const gap = { start: endOf(previous), end: here.start };
      return wrongSeparator(',', 'a space', { start: gap.start, end: here.end }, fix(', ', gap));
    }
    case Semicolon:
    case Comma: {
      const isEnd = type === Close || (type === RightParen && broken.kind === 'list');
      if (!isEnd && type !== Comma && type !== Semicolon) return undefined;
      const found = rangeOf(previous);
      return diagnose('missing-option', found, { after: previous.image }, { fixes: [remove(found)] });
    }
    case Equals: {
      const value = valueWithoutQuotes(source, here.start, range.end);
      const text = source.slice(value.start, value.end);
      if (text === '') return undefined;
      const [, plain = text] = /^([^'].*)["“”]$/s.exec(text) ?? [];
      return diagnose('missing-quotes', value, { value: plain }, { fixes: [fix(`"${plain}"`, value)] });
    }
    case Name:
      return missingEquals(source, broken) ?? missingSemicolon(source, broken);
  }
  return undefined;
}

/** Explains `$date format="HH:mm"$`, `$date: format="HH:mm"$` and `$date, format="HH:mm"$`. */
function missingSemicolon(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range, unexpected, previous } = broken;
  const here = rangeOf(unexpected);
  const { image } = unexpected;
  if (image !== ',' && !/^:?\s*\w+\s*=/.test(source.slice(here.start, range.end)))
    return unexpected.tokenType === Name ? endsTooLate(source, broken) : undefined;
  const isBlank = unexpected.tokenType === Name;
  const at = isBlank ? { start: endOf(previous), end: endOf(previous) } : here;
  return wrongSeparator(';', isBlank ? 'a space' : `\`${image}\``, here, fix(';', at));
}

/** Explains `$errorCount errors$`, which was meant as `$errorCount$ errors`, and `$profile had $errorCount$`. */
function endsTooLate(source: string, broken: BrokenTag): Diagnostic {
  const { range, unexpected, previous } = broken;
  // A pattern without `format=` should not be sent as text.
  if (/^[yMdHhmsaESZXz]{2,}$/.test(unexpected.image)) return unexpectedIn(broken);
  const close = { range: { start: endOf(previous), end: endOf(previous) }, text: '$' };
  const removal = { range: { start: range.end - 1, end: range.end }, text: '' };
  const edits = /[A-Za-z_]/.test(source[range.end] ?? '') ? [close] : [close, removal];
  return {
    ...unexpectedIn(broken),
    fixes: [editAll(`End the tag after \`${excerpt(previous.image)}\``, edits)],
  };
}

/** Explains an option's name without `=`: `format: "upper"`, `format "upper"`. */
function missingEquals(source: string, { range, unexpected, previous }: BrokenTag): Diagnostic | undefined {
  const isOption = /[;,]\s*$/.test(source.slice(range.start, startOf(previous)));
  if (!isOption) return undefined;
  const facts = { name: previous.image };
  const start = endOf(previous);
  if (unexpected.tokenType === Quoted) {
    const fixes = [fix('=', { start, end: startOf(unexpected) })];
    return diagnose('missing-equals', rangeOf(previous), facts, { fixes });
  }
  const fixes = unexpected.image === ':' ? [fix('=', rangeOf(unexpected))] : [];
  return diagnose('missing-equals', rangeOf(previous), facts, { fixes });
}

function wrongSeparator(expected: ';' | ',', found: string, range: SourceRange, way: Fix): Diagnostic {
  return diagnose('wrong-separator', range, { expected, found }, { fixes: [way] });
}

function valueWithoutQuotes(source: string, start: number, tagEnd: number): SourceRange {
  const inside = source.slice(start, tagEnd);
  const end = inside.slice(0, inside.search(/,\s*[A-Za-z_]+\s*=|\$|$/)).trimEnd().length;
  return { start, end: start + end };
}

function unexpectedIn({ unexpected, previous }: BrokenTag): Diagnostic {
  const found = unexpected.tokenType === Close ? 'This closing `$`' : `\`${excerpt(unexpected.image)}\``;
  return diagnose('unexpected-in-tag', rangeOf(unexpected), { found, expected: expectedAfter(previous) });
}

function expectedAfter(previous: IToken): string {
  switch (previous.tokenType) {
    case Open:
    case Dot:
    case Slash:
      return 'a name';
    case Semicolon:
    case Comma:
      return 'an option, as in `null="n/a"`';
    case Equals:
      return 'a value in double quotes';
    case Quoted:
      return '`,` and another option, or `$` to end the tag';
    default:
      return '`;` and an option, or `$` to end the tag';
  }
}

function trimmed(source: string, start: number, end: number): SourceRange {
  const text = source.slice(start, Math.max(start, end));
  const left = text.length - text.trimStart().length;
  return { start: start + left, end: start + Math.max(left, text.trimEnd().length) };
}

function fix(text: string, range: SourceRange): Fix {
  return replaceWith(range, text, `Write \`${excerpt(text)}\``);
}

/** Other languages' notations, with the name of an item and the list, in either order. */
const notations: readonly RegExp[] = [
  new RegExp(`^(?:(?:let|const|var)\\s+)?(?<item>${nameSyntax})\\s*(?:of|:|<-|=)\\s*(?<list>${path})$`),
  new RegExp(`^(?:(?:let|const|var)\\s+)(?<item>${nameSyntax})\\s+in\\s+(?<list>${path})$`),
  new RegExp(`^(?<item>${nameSyntax})\\s+[Ii][Nn]\\s+(?<list>${path})$`),
  new RegExp(`^(?<list>${path})\\s*(?:as|->|=>|:)\\s*(?<item>${nameSyntax})$`),
  new RegExp(`^(?<item>${nameSyntax})\\s*,\\s*${nameSyntax}\\s+(?:in|of)\\s+(?<list>${path})$`),
  new RegExp(`^(?:in\\s+)?(?<list>${path})$`),
];

/** Other languages' notations for a filter. */
const filterNotation = new RegExp(
  `^(?<head>${nameSyntax}\\s+in\\s+${path})(?:\\s+(?:where|when)\\s+|\\s*\\)\\s*if\\s+|\\s*[,;|]\\s*(?:if\\s+)?)(?<filter>[^()]+)$`,
);

/** Other languages' notations for taking the first items only. */
const maxNotation = new RegExp(
  `^(?<head>${nameSyntax}\\s+in\\s+${path}(?:\\s+if\\s+[^;]+?)?)(?:\\s*[;,|]\\s*|\\s+)(?:max|limit|take|first|slice)\\s*[:=(]?\\s*["']?(?<max>[1-9]\\d*)["']?$`,
);

/** A filter after the options. */
const filterLast = new RegExp(
  `^(?<head>${nameSyntax}\\s+in\\s+${path})\\s*;(?<options>[^;]*["”])\\s*,?\\s*if\\s+(?<filter>[^()]+)$`,
);

/** Explains the options of a list, or what stands for them in other languages. */
function explainListOptions(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range, unexpected, previous } = broken;
  const isBegun = [Semicolon, Comma, Equals].includes(previous.tokenType);
  const begun = isBegun ? explainOptions(source, broken) : undefined;
  if (begun) return begun;
  const text = source.slice(range.start, range.end).trim();
  const { head: whole, max } = maxNotation.exec(text)?.groups ?? {};
  const { head, options, filter } = filterLast.exec(text)?.groups ?? {};
  const meant =
    max === undefined
      ? filter && `${head} if ${filter.trim()};${options}`
      : `${whole?.trimEnd()}; max="${max}"`;
  if (meant) return diagnose('invalid-list', range, { found: text }, { fixes: [replaceWith(range, meant)] });
  const isOption = /;\s*\w+\s*(?:[=:](?!=)|["“”]|$)/.test(source.slice(range.start, endOf(unexpected)));
  return isOption ? explainOptions(source, broken) : undefined;
}

/** Explains why the text between the parentheses of a list's tag does not match the production. */
function explainList(source: string, broken: BrokenTag): Diagnostic {
  const inOptions = explainListOptions(source, broken);
  return inOptions ?? explainListHead(source, broken.range, broken);
}

function explainListHead(source: string, range: SourceRange, refusal: Refusal): Diagnostic {
  const text = source.slice(range.start, range.end).trim();
  const filter = /\sif\b/.exec(source.slice(range.start, range.end));
  const start = range.start + (filter ? filter.index + filter[0].length : 0);
  const inFilter =
    filter &&
    (explainComparison(source, { start, end: range.end }) ??
      (startOf(refusal.unexpected) > start ? explainOperator(source, refusal) : undefined));
  if (inFilter) return inFilter;
  const filtered = filterNotation.exec(text)?.groups;
  if (filtered) {
    const { head, filter } = filtered;
    const fixes = [replaceWith(range, `${head} if ${filter}`)];
    return diagnose('invalid-list', range, { found: text }, { fixes });
  }
  const { item, list } = notations.map(each => each.exec(text)?.groups).find(Boolean) ?? {};
  const meant = list && `${item ?? itemOf(list)} in ${list}`;
  const fixes = meant ? [replaceWith(range, meant)] : [];
  return diagnose('invalid-list', range, { found: text }, { fixes });
}

/** A name for the items of `alerts`. */
function itemOf(list: string): string {
  const last = list.split(/[./]/).at(-1) ?? list;
  return /[^s]s$/.test(last) ? last.slice(0, -1) : 'item';
}

const operators = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['&', '&&'],
  ['|', '||'],
]);

/** Explains an operator of another language in a condition. */
function explainOperator(source: string, { unexpected, previous }: Refusal): Diagnostic | undefined {
  for (const token of [unexpected, previous]) {
    const operator = operators.get(token.image.toLowerCase());
    if (!operator) continue;
    const twice = token.image.length === 1 && source[endOf(token)] === token.image ? 1 : 0;
    const found = { start: startOf(token), end: endOf(token) + twice };
    const gap = operator === '!' && source[found.end] === ' ' ? 1 : 0;
    const range = { start: found.start, end: found.end + gap };
    const fixes = [replaceWith(range, operator)];
    return diagnose('invalid-condition', found, { found: source.slice(found.start, found.end) }, { fixes });
  }
  return undefined;
}

import type { IToken } from 'chevrotain';
import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { editAll, remove, replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, rangeOf, startOf } from '../token-range.ts';
import * as t from '../tokens.ts';
import { explainComparison } from './comparison/explain-comparison.ts';
import { explainPicked } from './explain-applied.ts';
import { explainList } from './explain-list.ts';
import { explainOperator, type Refusal } from './explain-operator.ts';

/** A tag whose inside the grammar refuses. */
export interface BrokenTag extends Refusal {
  readonly kind: 'value' | 'condition' | 'list';
  /** The whole value tag, or what is between the parentheses of a condition or list. */
  readonly range: SourceRange;
}

/** Why the inside of a tag does not fit the productions, and what a person would do about it. */
export function explainTag(source: string, broken: BrokenTag): Diagnostic {
  if (broken.kind === 'list') return explainList(source, broken.range, broken);
  const explanation =
    broken.kind === 'condition' ? explainCondition(source, broken) : explainOptions(source, broken);
  return explanation ?? unexpectedIn(broken);
}

function explainCondition(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range } = broken;
  const condition = trimmed(source, range.start, range.end);
  const text = source.slice(condition.start, condition.end);
  if (text === '') return diagnose('empty-condition', range, {});
  return (
    explainComparison(source, condition) ??
    explainOperator(source, broken) ??
    diagnose('invalid-condition', condition, { found: text })
  );
}

function explainOptions(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range, unexpected, previous } = broken;
  const type = unexpected.tokenType;
  const here = rangeOf(unexpected);
  switch (previous.tokenType) {
    case t.Quoted: {
      if (type === t.Semicolon) return wrongSeparator(',', '`;`', here, fix(',', here));
      if (type !== t.Name) return undefined;
      const gap = { start: endOf(previous), end: here.start };
      return wrongSeparator(',', 'a space', { start: gap.start, end: here.end }, fix(', ', gap));
    }
    case t.Semicolon:
    case t.Comma: {
      if (type !== t.Close && type !== t.Comma && type !== t.Semicolon) return undefined;
      const found = rangeOf(previous);
      return diagnose('missing-option', found, { after: previous.image }, { fixes: [remove(found)] });
    }
    case t.Equals: {
      const value = valueWithoutQuotes(source, here.start, range.end);
      const text = source.slice(value.start, value.end);
      if (text === '') return undefined;
      const [, plain = text] = /^([^'].*)["“”]$/s.exec(text) ?? [];
      return diagnose('missing-quotes', value, { value: plain }, { fixes: [fix(`"${plain}"`, value)] });
    }
    case t.Name:
      if (unexpected.image === '(' || unexpected.image === '[') return explainPicked(source, range);
      return missingEquals(source, broken) ?? missingSemicolon(source, broken);
  }
  return undefined;
}

/** `$date format="HH:mm"$`, `$date: format="HH:mm"$`, `$date, format="HH:mm"$`. */
function missingSemicolon(source: string, broken: BrokenTag): Diagnostic | undefined {
  const { range, unexpected, previous } = broken;
  const here = rangeOf(unexpected);
  const { image } = unexpected;
  if (image !== ',' && !/^:?\s*\w+\s*=/.test(source.slice(here.start, range.end)))
    return unexpected.tokenType === t.Name ? endsTooLate(source, broken) : undefined;
  const isBlank = unexpected.tokenType === t.Name;
  const at = isBlank ? { start: endOf(previous), end: endOf(previous) } : here;
  return wrongSeparator(';', isBlank ? 'a space' : `\`${image}\``, here, fix(';', at));
}

/** `$errorCount errors$`, where `$errorCount$ errors` was meant, or `$profile had $errorCount$`. */
function endsTooLate(source: string, broken: BrokenTag): Diagnostic {
  const { range, unexpected, previous } = broken;
  // A pattern without `format=` should not be sent as it stands.
  if (/^[yMdHhmsaESZXz]{2,}$/.test(unexpected.image)) return unexpectedIn(broken);
  const close = { range: { start: endOf(previous), end: endOf(previous) }, text: '$' };
  const removal = { range: { start: range.end - 1, end: range.end }, text: '' };
  const edits = /[A-Za-z_]/.test(source[range.end] ?? '') ? [close] : [close, removal];
  return {
    ...unexpectedIn(broken),
    fixes: [editAll(`End the tag after \`${excerpt(previous.image)}\``, edits)],
  };
}

/** An option's name without `=` after it: `format: "upper"`, `format "upper"`. */
function missingEquals(source: string, { range, unexpected, previous }: BrokenTag): Diagnostic | undefined {
  const isOption = /[;,]\s*$/.test(source.slice(range.start, startOf(previous)));
  if (!isOption) return undefined;
  const facts = { name: previous.image };
  const start = endOf(previous);
  if (unexpected.tokenType === t.Quoted) {
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
  const found = unexpected.tokenType === t.Close ? 'This closing `$`' : `\`${excerpt(unexpected.image)}\``;
  return diagnose('unexpected-in-tag', rangeOf(unexpected), { found, expected: expectedAfter(previous) });
}

function expectedAfter(previous: IToken): string {
  switch (previous.tokenType) {
    case t.Open:
    case t.Dot:
    case t.Slash:
      return 'a name';
    case t.Semicolon:
    case t.Comma:
      return 'an option, as in `null="n/a"`';
    case t.Equals:
      return 'a value in double quotes';
    case t.Quoted:
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

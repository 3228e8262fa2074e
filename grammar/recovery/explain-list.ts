import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { startOf } from '../token-range.ts';
import { nameSyntax, path } from '../tokens.ts';
import { explainComparison } from './comparison/explain-comparison.ts';
import { explainOperator, type Refusal } from './explain-operator.ts';

/** How other languages write it, with the name of an item and the list, in either order. */
const notations: readonly RegExp[] = [
  new RegExp(`^(?:(?:let|const|var)\\s+)?(?<item>${nameSyntax})\\s*(?:of|:|<-|=)\\s*(?<list>${path})$`),
  new RegExp(`^(?:(?:let|const|var)\\s+)(?<item>${nameSyntax})\\s+in\\s+(?<list>${path})$`),
  new RegExp(`^(?<item>${nameSyntax})\\s+[Ii][Nn]\\s+(?<list>${path})$`),
  new RegExp(`^(?<list>${path})\\s*(?:as|->|=>|:)\\s*(?<item>${nameSyntax})$`),
  new RegExp(`^(?<item>${nameSyntax})\\s*,\\s*${nameSyntax}\\s+(?:in|of)\\s+(?<list>${path})$`),
  new RegExp(`^(?:in\\s+)?(?<list>${path})$`),
];

/** How other languages take some items only. */
const filterNotation = new RegExp(
  `^(?<head>${nameSyntax}\\s+in\\s+${path})(?:\\s+(?:where|when)\\s+|\\s*\\)\\s*if\\s+|\\s*[,;|]\\s*(?:if\\s+)?)(?<filter>[^()]+)$`,
);

/** Why what stands between the parentheses of a list's tag does not fit the production. */
export function explainList(source: string, range: SourceRange, refusal: Refusal): Diagnostic {
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

/** A name for an item of `alerts`. */
function itemOf(list: string): string {
  const last = list.split(/[./]/).at(-1) ?? list;
  return /[^s]s$/.test(last) ? last.slice(0, -1) : 'item';
}

import { lengthNames } from '../../../grammar/recovery/explain-comparison.ts';
import type { PathNode } from '../../../grammar/tree.ts';
import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import {
  type Diagnostic,
  diagnose,
  type Edit,
  type Fix,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt, proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { areNear } from '../../spelling/did-you-mean.ts';
import { type Kind, kinds } from './known-names.ts';
import {
  type Item,
  isOutOfReach,
  lookUp,
  lookUpNumbered,
  type PathTarget,
  type Scope,
  wholeOf,
} from './scope.ts';
import { isGroup, isList } from './variables.ts';

/** Reports an unknown name; without a word that is `meant`, it is looked for among variables of a kind and other words. */
export function reportUnknown(
  path: PathNode,
  scope: Scope,
  kind: Kind,
  words: readonly string[] = [],
  meant?: string,
): undefined {
  const { names, range } = path;
  const name = names.join('.');
  if (isOutOfReach(scope, names)) {
    scope.report(diagnose('item-outside-list', range, { name, item: names[0] ?? '' }));
    return;
  }
  const whole = wholeOf(scope, names);
  if (whole && isList(whole.type)) return reportList(path, whole.name, scope, kind);
  const numbered = numberMeantBy(names, scope);
  const facts = { name, known: scope.known.named(kind), whole: whole?.name, numbered };
  const fixes = numbered === undefined ? fixesOf(facts.whole) : [];
  scope.report(diagnose('unknown-variable', range, facts, { fixes }));

  /** A part of a text is not a misspelt name of another variable. */
  function fixesOf(whole: string | undefined): readonly Fix[] {
    const wanted = wantedKind(kind, scope);
    if (whole === undefined)
      return proposeMeant(
        range,
        meant ?? partNamed(names, scope, wanted) ?? scope.known.meantBy(wanted, name, words),
      );
    return kind === 'any' ? [replaceWith(range, whole)] : [];
  }
}

/** A value of JSON may be a group too. */
function wantedKind(kind: Kind, { isJson }: Scope): Kind {
  return isJson && kind === 'any' ? 'json' : kind;
}

/** In the body of a list, `name` means `item.name` if only its items have such a part. */
function partNamed(names: readonly string[], scope: Scope, kind: Kind): string | undefined {
  for (const { name } of scope.items.toReversed()) {
    const part = name === '' ? undefined : lookUp(scope, [name, ...names]);
    const isMeant = part && part.origin.parts === undefined;
    if (isMeant && kinds[kind](part.type, part.optional.length > 0)) return [name, ...names].join('.');
  }
  return undefined;
}

/** Other languages' names for the place of an item, which most of them count from 0. */
const placeNames = ['index', 'index0', 'idx', 'position', 'counter'];

/** The number of an item of which another language's name for it is written. */
function numberMeantBy(names: readonly string[], scope: Scope): string | undefined {
  const [item = '', place = ''] = names;
  const number = [item, 'number'];
  const isMeant = names.length === 2 && placeNames.includes(place) && !lookUp(scope, number);
  return isMeant && lookUpNumbered(scope, number) ? number.join('.') : undefined;
}

/** Reports a list whose name is used like that of an item, or with a part of one. */
export function reportList(
  { names, range }: PathNode,
  name: string,
  scope: Scope,
  kind: Kind = 'any',
): undefined {
  const part = partOfItem(names, scope, wantedKind(kind, scope));
  const isCount =
    (kind === 'any' && lengthOf(names, scope) !== undefined) ||
    (part === undefined && kinds[kind]('number', false) && isNearCount(names, name));
  const counted = isCount ? `${name}.count` : undefined;
  const meant = counted ?? part;
  const isJson = scope.isJson && kind === 'any' && names.join('.') === name;
  const facts = { name, meant, isJson, counted };
  scope.report(diagnose('list-as-value', range, facts, { fixes: proposeMeant(range, meant) }));
}

/** Whether a path is that of the count of a list, but for a slip; `amount` is none. */
function isNearCount(names: readonly string[], list: string): boolean {
  return names.slice(0, -1).join('.') === list && areNear('count', names.at(-1) ?? '');
}

/** The list of a path such as `items.length`. */
export function lengthOf(names: readonly string[], scope: Scope): string | undefined {
  if (!lengthNames.includes(names.at(-1) ?? '')) return undefined;
  // An item may have a part of that name.
  if (partOfItem(names, scope, 'comparable') !== undefined) return undefined;
  const whole = wholeOf(scope, names);
  return whole && isList(whole.type) ? whole.name : undefined;
}

/** In the body of a list, `alerts.name` may be a mistake for `alert.name`, where `alert` is an item of `alerts`. */
export function partOfItem(names: readonly string[], scope: Scope, kind: Kind): string | undefined {
  for (let length = 1; length <= names.length; length++) {
    const found = lookUp(scope, names.slice(0, length));
    if (found && isGroup(found.type)) continue;
    const item = found && isList(found.type) ? itemOf(found, scope) : undefined;
    if (!item) return undefined;
    const meant = [item.name, ...names.slice(length)];
    const part = lookUp(scope, meant);
    if (!part || !kinds[kind](part.type, part.optional.length > 0)) return undefined;
    return meant.join('.');
  }
  return undefined;
}

/** The innermost item of a list, if its name leads to it. */
function itemOf({ origin: { level, path } }: PathTarget, { items }: Scope): Item | undefined {
  const item = items.findLast(({ list }) => list.level === level && list.path.join('.') === path.join('.'));
  const isNamed = item?.name && item === items.findLast(({ name }) => name === item.name);
  return isNamed ? item : undefined;
}

/** Merges the mistakes of a tag without its end: with a name that is no variable, one fix mends both. */
export function withUnclosedNames(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unclosed = diagnostics.filter(({ code }) => code === 'unclosed-tag');
  if (unclosed.length === 0) return diagnostics;
  const unknown = new Map(
    diagnostics.flatMap(each =>
      each.code === 'unknown-variable' ? [[each.range.start - 1, each] as const] : [],
    ),
  );
  const merged = new Set<Diagnostic>(unclosed.flatMap(({ range }) => unknown.get(range.start) ?? []));
  return diagnostics.flatMap(each => {
    if (merged.has(each)) return [];
    const name = each.code === 'unclosed-tag' ? unknown.get(each.range.start) : undefined;
    if (!name) return [each];
    // What follows a dot may be text.
    const isWhole = ({ text, range }: Edit) =>
      text.split('.').length >= name.facts.name.split('.').length &&
      range.end === each.range.end &&
      text !== name.facts.name;
    const fixes = name.fixes.flatMap(({ edits: [edit] }) =>
      edit && isWhole(edit) ? [closed(each.range, edit)] : [],
    );
    return [{ ...each, fixes: [...fixes, ...each.fixes] }];
  });
}

function closed({ end }: SourceRange, name: Edit): Fix {
  return editAll(`Write \`$${excerpt(name.text)}$\``, [name, ...insertAt(end, '$').edits]);
}

import type { PathNode } from '../../../grammar/tree.ts';
import { diagnose, type Fix } from '../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { type Kind, kinds } from './known-names.ts';
import { type Item, isOutOfReach, lookUp, type PathTarget, type Scope, wholeOf } from './scope.ts';
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
  const facts = { name, known: scope.known.named(kind), whole: whole?.name };
  scope.report(diagnose('unknown-variable', range, facts, { fixes: fixesOf(facts.whole) }));

  /** A part of a text is not a misspelt name of another variable. */
  function fixesOf(whole: string | undefined): readonly Fix[] {
    if (whole === undefined) return proposeMeant(range, meant ?? scope.known.meantBy(kind, name, words));
    return kind === 'any' ? [replaceWith(range, whole)] : [];
  }
}

/** Reports a list whose name is used like that of an item, or with a part of one. */
export function reportList(
  { names, range }: PathNode,
  name: string,
  scope: Scope,
  kind: Kind = 'any',
): undefined {
  const meant = partOfItem(names, scope, kind);
  const isJson = scope.isJson && kind === 'any' && names.join('.') === name;
  scope.report(
    diagnose('list-as-value', range, { name, meant, isJson }, { fixes: proposeMeant(range, meant) }),
  );
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
    if (!part || isGroup(part.type) || !kinds[kind](part.type, part.optional.length > 0)) return undefined;
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

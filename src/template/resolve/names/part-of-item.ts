import { type Found, type Item, lookUp, type Scope } from '../scope.ts';
import { isGroup, isList } from '../variables.ts';
import { type Kind, kinds } from './known-names.ts';

/** Whoever writes `alerts.name` where `alert` stands for an item of `alerts` means `alert.name`. */
export function partOfItem(names: readonly string[], scope: Scope, kind: Kind): string | undefined {
  for (let length = 1; length <= names.length; length++) {
    const found = lookUp(scope, names.slice(0, length));
    if (found && isGroup(found.type)) continue;
    const item = found && isList(found.type) ? itemOf(found, scope) : undefined;
    if (!item) return undefined;
    const meant = [item.name, ...names.slice(length)];
    const type = lookUp(scope, meant)?.type;
    return type !== undefined && !isGroup(type) && kinds[kind](type) ? meant.join('.') : undefined;
  }
  return undefined;
}

/** The innermost item of a list, if its name leads to it. */
function itemOf({ origin: { level, path } }: Found, { items }: Scope): Item | undefined {
  const item = items.findLast(({ list }) => list.level === level && list.path.join('.') === path.join('.'));
  const isNamed = item?.name && item === items.findLast(({ name }) => name === item.name);
  return isNamed ? item : undefined;
}

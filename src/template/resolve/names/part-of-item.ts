import { type Item, lookUp, type Scope } from '../scope.ts';
import { isGroup, isList } from '../variables.ts';
import { type Kind, kinds } from './known-names.ts';

/** Whoever writes `alerts.name` where `alert` stands for an item of `alerts` means `alert.name`. */
export function partOfItem(names: readonly string[], scope: Scope, kind: Kind): string | undefined {
  for (let length = 1; length <= names.length; length++) {
    const item = itemOf(names.slice(0, length), scope);
    if (!item) continue;
    const meant = [item.name, ...names.slice(length)];
    const type = lookUp(scope, meant)?.type;
    return type !== undefined && !isGroup(type) && kinds[kind](type) ? meant.join('.') : undefined;
  }
  return undefined;
}

/** The innermost item of a list, if its name leads to it. */
function itemOf(list: readonly string[], scope: Scope): Item | undefined {
  const found = lookUp(scope, list);
  if (!found || !isList(found.type)) return undefined;
  const { level, path } = found.origin;
  const isOfList = ({ list }: Item) => list.level === level && list.path.join('.') === path.join('.');
  const item = scope.items.findLast(isOfList);
  const isNamed = item === scope.items.findLast(({ name }) => name === item?.name);
  return item?.name && isNamed ? item : undefined;
}

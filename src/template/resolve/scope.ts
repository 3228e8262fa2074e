import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AskedVariables } from './asked-variables.ts';
import type { KnownNames } from './known-names.ts';
import type { ServedEvents } from './served-events.ts';
import { isGroup, type Origin, typeAt, type VariableSchema, type VariableType } from './variables.ts';

/** What names and options are resolved against, and where what is wrong with them goes. */
export interface Scope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly known: KnownNames;
  /** Those of a webhook. */
  readonly served?: ServedEvents | undefined;
  /** The zone of dates that name none. */
  readonly timeZone: string;
  /** The items of the lists around, the outermost first. */
  readonly items: readonly Item[];
  /** Collects the names that items have in lists up to here. */
  readonly itemNames: Set<string>;
  /** Collects the variables of conditions. */
  readonly asked: AskedVariables;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** The name that stands for each item in the body of a list. */
export interface Item {
  readonly name: string;
  readonly type: VariableType;
  /** Where the list is read from. */
  readonly list: Origin;
  /** Collects what conditions ask of an item. */
  readonly asked: AskedVariables;
  /** One object for each path within an item. */
  readonly paths: Map<string, readonly string[]>;
}

/** What a path leads to. */
export interface Found {
  readonly type: VariableType;
  readonly origin: Origin;
  readonly asked: AskedVariables;
}

/** What a path leads to, if anything. */
export function lookUp(scope: Scope, names: readonly string[]): Found | undefined {
  const { items, variables, asked } = scope;
  if (items.length > 0) {
    const index = items.findLastIndex(({ name }) => name === names[0]);
    const item = items[index];
    if (item) return lookInto(item, index + 1, names);
  }
  const type = typeAt(variables, names);
  return type === undefined ? undefined : { type, origin: { level: 0, path: names }, asked };
}

function lookInto(item: Item, level: number, names: readonly string[]): Found | undefined {
  const inside = names.slice(1);
  const key = inside.join('.');
  const path = item.paths.get(key) ?? inside;
  item.paths.set(key, path);
  const type = typeAt(item.type, path);
  return type === undefined ? undefined : { type, origin: { level, path }, asked: item.asked };
}

/** The variable that a path wants to name a part of, though it has none or is a list. */
export function wholeOf(
  scope: Scope,
  names: readonly string[],
): { readonly name: string; readonly type: VariableType } | undefined {
  for (let length = 1; length < names.length; length++) {
    const type = lookUp(scope, names.slice(0, length))?.type;
    if (type === undefined) return undefined;
    if (!isGroup(type)) return { name: names.slice(0, length).join('.'), type };
  }
  return undefined;
}

/** Whether a path begins with the name that an item has in the body of a list, and stands outside of that. */
export function isOutOfReach(
  { items, itemNames, variables }: Scope,
  [first = '']: readonly string[],
): boolean {
  return (
    itemNames.has(first) && !Object.hasOwn(variables, first) && !items.some(({ name }) => name === first)
  );
}

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AskedVariables } from './asked-variables.ts';
import type { KnownNames } from './known-names.ts';
import type { ServedEvents } from './served-events.ts';
import {
  isGroup,
  isList,
  type Origin,
  optionalAlong,
  type PresentType,
  typeAt,
  type VariableSchema,
  type VariableType,
} from './variables.ts';

/** The context for resolving names and options, with a function that takes reports of mistakes. */
export interface Scope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly known: KnownNames;
  /** Only for the template of a webhook. */
  readonly served?: ServedEvents | undefined;
  /** The zone for dates without a zone of their own. */
  readonly timeZone: string;
  /** Items of the surrounding lists, outermost first. */
  readonly items: readonly Item[];
  /** Collects the names of items in the lists so far. */
  readonly itemNames: Set<string>;
  /** Collects the variables of conditions. */
  readonly asked: AskedVariables;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** The name for each item in the body of a list. */
export interface Item {
  readonly name: string;
  readonly type: VariableType;
  /** The source of the list. */
  readonly list: Origin;
  /** Collects the questions of conditions about an item. */
  readonly asked: AskedVariables;
  /** One object for each path within an item. */
  readonly paths: Map<string, readonly string[]>;
}

/** The target of a path. */
export interface PathTarget {
  readonly type: PresentType;
  readonly origin: Origin;
  readonly asked: AskedVariables;
  /** How long those beginnings of the origin's path are that may be missing; 0 for an item itself. */
  readonly optional: readonly number[];
}

/** The target of a path, if it has one. */
export function lookUp(scope: Scope, names: readonly string[]): PathTarget | undefined {
  const { items, variables, asked } = scope;
  if (items.length > 0) {
    const index = items.findLastIndex(({ name }) => name === names[0]);
    const item = items[index];
    if (item) return lookInto(item, index + 1, names);
  }
  const type = typeAt(variables, names);
  if (type === undefined) return undefined;
  return { type, origin: { level: 0, path: names }, asked, optional: optionalAlong(variables, names) };
}

function lookInto(item: Item, level: number, names: readonly string[]): PathTarget | undefined {
  const inside = names.slice(1);
  const key = inside.join('.');
  const path = item.paths.get(key) ?? inside;
  item.paths.set(key, path);
  const type = typeAt(item.type, path);
  if (type === undefined) return undefined;
  const optional = optionalAlong(item.type, path);
  return { type, origin: { level, path }, asked: item.asked, optional };
}

/** The list of a path such as `items.count`. */
export function lookUpCounted(scope: Scope, names: readonly string[]): PathTarget | undefined {
  const list = names.at(-1) === 'count' ? lookUp(scope, names.slice(0, -1)) : undefined;
  return list && isList(list.type) ? list : undefined;
}

/** The variable whose part a path names although it has no parts or is a list. */
export function wholeOf(
  scope: Scope,
  names: readonly string[],
): { readonly name: string; readonly type: PresentType } | undefined {
  for (let length = 1; length < names.length; length++) {
    const type = lookUp(scope, names.slice(0, length))?.type;
    if (type === undefined) return undefined;
    if (!isGroup(type)) return { name: names.slice(0, length).join('.'), type };
  }
  return undefined;
}

/** Whether a path begins with the name of a list item, but stands outside the body of that list. */
export function isOutOfReach(
  { items, itemNames, variables }: Scope,
  [first = '']: readonly string[],
): boolean {
  return (
    itemNames.has(first) && !Object.hasOwn(variables, first) && !items.some(({ name }) => name === first)
  );
}

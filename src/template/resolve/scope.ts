import type { PathNode } from '../../../grammar/tree.ts';
import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import type { AskedVariables } from './asked-variables.ts';
import type { KnownNames } from './known-names.ts';
import { type ServedEvents, variablesWith } from './served-events.ts';
import {
  declaredAt,
  isGroup,
  isList,
  jsonAlong,
  type Origin,
  optionalAlong,
  type PresentType,
  presentType,
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
  /** Whether the output has values that lists and groups can be. */
  readonly isJson: boolean;
  /** Whether the output has to fulfil a schema. */
  readonly isUnderSchema: boolean;
  /** Items of the surrounding lists, outermost first. */
  readonly items: readonly Item[];
  /** Collects the names of items in the lists so far. */
  readonly itemNames: Set<string>;
  /** Collects the variables of conditions. */
  readonly asked: AskedVariables;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Called for a comparison with `true`, `false` or `null` of something whose name alone asks something else. */
  readonly reportOther: (condition: SourceRange) => void;
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
  /** Set while the filter is resolved that decides which items are taken. */
  readonly isFiltered?: boolean;
  /** Notes on the use of the item's number. */
  readonly number: NumberNotes;
}

/** What the body of a list does with the numbers of its items. */
interface NumberNotes {
  isUsed: boolean;
  /** Whether it was said that a part of that name is declared. */
  isExplained: boolean;
}

/** The path as it is called today, whether it is written so or by a former name, of which a hint tells. */
export function asCalledToday(path: PathNode, scope: Scope): PathNode {
  const { served, items, report } = scope;
  if (!served) return path;
  const { names, range } = path;
  const item = items.findLast(({ name }) => name === names[0]);
  const around = item?.asked.declared ?? [];
  const present = served.renamings.presentOf([...around, ...(item ? names.slice(1) : names)]);
  if (!present) return path;
  const today = item ? [item.name, ...present.slice(around.length)] : present;
  // Here the present name would mean an item.
  if (!item && items.some(({ name }) => name === today[0])) return path;
  const [name, meant] = [names.join('.'), today.join('.')];
  report(diagnose('renamed-variable', range, { name, meant }, { fixes: [safe(replaceWith(range, meant))] }));
  return { ...path, names: today };
}

/** The target of a path. */
export interface PathTarget {
  readonly type: PresentType;
  readonly origin: Origin;
  readonly asked: AskedVariables;
  /** How long those beginnings of the origin's path are that may be missing; 0 for an item itself. */
  readonly optional: readonly number[];
}

/** The target of a path, if it has one; for events that lack it, that of others. */
export function lookUp(scope: Scope, names: readonly string[]): PathTarget | undefined {
  return lookUpOwn(scope, names) ?? lookUpOfOthers(scope, names);
}

/** The proof knows whether an event comes to a name that it lacks, so that such a name is resolved like any other. */
function lookUpOfOthers(scope: Scope, names: readonly string[]): PathTarget | undefined {
  const { served, items, asked } = scope;
  if (!served || lookUpNumbered(scope, names) || isCount(scope, names)) return undefined;
  const item = items.findLast(({ name }) => name === names[0]);
  const path = item ? [...item.asked.declared, ...names.slice(1)] : [...asked.declared, ...names];
  const variables = variablesWith(served, path);
  return (
    variables &&
    lookUpOwn(
      {
        ...scope,
        variables,
        items: items.map(each => ({
          ...each,
          type: declaredAt(variables, each.asked.declared) ?? each.type,
        })),
      },
      names,
    )
  );
}

/** Whether it is the count of a list that the events have. */
function isCount(scope: Scope, names: readonly string[]): boolean {
  const list = names.at(-1) === 'count' ? lookUpOwn(scope, names.slice(0, -1)) : undefined;
  return list !== undefined && isList(list.type);
}

function lookUpOwn(scope: Scope, names: readonly string[]): PathTarget | undefined {
  const { items, variables, asked } = scope;
  if (items.length > 0) {
    const index = items.findLastIndex(({ name }) => name === names[0]);
    const item = items[index];
    if (item) return lookInto(item, index + 1, names);
  }
  const type = typeAt(variables, names);
  if (type === undefined) return lookIntoJson(variables, names, { level: 0, asked });
  return { type, origin: { level: 0, path: names }, asked, optional: optionalAlong(variables, names) };
}

/** A part of JSON is JSON again, and may be missing. */
function lookIntoJson(
  whole: VariableType,
  names: readonly string[],
  {
    level,
    asked,
    paths,
  }: { readonly level: number } & Pick<PathTarget, 'asked'> & Partial<Pick<Item, 'paths'>>,
): PathTarget | undefined {
  const length = jsonAlong(whole, names);
  if (length === undefined) return undefined;
  const declared = names.slice(0, length);
  const path = paths ? pathIn(paths, declared) : declared;
  return { type: 'json', origin: { level, path, parts: names.slice(length) }, asked, optional: [length] };
}

function pathIn(paths: Item['paths'], inside: readonly string[]): readonly string[] {
  const key = inside.join('.');
  const path = paths.get(key) ?? inside;
  paths.set(key, path);
  return path;
}

function lookInto(item: Item, level: number, names: readonly string[]): PathTarget | undefined {
  const inside = names.slice(1);
  const type = typeAt(item.type, inside);
  if (type === undefined) return lookIntoJson(item.type, inside, { ...item, level });
  const path = pathIn(item.paths, inside);
  const optional = optionalAlong(item.type, path);
  return { type, origin: { level, path }, asked: item.asked, optional };
}

/** The list of a path such as `items.count`. */
export function lookUpCounted(scope: Scope, names: readonly string[]): PathTarget | undefined {
  const list = names.at(-1) === 'count' ? lookUp(scope, names.slice(0, -1)) : undefined;
  return list && isList(list.type) ? list : undefined;
}

/** The item whose number a path such as `item.number` names; of JSON it is a property. */
export function lookUpNumbered(
  { items }: Scope,
  [first, last, ...more]: readonly string[],
): { readonly item: Item; readonly level: number } | undefined {
  if (last !== 'number' || more.length > 0) return undefined;
  const index = items.findLastIndex(({ name }) => name === first);
  const item = items[index];
  return item && presentType(item.type) !== 'json' ? { item, level: index + 1 } : undefined;
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

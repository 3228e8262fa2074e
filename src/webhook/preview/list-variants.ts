import { isGroup, isList, type VariableSchema, type VariableType } from '../../template/resolve/variables.ts';

/** How the lists of an event are filled. */
interface Filling {
  /** How many items each list has at least. */
  readonly length: number;
  /** Which of their values the booleans and closed sets of items have; absent where they stay as they are. */
  readonly choice?: number;
}

/** More values of a closed set are not tried. */
const mostChoices = 6;

/**
 * A sample and, if there are lists among its variables, the same with no item in each list, with one, and with several:
 * the three ways that a template can go through a list; with the sample's own items, and with items that filters may
 * take and conditions tell apart. Items that the sample lacks are missing values.
 */
export function listVariants<T extends object>(sample: T, variables: VariableSchema): readonly T[] {
  if (!hasLists(variables)) return [sample];
  const choices = Array.from({ length: Math.min(choicesIn(variables), mostChoices) }, (_, choice) => choice);
  const fillings: readonly Filling[] = [
    ...[0, 1, 2].map(length => ({ length })),
    ...choices.flatMap(choice => [1, 2].map(length => ({ length, choice }))),
  ];
  // A group keeps its other members, and its lists stay lists of the same items.
  return [sample, ...fillings.map(filling => withLists(sample, variables, filling) as T)];
}

function hasLists(type: VariableType): boolean {
  return isList(type) || (isGroup(type) && Object.values(type).some(hasLists));
}

/** How many values conditions can tell apart in an item, at most. */
function choicesIn(type: VariableType): number {
  if (isList(type)) return choicesOfItem(type.of);
  return isGroup(type) ? mostOf(type, choicesIn) : 0;
}

function choicesOfItem(type: VariableType): number {
  if (type === 'boolean') return 2;
  if (Array.isArray(type)) return type.length;
  // It may be empty or not.
  if (isList(type)) return Math.max(2, choicesOfItem(type.of));
  return isGroup(type) ? mostOf(type, choicesOfItem) : 0;
}

function mostOf(group: VariableSchema, count: (type: VariableType) => number): number {
  return Object.values(group).reduce((most, type) => Math.max(most, count(type)), 0);
}

function withLists(value: unknown, type: VariableType, filling: Filling): unknown {
  if (isList(type)) return listOfItems(Array.isArray(value) ? value : [], type.of, filling);
  if (!isGroup(type) || !hasLists(type)) return value;
  return withMembers(value, type, (member, memberType) => withLists(member, memberType, filling));
}

function listOfItems(items: readonly unknown[], type: VariableType, filling: Filling): readonly unknown[] {
  const { length, choice } = filling;
  const keepsAll = choice === undefined && length > 1;
  return Array.from({ length: keepsAll ? Math.max(length, items.length) : length }, (_, index) => {
    const item = index < items.length ? items[index] : items.at(-1);
    if (choice === undefined) return withLists(item, type, filling);
    // Lists in the only item are empty, those in the first of two have one item.
    return itemOf(item, type, { length: length === 1 ? 0 : index + 1, choice });
  });
}

function itemOf(value: unknown, type: VariableType, filling: Required<Filling>): unknown {
  const { choice } = filling;
  if (type === 'boolean') return choice % 2 === 1;
  if (Array.isArray(type)) return type[choice % type.length];
  if (!isGroup(type)) return withLists(value, type, filling);
  return withMembers(value, type, (member, memberType) => itemOf(member, memberType, filling));
}

function withMembers(
  value: unknown,
  group: VariableSchema,
  change: (member: unknown, type: VariableType) => unknown,
): unknown {
  const members = Object.entries(group).map(([name, type]) => [name, change(own(value, name), type)]);
  return { ...Object(value), ...Object.fromEntries(members) };
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

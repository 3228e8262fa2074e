import { isGroup, isList, type VariableSchema, type VariableType } from '../../template/resolve/variables.ts';
import type { ComparedValues } from './compared-values.ts';

/** A way to fill an event with values. */
interface Filling {
  /** The minimum number of items in each list. */
  readonly length: number;
  /** The choice among values for items and compared variables; absent if they stay as they are. */
  readonly choice?: Choice;
  readonly compared: ComparedValues;
}

type Chosen = Required<Filling>;

const nothing: ComparedValues = { names: new Set(), numbers: [], texts: [] };
const one: Counts = { truth: 1, member: 1, number: 1, text: 1 };

/**
 * The sample and, if there are lists among its variables, variants with no item in each list, with one, and with
 * several: the three ways through a list. Variants have the sample's own items, or items that filters may take and
 * conditions tell apart. Variables of the event itself are varied in the same way if conditions name them. Items that
 * the sample lacks are missing values.
 */
export function listVariants<T extends object>(
  sample: T,
  variables: VariableSchema,
  compared = nothing,
): readonly T[] {
  const choices = choicesOf(countsIn(variables, '', compared));
  const lengths = hasLists(variables) ? [0, 1, 2] : [];
  const fillings: readonly Filling[] = [
    ...lengths.map(length => ({ length, compared })),
    ...choices.flatMap(choice =>
      (lengths.length > 0 ? [1, 2] : [0]).map(length => ({ length, choice, compared })),
    ),
  ];
  // A group keeps its other members, and its lists stay lists of the same type.
  return [sample, ...fillings.map(filling => vary(sample, variables, '', filling) as T)];
}

function hasLists(type: VariableType): boolean {
  return isList(type) || (isGroup(type) && Object.values(type).some(hasLists));
}

/** For each kind, the number of values that conditions can tell apart. */
function countsIn(type: VariableType, path: string, compared: ComparedValues): Counts {
  if (isList(type)) return countsOfItem(type.of, compared);
  if (!isGroup(type)) return compared.names.has(path) ? countsOfItem(type, compared) : one;
  return mostOf(type, (member, name) => countsIn(member, join(path, name), compared));
}

function countsOfItem(type: VariableType, compared: ComparedValues): Counts {
  if (type === 'boolean') return { ...one, truth: 2 };
  if (type === 'number') return { ...one, number: Math.max(1, compared.numbers.length) };
  if (type === 'string') return { ...one, text: Math.max(1, compared.texts.length) };
  if (Array.isArray(type)) return { ...one, member: type.length };
  // A list may be empty or not.
  if (isList(type)) return { ...countsOfItem(type.of, compared), truth: 2 };
  return isGroup(type) ? mostOf(type, member => countsOfItem(member, compared)) : one;
}

function mostOf(group: VariableSchema, count: (type: VariableType, name: string) => Counts): Counts {
  const counts = Object.entries(group).map(([name, type]) => count(type, name));
  return counts.reduce(
    (most, { truth, member, number, text }) => ({
      truth: Math.max(most.truth, truth),
      member: Math.max(most.member, member),
      number: Math.max(most.number, number),
      text: Math.max(most.text, text),
    }),
    one,
  );
}

function vary(value: unknown, type: VariableType, path: string, filling: Filling): unknown {
  if (isList(type)) return listOfItems(Array.isArray(value) ? value : [], type.of, filling);
  if (isGroup(type)) {
    if (!isChosen(filling) && !hasLists(type)) return value;
    return withMembers(value, type, (member, of, name) => vary(member, of, join(path, name), filling));
  }
  return isChosen(filling) && filling.compared.names.has(path) ? itemOf(value, type, filling) : value;
}

function isChosen(filling: Filling): filling is Chosen {
  return filling.choice !== undefined;
}

function listOfItems(items: readonly unknown[], type: VariableType, filling: Filling): readonly unknown[] {
  const { length } = filling;
  const keepsAll = !isChosen(filling) && length > 1;
  return Array.from({ length: keepsAll ? Math.max(length, items.length) : length }, (_, index) => {
    const item = index < items.length ? items[index] : items.at(-1);
    if (!isChosen(filling)) return vary(item, type, '', filling);
    // Lists inside a single item are empty; those inside the first of two items have one item.
    return itemOf(item, type, { ...filling, length: length === 1 ? 0 : index + 1 });
  });
}

function itemOf(value: unknown, type: VariableType, filling: Chosen): unknown {
  const { choice, compared } = filling;
  if (type === 'boolean') return choice.truth % 2 === 1;
  if (type === 'number') return chosen(compared.numbers, choice.number) ?? value;
  if (type === 'string') return chosen(compared.texts, choice.text) ?? value;
  if (Array.isArray(type)) return chosen(type, choice.member);
  if (isList(type)) return listOfItems(Array.isArray(value) ? value : [], type.of, filling);
  if (!isGroup(type)) return value;
  return withMembers(value, type, (member, memberType) => itemOf(member, memberType, filling));
}

function chosen<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[index % values.length];
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function withMembers(
  value: unknown,
  group: VariableSchema,
  change: (member: unknown, type: VariableType, name: string) => unknown,
): unknown {
  const members = Object.entries(group).map(([name, type]) => [name, change(own(value, name), type, name)]);
  return { ...Object(value), ...Object.fromEntries(members) };
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

/** The chosen value of each kind of variable in a variant, as an index modulo the number of its values. */
interface Choice {
  readonly truth: number;
  /** For closed sets of texts. */
  readonly member: number;
  readonly number: number;
  readonly text: number;
}

/** The number of values of each kind. */
type Counts = Choice;

/** Limits both series of choices: one value after another, and combinations. */
const mostChoices = 24;

/** Each value at least once, then all combinations, both up to a limit; none if no kind has two values. */
function choicesOf(counts: Counts): readonly Choice[] {
  const { truth, member, number, text } = counts;
  const most = Math.max(truth, member, number, text);
  if (most < 2) return [];
  const each = upTo(most).map(index => ({ truth: index, member: index, number: index, text: index }));
  const together = upTo(most === truth * member * number * text ? 0 : truth * member * number * text);
  return [
    ...each,
    ...together.map(index => ({
      truth: index % truth,
      number: Math.floor(index / truth) % number,
      member: Math.floor(index / truth / number) % member,
      text: Math.floor(index / truth / number / member),
    })),
  ];
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: Math.min(count, mostChoices) }, (_, index) => index);
}

import { Budget } from '../../diagnostics/budget.ts';
import { readPart } from '../../template/read-own-property.ts';
import {
  isGroup,
  isList,
  isOptional,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../../template/resolve/variables.ts';
import { makeUp } from '../events/make-up-facts.ts';
import type { ComparedValues } from './compared-values.ts';

/** A way to fill an event with values. */
interface Filling {
  /** The minimum number of items in each list. */
  readonly length: number;
  /** The choice among values for items and compared variables; absent if they stay as they are. */
  readonly choice?: Choice;
  readonly compared: ComparedValues;
  readonly budget: Budget;
}

type Chosen = Required<Filling>;

const one: Counts = { truth: 1, member: 1, number: 1, text: 1 };

/** Units for making one value of a variant. */
const valueUnits = 10;

/**
 * A sample and, if there are lists among its variables, the same with no item in each list, with one, and with several:
 * the three ways that a template can go through a list; with the sample's own items, and with items that filters may
 * take and conditions tell apart. What conditions ask of the event itself is varied in the same way. Then the same for the
 * sample with a value for everything that is optional, with none, and without one after the other. Ends early once the
 * budget is spent.
 */
export function* listVariants<T extends object>(
  sample: T,
  variables: VariableSchema,
  compared: ComparedValues,
  budget: Budget,
): Iterable<T> {
  yield sample;
  const choices = choicesOf(countsIn(variables, '', compared));
  const lengths = hasLists(variables) ? [0, 1, 2, ...longer(compared.numbers)] : [];
  const fillings: readonly Filling[] = [
    ...lengths.map(length => ({ length, compared, budget })),
    ...choices.flatMap(choice =>
      (lengths.length > 0 ? [1, 2] : [0]).map(length => ({ length, choice, compared, budget })),
    ),
  ];
  let base: T | undefined = sample;
  for (const absent of [undefined, ...absences(variables, compared)]) {
    if (absent !== undefined) {
      base = untilSpent(() => withPresence(sample, variables, '', { absent, budget }) as T);
      if (base === undefined) return;
      yield base;
    }
    for (const filling of fillings) {
      const from: T = base;
      // A group keeps its other members, and its lists stay lists of the same items.
      const variant = untilSpent(() => vary(from, variables, '', filling) as T);
      if (variant === undefined) return;
      yield variant;
    }
  }
}

/** Nothing once the budget is spent. */
function untilSpent<T>(make: () => T): T | undefined {
  return Budget.attempt<T | undefined>(make, () => undefined);
}

/** Lengths that conditions on `items.count` may tell apart. */
function longer(numbers: readonly number[]): readonly number[] {
  return numbers.filter(number => Number.isInteger(number) && number > 2 && number <= maxListLength);
}

const maxListLength = 32;

/** More optional variables are not left out one by one. */
const maxLeftOut = 12;

/** The paths of optional variables that lack a value together. */
function absences(variables: VariableSchema, { names }: ComparedValues): readonly ReadonlySet<string>[] {
  const paths = [...new Set(optionalPaths(variables, '', path => names.has(path)))];
  if (paths.length === 0) return [];
  const single = paths.length > 1 ? paths.slice(0, maxLeftOut).map(path => [path]) : [];
  return [[], paths, ...single].map(absent => new Set(absent));
}

/** With dots between names; an item has the path of its list, and may be asked anything. */
function optionalPaths(
  declared: VariableType,
  path: string,
  isAsked: (path: string) => boolean,
): readonly string[] {
  const type = presentType(declared);
  const own = isOptional(declared) && isAsked(path) ? [path] : [];
  if (isList(type)) return [...own, ...optionalPaths(type.of, path, () => true)];
  if (!isGroup(type)) return own;
  return [
    ...own,
    ...Object.entries(type).flatMap(([name, member]) => optionalPaths(member, join(path, name), isAsked)),
  ];
}

interface Presence {
  readonly absent: ReadonlySet<string>;
  readonly budget: Budget;
}

/** With a value for each variable, made up where the sample lacks it, but without those. */
function withPresence(value: unknown, declared: VariableType, path: string, presence: Presence): unknown {
  presence.budget.spend(valueUnits);
  if (isOptional(declared) && presence.absent.has(path)) return undefined;
  const type = presentType(declared);
  if (isList(type)) {
    const items = Array.isArray(value) && value.length > 0 ? value : makeUp(nameIn(path), type, madeUpDate);
    return Array.isArray(items) ? items.map(item => withPresence(item, type.of, path, presence)) : value;
  }
  if (isGroup(type)) {
    return withMembers(value, type, (member, of, name) =>
      withPresence(member, of, join(path, name), presence),
    );
  }
  if (value !== undefined && value !== null) return value;
  return makeUp(nameIn(path), type, madeUpDate);
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const madeUpDate = new Date(Date.UTC(2026, 0, 31, 12));

/** What is optional and missing stays so. */
function isAbsent(value: unknown, declared: VariableType): boolean {
  return isOptional(declared) && (value === undefined || value === null);
}

function hasLists(declared: VariableType): boolean {
  const type = presentType(declared);
  return isList(type) || (isGroup(type) && Object.values(type).some(hasLists));
}

/** How many values conditions can tell apart. */
function countsIn(declared: VariableType, path: string, compared: ComparedValues): Counts {
  const type = presentType(declared);
  if (isList(type)) return countsOfItem(type.of, compared);
  if (!isGroup(type)) return compared.prefixes.has(path) ? countsOfItem(type, compared) : one;
  return maxOf(type, (member, name) => countsIn(member, join(path, name), compared));
}

function countsOfItem(declared: VariableType, compared: ComparedValues): Counts {
  const type = presentType(declared);
  if (type === 'boolean') return { ...one, truth: 2 };
  if (type === 'number') return { ...one, number: Math.max(1, compared.numbers.length) };
  if (type === 'string') return { ...one, text: Math.max(1, compared.texts.length) };
  if (Array.isArray(type)) return { ...one, member: type.length };
  if (type === 'json') return { ...one, text: Math.max(1, compared.ofParts.length) };
  // A list may be empty or not.
  if (isList(type)) return { ...countsOfItem(type.of, compared), truth: 2 };
  return isGroup(type) ? maxOf(type, member => countsOfItem(member, compared)) : one;
}

function maxOf(group: VariableSchema, count: (type: VariableType, name: string) => Counts): Counts {
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

function vary(value: unknown, declared: VariableType, path: string, filling: Filling): unknown {
  filling.budget.spend(valueUnits);
  const type = presentType(declared);
  if (isAbsent(value, declared)) return value;
  if (isList(type)) return listOfItems(Array.isArray(value) ? value : [], type.of, filling);
  if (isGroup(type)) {
    if (!isChosen(filling) && !hasLists(type)) return value;
    return withMembers(value, type, (member, of, name) => vary(member, of, join(path, name), filling));
  }
  return isChosen(filling) && filling.compared.prefixes.has(path) ? itemOf(value, type, filling) : value;
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

function itemOf(value: unknown, declared: VariableType, filling: Chosen): unknown {
  filling.budget.spend(valueUnits);
  const type = presentType(declared);
  if (isAbsent(value, declared)) return value;
  const { choice, compared } = filling;
  if (type === 'boolean') return choice.truth % 2 === 1;
  if (type === 'number') return chosen(compared.numbers, choice.number) ?? value;
  if (type === 'string') return chosen(compared.texts, choice.text) ?? value;
  if (Array.isArray(type)) return chosen(type, choice.member);
  if (type === 'json') {
    const part = chosen(compared.ofParts, choice.text);
    const near = compared.parts.filter(names => names.length <= deepestPart);
    return near.reduce<unknown>((whole, names) => withPart(whole, names, part, filling.budget), value);
  }
  if (isList(type)) return listOfItems(Array.isArray(value) ? value : [], type.of, filling);
  if (!isGroup(type)) return value;
  return withMembers(value, type, (member, memberType) => itemOf(member, memberType, filling));
}

/** Parts deeper than this keep the value of the sample. */
const deepestPart = 100;

/** JSON with a part of that value, or without it; what stands in its way makes room. */
function withPart(
  whole: unknown,
  [name, ...more]: readonly string[],
  value: unknown,
  budget: Budget,
): unknown {
  if (name === undefined) return value;
  const part = withPart(readPart(whole, name), more, value, budget);
  // What stays is copied.
  budget.spend(valueUnits * (1 + (isObject(whole) ? Object.keys(whole).length : 0)));
  if (/^\d/.test(name) && (Array.isArray(whole) || !isObject(whole))) {
    const items: unknown[] = Array.isArray(whole) ? [...whole] : [];
    // A place far beyond the others would make a list of that length.
    if (Number(name) <= Math.max(items.length, maxListLength)) items[Number(name)] = part;
    return items;
  }
  const others = isObject(whole) && !Array.isArray(whole) ? whole : {};
  if (part !== undefined) return { ...others, [name]: part };
  return Object.fromEntries(Object.entries(others).filter(([key]) => key !== name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
const maxChoices = 24;

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
  return Array.from({ length: Math.min(count, maxChoices) }, (_, index) => index);
}

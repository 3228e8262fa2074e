import { isGroup, isList, type VariableSchema, type VariableType } from '../../template/resolve/variables.ts';

/** How many items each list has: none, one, or several. */
const lengths = [0, 1, 2] as const;

/**
 * A sample and, if there are lists among its variables, the same with no item in each list, with one, and with several:
 * the three ways that a template can go through a list. Items that the sample lacks are missing values.
 */
export function listVariants<T extends object>(sample: T, variables: VariableSchema): readonly T[] {
  if (!hasLists(variables)) return [sample];
  // A group keeps its other members, and its lists stay lists of the same items.
  return [sample, ...lengths.map(length => withLists(sample, variables, length) as T)];
}

function hasLists(type: VariableType): boolean {
  return isList(type) || (isGroup(type) && Object.values(type).some(hasLists));
}

function withLists(value: unknown, type: VariableType, length: number): unknown {
  if (isList(type)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const few = Array.from({ length: Math.max(length, length > 1 ? items.length : 0) }, (_, index) =>
      index < items.length ? items[index] : items.at(-1),
    );
    return few.map(item => withLists(item, type.of, length));
  }
  if (!isGroup(type) || !hasLists(type)) return value;
  const members = Object.entries(type).map(([name, member]) => [
    name,
    withLists(own(value, name), member, length),
  ]);
  return { ...Object(value), ...Object.fromEntries(members) };
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

import { assertNever } from '../../diagnostics/assert-never.ts';
import {
  isGroup,
  isList,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../../template/resolve/variables.ts';
import type { Facts } from './event-facts.ts';

/** Makes up a value for each variable of an event without a sample, so that a preview shows where the values stand. */
export function makeUpFacts(variables: VariableSchema, date: Date, lists = 0): Facts {
  return Object.fromEntries(
    Object.entries(variables).map(([name, type]) => [name, makeUp(name, type, date, lists)]),
  );
}

/** Lists within so many others have one item, since the number of items doubles from list to list. */
const maxListsOfTwo = 4;

/** @param lists The number of lists around the value. */
export function makeUp(name: string, declared: VariableType, date: Date, lists = 0): unknown {
  const type = presentType(declared);
  if (isGroup(type)) return makeUpFacts(type, date, lists);
  if (isList(type)) {
    // Two items, so that the separator between them is visible too.
    const length = lists < maxListsOfTwo ? 2 : 1;
    return Array.from({ length }, () => makeUp(name, type.of, date, lists + 1));
  }
  if (typeof type === 'object') return type[0];
  switch (type) {
    case 'string':
      return name;
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'date':
      return date;
    case 'json':
      return {};
    default:
      return assertNever(type);
  }
}

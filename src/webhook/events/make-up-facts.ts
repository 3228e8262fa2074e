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
export function makeUpFacts(variables: VariableSchema, date: Date): Facts {
  return Object.fromEntries(
    Object.entries(variables).map(([name, type]) => [name, makeUp(name, type, date)]),
  );
}

export function makeUp(name: string, declared: VariableType, date: Date): unknown {
  const type = presentType(declared);
  if (isGroup(type)) return makeUpFacts(type, date);
  // Two items, so that the separator between them is visible too.
  if (isList(type)) return [makeUp(name, type.of, date), makeUp(name, type.of, date)];
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

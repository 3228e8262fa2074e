import {
  isGroup,
  isList,
  isOptional,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../../../src/template/resolve/variables.ts';
import { type Draw, drawFrom } from '../../template/promise/hostile-contexts.ts';

/** The text that a variable of this name gets; the index tells it from all others of one event. */
type TextOf = (name: string, index: number) => string;

/**
 * Facts of the declared types. How many items a list has, what is missing, and every number, date, boolean and closed set
 * follow from the seed alone: with two functions for the texts, facts differ in their texts and in nothing else.
 */
export function factsFor(variables: VariableSchema, seed: number, textOf: TextOf): Record<string, unknown> {
  const draw = drawFrom(seed);
  let texts = 0;
  return group(variables);

  function group(parts: VariableSchema): Record<string, unknown> {
    return Object.fromEntries(Object.entries(parts).map(([name, type]) => [name, value(name, type)]));
  }

  function value(name: string, declared: VariableType): unknown {
    if (isOptional(declared) && draw(3) === 0) return undefined;
    const type = presentType(declared);
    if (isList(type)) return Array.from({ length: draw(4) }, () => value(name, type.of));
    if (isGroup(type)) return group(type);
    if (typeof type === 'object') return type[draw(type.length)];
    if (type === 'boolean') return draw(2) === 0;
    if (type === 'number') return numberOf(draw);
    if (type === 'date') return new Date(1_700_000_000_000 + draw(1_000_000_000));
    return textOf(name, texts++);
  }
}

function numberOf(draw: Draw): number {
  return [0, 1, 2.5, 4, 1234.5, -3, 1e21, 1e-7][draw(8)] ?? 0;
}

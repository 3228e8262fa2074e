import { assertNever } from '../../diagnostics/assert-never.ts';
import {
  isGroup,
  isList,
  isOptional,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../../template/resolve/variables.ts';
import type { EventDescription } from './event-catalogue.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of an event's facts, as `create` of its catalogue takes them and `catalogueFromJson` reads
 * them: without `event`, and with a `date` that may be left out. `create` takes more than JSON has types for, which the schema
 * leaves out: milliseconds as a date, numbers as text, and null for a constant. What a validator takes for a `date-time` is
 * its own affair.
 */
export function schemaOfEvent({ title, description, variables, constants }: EventDescription): Schema {
  const { event: _event, date: _date, ...facts } = variables;
  const { properties, ...rest } = schemaOfGroup(facts, constants);
  const date = { description: 'When it happened; else now.', ...schemaOfType(optionalDate, undefined) };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...(description !== undefined && { description }),
    ...rest,
    properties: { ...(properties as Schema), date },
  };
}

const optionalDate: VariableType = { kind: 'optional', of: 'date' };

function schemaOfGroup(variables: VariableSchema, constants: Schema): Schema {
  const names = Object.keys(variables);
  const isSure = (name: string): boolean =>
    !isOptional(variables[name] ?? 'json') && !Object.hasOwn(constants, name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(variables).map(([name, type]) => {
        const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
        return [name, schemaOfType(type, constant)] as const;
      }),
    ),
    required: names.filter(isSure),
    additionalProperties: false,
  };
}

/** All but null: a type that says as little as no schema does, where that would say nothing of null. */
const allTypes = ['array', 'boolean', 'number', 'object', 'string'];

function schemaOfType(declared: VariableType, constant: unknown, isItem = false): Schema {
  const type = presentType(declared);
  const mayBeNull = isOptional(declared);
  const only = constant === undefined ? {} : { const: asJson(constant) };
  const ofType = (name: string): Schema => ({ type: mayBeNull ? [name, 'null'] : name, ...only });
  if (isList(type)) return { ...ofType('array'), items: schemaOfType(type.of, undefined, true) };
  if (isGroup(type)) return { ...schemaOfGroup(type, {}), ...ofType('object') };
  if (typeof type === 'object') return { enum: mayBeNull ? [...type, null] : type, ...only };
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return ofType(type);
    case 'date':
      return { ...ofType('string'), format: 'date-time' };
    case 'json':
      if (constant !== undefined) return { type: mayBeNull ? [...allTypes, 'null'] : allTypes, ...only };
      return mayBeNull && isItem ? { type: [...allTypes, 'null'] } : {};
    default:
      return assertNever(type);
  }
}

/** A constant may be a date, or a number that JSON has no digits for. */
function asJson(constant: unknown): unknown {
  return JSON.parse(
    JSON.stringify(constant, (_, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? 'null',
  );
}

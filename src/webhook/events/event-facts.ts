import { readInstant } from '../../dates/format/instant.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import {
  aBoolean,
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  InvalidArgument,
  missing,
  oneOf,
} from '../../options/define-options.ts';
import { declaredNumber } from '../../template/resolve/compared-values.ts';
import {
  isGroup,
  isList,
  isOptional,
  optional,
  type PresentType,
  presentType,
  type ScalarType,
  type VariableSchema,
  type VariableType,
} from '../../template/resolve/variables.ts';

/** Values by variable name; missing ones are left out. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * Reads values of these variables: each has the right type or, if it is optional, may be missing, and there are no others. The
 * result is a copy, frozen except for its dates, which nothing can freeze, and for the contents of its JSON.
 */
export function factsOf(
  variables: VariableSchema,
  what: Parameters<typeof defineOptions>[1] = 'variable',
): Check<Facts> {
  const read = defineOptions<Facts>(
    Object.fromEntries(Object.entries(variables).map(([name, type]) => [name, factOf(type)])),
    what,
  );
  return readable((given, name) => {
    const facts = Object.entries(read(ownData(given), name));
    return Object.freeze(Object.fromEntries(facts.filter(([, value]) => value !== undefined)));
  });
}

/**
 * The properties that templates would read: own data properties, neither getters nor inherited ones such as `toString`.
 */
function ownData(given: unknown = {}): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const own: Record<string, unknown> = Object.create(null);
  for (const [name, { enumerable, value }] of Object.entries(Object.getOwnPropertyDescriptors(given)))
    if (enumerable) own[name] = value;
  return own;
}

/** The same variables, some of which may be missing now. */
export function withOptional(variables: VariableSchema, names: readonly string[]): VariableSchema {
  return Object.fromEntries(
    Object.entries(variables).map(([name, type]) => [
      name,
      names.includes(name) ? optional(presentType(type)) : type,
    ]),
  );
}

/** Names the place of what cannot be read. The original error may contain a secret and is dropped. */
function readable<T>(check: Check<T>): Check<T> {
  return (value, name) => {
    try {
      return check(value, name);
    } catch (error) {
      throw error instanceof InvalidArgument ? error : expected(name, unreadable);
    }
  };
}

const unreadable = 'a value that can be read; its object throws an error';

/** The `null` of JSON is a value. */
function factOf(declared: VariableType): Check<unknown> {
  const type = presentType(declared);
  const check = readable(checkOf(type));
  return (value, name) => {
    if (value !== undefined && (value !== null || (type === 'json' && !isOptional(declared))))
      return check(value, name);
    if (isOptional(declared)) return undefined;
    throw missing(name, 'a value, or make it optional in the catalogue');
  };
}

function checkOf(type: PresentType): Check<unknown> {
  if (isList(type)) return aListOf(factOf(type.of));
  return isGroup(type) ? factsOf(type) : scalarOf(type);
}

function scalarOf(type: ScalarType): Check<unknown> {
  if (typeof type === 'object') return oneOf(...type);
  switch (type) {
    case 'string':
      return aText;
    case 'number':
      return checkThat('a number, or text that is one as JSON writes it', isNumber);
    case 'boolean':
      return aBoolean;
    case 'date':
      return aDate;
    case 'json':
      return aJsonValue;
    default:
      return assertNever(type);
  }
}

/** Copies the date, so that the event stays the same when the caller changes its own. */
const aDate: Check<Date> = (value, name) => {
  const epochMs = value instanceof Date ? value.getTime() : readInstant(value);
  if (epochMs === undefined || Number.isNaN(epochMs))
    throw expected(
      name,
      'a date: ISO 8601 text with an offset, such as `2026-11-20T08:15:00Z`, milliseconds since 1970, or a valid `Date`',
    );
  return new Date(epochMs);
};

/** Keeps a list or an object as the current result of `JSON.stringify`. Errors of that may contain a secret. */
const aJsonValue: Check<unknown> = (value, name) => {
  if (typeof value === 'function' || typeof value === 'symbol') throw expected(name, jsonValue);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return aDate(value, name);
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(value));
  } catch {
    throw expected(name, jsonValue);
  }
  // An object that serialises itself as a string is not written like that string, so it is kept.
  return typeof copy === 'object' ? copy : value;
};

const jsonValue = 'a value that `JSON.stringify` can write';

/** A text may be beyond all doubles, and has its own digits all the same. */
function isNumber(value: unknown): value is number | bigint | string {
  if (typeof value === 'string') return !Number.isNaN(declaredNumber(value));
  return typeof value === 'bigint' || Number.isFinite(value);
}

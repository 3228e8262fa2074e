/**
 * Thrown for a context, or a value inside it, that throws when it is read, or that is not a list although declared as
 * one. The original error may contain a secret and is dropped.
 */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
  readonly code: 'unreadable' | 'not-a-list';

  constructor(code: UnreadableValue['code'] = 'unreadable') {
    super(code === 'unreadable' ? 'cannot be read: its object throws.' : 'is not a list.');
    this.code = code;
  }
}

/**
 * The value of one name in a context, or in a value inside it. Only own data properties are read, never a prototype,
 * getter or inherited property; anything else is a missing value.
 *
 * @throws {UnreadableValue} for a proxy that was revoked, or whose traps throw.
 */
export function readOwn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return Object.getOwnPropertyDescriptor(value, name)?.value;
  } catch {
    throw new UnreadableValue();
  }
}

/** The value at a path, each name read as by `readOwn`. */
export function readOwnProperty(context: unknown, path: readonly string[]): unknown {
  let value = context;
  for (const name of path) value = readOwn(value, name);
  return value;
}

/** An index of an array, as a property is named. */
const index = /^(?:0|[1-9]\d*)$/;

/**
 * The value of a part of JSON: an item of an array by its index, or an own data property of a plain object. Anything else
 * has no parts.
 *
 * @throws {UnreadableValue} like `readOwn`.
 */
export function readPart(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const hasPart = Array.isArray(value) ? index.test(name) : isPlain(value);
    return hasPart ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  } catch {
    throw new UnreadableValue();
  }
}

/** Also for an object of another realm, such as that of a frame. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The part of a value that these names lead to, each read as by `readPart`; the value itself without names. */
export function readParts(value: unknown, parts: readonly string[] | undefined): unknown {
  return parts ? parts.reduce(readPart, value) : value;
}

/**
 * Thrown for a context, or a value inside it, that throws when it is read, or that is not a list although declared as
 * one. The original error may contain a secret and is dropped.
 */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
  readonly code: 'unreadable' | 'not-a-list';

  constructor(code: UnreadableValue['code'] = 'unreadable') {
    super(code === 'unreadable' ? 'cannot be read: its object throws an error.' : 'is not a list.');
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

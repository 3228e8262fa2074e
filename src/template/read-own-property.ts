/** A context, or a value inside it, that throws when it is looked at; what it threw may be a secret and is dropped. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}

/**
 * The value at a path of a context. Own data properties alone are read: no prototype, getter or inherited property is
 * ever reached, and what is not there is a missing value.
 *
 * @throws {UnreadableValue} for a proxy that was revoked, or whose traps throw.
 */
export function readOwnProperty(context: unknown, path: readonly string[]): unknown {
  let value = context;
  try {
    for (const name of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Object.getOwnPropertyDescriptor(value, name)?.value;
    }
  } catch {
    throw new UnreadableValue();
  }
  return value;
}

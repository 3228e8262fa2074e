/**
 * The value at a path of a context. Own data properties alone are read: no prototype, getter or inherited property is
 * ever reached, and what is not there is a missing value.
 */
export function readOwn(context: unknown, path: readonly string[]): unknown {
  let value = context;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

/** Reads one variable of a context. */
export type Reader = (context: unknown) => unknown;

/**
 * Reads own data properties alone: no prototype, getter or inherited property is ever reached, and what is not there
 * is a missing value.
 */
export function compileReader(path: readonly string[]): Reader {
  const [first = '', ...rest] = path;
  if (rest.length === 0) return context => ownValue(context, first);
  const inner = compileReader(rest);
  return context => inner(ownValue(context, first));
}

function ownValue(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

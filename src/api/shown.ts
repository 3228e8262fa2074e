import type * as v from 'valibot';

/** A value of which an answer is made: a date may stand where the answer has its text. */
type Shown<T> = T extends string
  ? T | Date
  : T extends readonly unknown[] | object
    ? { readonly [K in keyof T]: Shown<T[K]> }
    : T;

/**
 * What an answer shows of a value: the members that its schema declares, and no others. Dates become strings, and members that
 * are undefined are absent.
 *
 * @example
 * shown(tokenSchema, { ...token, hash }); // → without the hash
 */
export function shown<S extends v.GenericSchema>(schema: S, value: Shown<v.InferInput<S>>): v.InferInput<S> {
  return shownBy(schema, value) as v.InferInput<S>;
}

interface AnySchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
}

function shownBy({ type, entries, item, wrapped }: AnySchema, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (wrapped) return value === null ? null : shownBy(wrapped, value);
  if (type === 'array' && item && Array.isArray(value)) return value.map(one => shownBy(item, one));
  if (!entries || typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, schema]) =>
      members[name] === undefined ? [] : [[name, shownBy(schema, members[name])]],
    ),
  );
}

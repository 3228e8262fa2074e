import type * as v from 'valibot';

/** A value of which an answer is made: a date may stand where the answer has its text. */
type Answerable<T> = T extends string
  ? T | Date
  : T extends readonly unknown[] | object
    ? { readonly [K in keyof T]: Answerable<T[K]> }
    : T;

/**
 * What an answer shows of a value: the members that its schema declares, and no others. Dates become strings, and members that
 * are undefined are absent.
 *
 * @example
 * asAnswer(tokenSchema, { ...token, hash }); // → without the hash
 */
export function asAnswer<S extends v.GenericSchema>(
  schema: S,
  value: Answerable<v.InferInput<S>>,
): v.InferInput<S> {
  return answerBy(schema, value) as v.InferInput<S>;
}

interface AnySchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
}

function answerBy({ type, entries, item, wrapped }: AnySchema, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (wrapped) return value === null ? null : answerBy(wrapped, value);
  if (type === 'array' && item && Array.isArray(value)) return value.map(one => answerBy(item, one));
  if (!entries || typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, schema]) =>
      members[name] === undefined ? [] : [[name, answerBy(schema, members[name])]],
    ),
  );
}

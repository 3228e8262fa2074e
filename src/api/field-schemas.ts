import * as v from 'valibot';

/** The query parameters of every list: the cursor, and the number of items. */
export const pageQuery = {
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1000}$/), v.description('The `next` of the previous page.')),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[1-9][0-9]?|[1-4][0-9][0-9]|500)$/),
      v.description('The maximum number of items, 1 to 500; default 50.'),
      v.transform(Number),
    ),
  ),
};

/** The schema of a page of such items. */
export function pageOf<S extends v.GenericSchema>(item: S) {
  return v.object({
    items: v.array(item),
    next: v.optional(
      v.pipe(v.string(), v.description('The `cursor` of the next page; absent on the last one.')),
    ),
  });
}

/** PostgreSQL rejects half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Text that a column of the database can hold. */
export const plainText = v.pipe(v.string(), v.regex(/^[^\0]{1,256}$/), v.check(isWellFormed));

/** Names of events or profiles. */
export const plainNames = v.pipe(v.array(plainText), v.minLength(1), v.maxLength(100));

export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** A time in a query. */
export const timeQuery = v.pipe(
  v.string(),
  v.regex(
    /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/,
  ),
  v.check(hasItsDay, 'There is no such day.'),
  v.description('ISO 8601 in UTC.'),
  v.transform(text => new Date(text)),
);

/** `Date` reads 30 February as 1 March, whose ISO form has another day. */
function hasItsDay(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10));
}

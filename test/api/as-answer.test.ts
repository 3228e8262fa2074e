import * as v from 'valibot';
import { expect, it } from 'vitest';
import { asAnswer } from '../../src/api/as-answer.ts';

const schema = v.object({
  id: v.string(),
  at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  note: v.optional(v.pipe(v.string(), v.description('Any.'))),
  items: v.array(v.object({ at: v.optional(v.string()) })),
  facts: v.record(v.string(), v.unknown()),
});

it('an answer shows what its schema declares alone, dates as text, and nothing that is undefined', () => {
  const at = new Date(0);
  const stored = {
    ...{ id: 'a', at, note: undefined, hash: 'secret', facts: { any: { deep: 1 } } },
    items: [{ at, hash: 'secret' }, { at: undefined }],
  };
  const answer = asAnswer(schema, stored);
  const text = '1970-01-01T00:00:00.000Z';
  expect(answer).toStrictEqual({
    ...{ id: 'a', at: text, items: [{ at: text }, {}], facts: { any: { deep: 1 } } },
  });
  expect(asAnswer(schema, { ...stored, at: null }).at).toBe(null);
});

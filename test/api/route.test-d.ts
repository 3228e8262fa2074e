import * as v from 'valibot';
import { expect, it } from 'vitest';
import { defineRoute } from '../../src/api/route.ts';

const about = { method: 'GET', path: '/x', operationId: 'x', summary: 'Read x' } as const;
const schema = v.object({ name: v.string() });
const answers = { 200: { description: 'It.', schema } };

it('a route says its role, or does not compile', () => {
  // @ts-expect-error No role.
  const open = defineRoute({ ...about, answers, handle: async () => ({ status: 200, body: { name: 'a' } }) });
  expect(open.role).toBeUndefined();
});

it('a route answers what it has declared, or does not compile', () => {
  const guarded = { ...about, role: 'viewer', answers } as const;
  // @ts-expect-error Another body.
  const other = defineRoute({ ...guarded, handle: async () => ({ status: 200, body: { title: 'a' } }) });
  // @ts-expect-error Another status.
  const status = defineRoute({ ...guarded, handle: async () => ({ status: 201, body: { name: 'a' } }) });
  expect([other.role, status.role]).toEqual(['viewer', 'viewer']);
});

import { expect, it } from 'vitest';
import type { ShownMessageDetails } from '../../../src/api/answers.ts';
import { outcomeOf, troubleOf } from '../../../src/studio/messages/message-words.ts';

const url = 'https://shop.test/hooks/42';
const moved = {
  kind: 'answered',
  status: 308,
  headers: [['location', `${url}/`]] as [string, string][],
  truncated: false,
} as const;
const failed: ShownMessageDetails = {
  ...{ id: 'msg_1', state: 'failed', endpoint: 'shop', method: 'POST', host: 'shop.test' },
  ...{ resent: 0, attempts: 1, maxAttempts: 10, createdAt: '2026-11-28T05:00:00.000Z' },
  lastOutcome: { kind: 'answered', status: 308 },
  history: [{ number: 1, startedAt: '2026-11-28T05:00:00.000Z', durationMs: 3, outcome: moved }],
};
const known =
  'The receiver answered with 308: it redirects to the same address with `/` at the end, and redirects are never followed, so save that address.';
const unknown =
  'The receiver answered with 308: it redirects to another address, and redirects are never followed.';

it('tell editors where a redirect leads', () => {
  expect(outcomeOf(moved, url)).toBe(known);
  expect(troubleOf({ ...failed, request: { method: 'POST', url, headers: [] } })).toBe(known);
});

it('tell others, and in lists, that redirects are never followed', () => {
  expect(outcomeOf({ kind: 'answered', status: 308 })).toBe(unknown);
  expect(troubleOf(failed)).toBe(unknown);
});

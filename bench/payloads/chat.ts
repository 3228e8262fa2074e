import { escapeJson } from './escape-json.ts';
import type { Payload } from './payload.ts';
import { date, errorCount, event, profile, recordsProcessed } from './piece.ts';

/** What a team chat's incoming webhook takes. */
export const chat: Payload = {
  name: 'chat',
  output: 'json',
  pieces: [
    '{"text":"',
    profile,
    ': ',
    event,
    '","at":"',
    date,
    '","records":',
    recordsProcessed,
    { kind: 'if-error', broken: [',"color":"danger","errors":', errorCount], otherwise: [',"color":"good"'] },
    ',"source":"CTCSRV20"}',
  ],
  literal: ({ profile, event, date, recordsProcessed, isError, errorCount }) =>
    `{"text":"${profile}: ${event}","at":"${date.toISOString().slice(0, 19)}Z","records":${recordsProcessed}${
      isError ? `,"color":"danger","errors":${errorCount}` : ',"color":"good"'
    },"source":"CTCSRV20"}`,
  escapedLiteral: ({ profile, event, date, recordsProcessed, isError, errorCount }) =>
    `{"text":"${escapeJson(profile)}: ${escapeJson(event)}","at":"${escapeJson(
      `${date.toISOString().slice(0, 19)}Z`,
    )}","records":${recordsProcessed}${
      isError ? `,"color":"danger","errors":${errorCount}` : ',"color":"good"'
    },"source":"CTCSRV20"}`,
  serialized: ({ profile, event, date, recordsProcessed, isError, errorCount }) =>
    JSON.stringify({
      text: `${profile}: ${event}`,
      at: `${date.toISOString().slice(0, 19)}Z`,
      records: recordsProcessed,
      ...(isError ? { color: 'danger', errors: errorCount } : { color: 'good' }),
      source: 'CTCSRV20',
    }),
};

import type { EventContext } from './contexts.ts';
import { escapeJson } from './escape-json.ts';
import type { Payload } from './payload.ts';
import { date, errorCount, event, type Piece, profile, recordsProcessed } from './piece.ts';

/** A message in no engine's syntax, and as somebody writes it by hand who looks at every value once. */
export interface Message<Values> {
  readonly pieces: readonly Piece[];
  readonly plain: (context: EventContext) => Values;
  readonly escaped: (context: EventContext) => Values;
  readonly write: (values: Values) => string;
  readonly object: (context: EventContext) => object;
}

type Values = Omit<EventContext, 'event' | 'date'> & { readonly event: string; readonly at: string };

function objectOf(
  { profile, event, isError, errorCount, recordsProcessed }: EventContext,
  at?: string,
): object {
  return {
    text: `${profile}: ${event}`,
    ...(at !== undefined && { at }),
    records: recordsProcessed,
    ...(isError ? { color: 'danger', errors: errorCount } : { color: 'good' }),
    source: 'CTCSRV20',
  };
}

function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const colors: Piece = {
  kind: 'if-error',
  broken: [',"color":"danger","errors":', errorCount],
  otherwise: [',"color":"good"'],
};

/** What a team chat's incoming webhook takes. */
export const message: Message<Values> = {
  pieces: [
    '{"text":"',
    profile,
    ': ',
    event,
    '","at":"',
    date,
    '","records":',
    recordsProcessed,
    colors,
    ',"source":"CTCSRV20"}',
  ],
  plain: context => ({ ...context, at: isoSeconds(context.date) }),
  escaped: context => ({
    ...context,
    profile: escapeJson(context.profile),
    event: escapeJson(context.event),
    at: isoSeconds(context.date),
  }),
  write: ({ profile, event, at, recordsProcessed, isError, errorCount }) =>
    `{"text":"${profile}: ${event}","at":"${at}","records":${recordsProcessed}${
      isError ? `,"color":"danger","errors":${errorCount}` : ',"color":"good"'
    },"source":"CTCSRV20"}`,
  object: context => objectOf(context, isoSeconds(context.date)),
};

/** The same without its date, which is most of the work where JavaScript's own functions format it. */
export const messageWithoutDate: Message<Omit<Values, 'at'>> = {
  pieces: [
    '{"text":"',
    profile,
    ': ',
    event,
    '","records":',
    recordsProcessed,
    colors,
    ',"source":"CTCSRV20"}',
  ],
  plain: context => context,
  escaped: context => ({
    ...context,
    profile: escapeJson(context.profile),
    event: escapeJson(context.event),
  }),
  write: ({ profile, event, recordsProcessed, isError, errorCount }) =>
    `{"text":"${profile}: ${event}","records":${recordsProcessed}${
      isError ? `,"color":"danger","errors":${errorCount}` : ',"color":"good"'
    },"source":"CTCSRV20"}`,
  object: context => objectOf(context),
};

function payloadOf<Values>(
  name: string,
  { pieces, plain, escaped, write, object }: Message<Values>,
): Payload {
  return {
    name,
    output: 'json',
    pieces,
    literal: context => write(plain(context)),
    escapedLiteral: context => write(escaped(context)),
    serialized: context => JSON.stringify(object(context)),
  };
}

export const chat: Payload = payloadOf('chat', message);
export const chatWithoutDate: Payload = payloadOf('chat, no date', messageWithoutDate);

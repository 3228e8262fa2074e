import type { EventContext } from './contexts.ts';
import { escapeJson } from './escape-json.ts';
import type { Payload } from './payload.ts';
import {
  date,
  errorCount,
  event,
  isoSeconds,
  type Piece,
  plainDate,
  profile,
  recordsProcessed,
} from './piece.ts';

/**
 * A message in no engine's syntax, and as somebody writes it by hand who looks at every value once. The values are listed
 * one by one, since V8 makes no object of them then, as it does where one is spread into another.
 */
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

const colors: Piece = {
  kind: 'if-error',
  broken: [',"color":"danger","errors":', errorCount],
  otherwise: [',"color":"good"'],
};

function messageWith(datePiece: Piece, atOf: (date: Date) => string): Message<Values> {
  return {
    pieces: [
      '{"text":"',
      profile,
      ': ',
      event,
      '","at":"',
      datePiece,
      '","records":',
      recordsProcessed,
      colors,
      ',"source":"CTCSRV20"}',
    ],
    plain: ({ profile, event, isError, errorCount, recordsProcessed, date }) => ({
      profile,
      event,
      at: atOf(date),
      isError,
      errorCount,
      recordsProcessed,
    }),
    escaped: ({ profile, event, isError, errorCount, recordsProcessed, date }) => ({
      profile: escapeJson(profile),
      event: escapeJson(event),
      at: atOf(date),
      isError,
      errorCount,
      recordsProcessed,
    }),
    write: ({ profile, event, at, recordsProcessed, isError, errorCount }) =>
      `{"text":"${profile}: ${event}","at":"${at}","records":${recordsProcessed}${
        isError ? `,"color":"danger","errors":${errorCount}` : ',"color":"good"'
      },"source":"CTCSRV20"}`,
    object: context => objectOf(context, atOf(context.date)),
  };
}

/** A message for the incoming webhook of a team chat, with a formatted date. */
export const message = messageWith(date, isoSeconds);

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
  escaped: ({ profile, event, isError, errorCount, recordsProcessed }) => ({
    profile: escapeJson(profile),
    event: escapeJson(event),
    isError,
    errorCount,
    recordsProcessed,
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
export const chatWithPlainDate: Payload = payloadOf(
  'chat, date without format',
  messageWith(plainDate, at => `${isoSeconds(at)}Z`),
);
export const chatWithoutDate: Payload = payloadOf('chat, no date', messageWithoutDate);

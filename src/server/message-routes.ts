import * as v from 'valibot';
import {
  attemptSchema,
  endpointPage,
  endpointSchema,
  messageDetailsSchema,
  messagePage,
  messageSchema,
  messageStates,
  resentSchema,
  type SentRequest,
  type ShownAttempt,
  type ShownEndpoint,
  type ShownMessageDetails,
  statsSchema,
} from '../api/answers.ts';
import { asAnswer } from '../api/as-answer.ts';
import { pageQuery, plainText, timeQuery } from '../api/field-schemas.ts';
import { invalidFields, Problem } from '../api/problem.ts';
import { includesRole, type Limits } from '../api/role.ts';
import { defineRoute, type Route } from '../api/route.ts';
import { DatabaseError } from '../database/database-error.ts';
import { maxPageSize } from '../database/keyset-page.ts';
import type { Attempt } from '../delivery/wire/attempt.ts';
import { maxValueLength } from '../delivery/wire/kept-headers.ts';
import type { Endpoint } from '../outbox/endpoint.ts';
import type { MessageDetails } from '../outbox/message.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { OutboxError } from '../outbox/outbox-error.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import type { RouteContext } from './route-context.ts';
import { type Redaction, redactionOf } from './webhooks/redaction.ts';
import { isFormer } from './webhooks/webhook-store.ts';

/** Routes for messages that were or will be sent, and for their endpoints. */
export function messageRoutes(options: RouteContext): readonly Route[] {
  const messages = [listMessages, getStats, resendMany, getMessage, resend, retry, cancel];
  const endpoints = [listEndpoints, getEndpoint, enableEndpoint, disableEndpoint, setRate];
  return [...messages, ...endpoints].map(route => route(options));
}

const anId = v.pipe(v.string(), v.regex(/^[!-\-/-~]{1,256}$/), v.description('The `webhook-id`.'));
const params = v.strictObject({ id: anId });
const endedStates = messageStates.filter(state => state !== 'pending' && state !== 'sending');
const meaningOfGivenUp = '`given-up` stands for `failed`, `gone` and `refused`.';
const unknown = { 404: 'No message with this id.' };
const wrongState = { 409: 'Its state does not allow it; the detail says why.' };
const endpointParams = v.strictObject({ id: plainText });
const unknownEndpoint = { 404: 'No endpoint with this id.' };
/** The filters for messages, in addition to state and time. */
const filters = {
  webhook: v.optional(plainText),
  endpoint: v.optional(plainText),
  host: v.optional(plainText),
  event: v.optional(plainText),
  profile: v.optional(plainText),
  process: v.optional(v.pipe(plainText, v.description('The pid of the process that they are about.'))),
  id: v.optional(v.pipe(plainText, v.description('How their ids begin.'))),
};

/** The filters as the outbox knows them, which knows nothing of processes; nor does whoever is limited to profiles. */
async function filterOf<
  F extends { readonly process?: string | undefined; readonly id?: string | undefined },
>({ process, id: idPrefix, ...filter }: F, { processes }: RouteContext, { profiles }: Limits) {
  const isUnknown = process === undefined || profiles !== undefined;
  const events = isUnknown ? process && [] : await processes.events(process);
  return { ...filter, idPrefix, ids: events ? events.flatMap(({ messages = [] }) => messages) : undefined };
}

const listMessages = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/messages',
    operationId: 'listMessages',
    summary: 'List messages, the newest first',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      ...pageQuery,
      state: v.optional(v.pipe(v.picklist([...messageStates, 'given-up']), v.description(meaningOfGivenUp))),
      ...filters,
      failing: v.optional(
        v.pipe(
          v.picklist(['true', 'false']),
          v.description(
            '`true`: only those that have failed and will be tried again; `false`: only the others.',
          ),
        ),
      ),
      since: v.optional(timeQuery),
      before: v.optional(timeQuery),
      endedSince: v.optional(
        v.pipe(timeQuery, v.description('Only those that ended at this time or later.')),
      ),
      count: v.optional(v.pipe(v.literal('true'), v.description('Also counts all that match.'))),
    }),
    answers: { 200: { description: 'A page of messages.', schema: messagePage } },
    handle: async ({ query: { before: until, failing, count, cursor, limit, ...query }, caller }) => {
      const { outbox } = options.reach(caller);
      const wanted = { ...(await filterOf(query, options, caller)), until };
      const filter = { ...wanted, failing: failing === undefined ? undefined : failing === 'true' };
      const [{ items, next }, counted, nextAttemptAt] = await Promise.all([
        outbox.messages({ ...filter, cursor, limit }),
        count && outbox.count(filter),
        count && outbox.nextAttemptAt(filter),
      ]);
      const body = {
        items: items.map(message =>
          asAnswer(messageSchema, { ...message, maxAttempts: options.maxAttempts }),
        ),
        ...(next && { next }),
        ...(counted !== undefined && { count: counted }),
        ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
      };
      return { status: 200, body };
    },
  });

const day = 86_400_000;
const hour = 3_600_000;

const getStats = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/stats',
    operationId: 'getStats',
    summary: 'Count messages over time, and the backlog of all',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      since: v.optional(
        v.pipe(timeQuery, v.description('Default: the last 24 hours, of which the current one is the last.')),
      ),
      bucketMs: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[1-9][0-9]{3,9}$/),
          v.transform(Number),
          v.description(
            'The length of each period in milliseconds, default an hour; at most 10,000 periods.',
          ),
        ),
      ),
      ...filters,
    }),
    answers: {
      200: {
        description: 'Counts for each period, and the current backlog.',
        schema: statsSchema,
      },
    },
    handle: async ({ query: { since, bucketMs = hour, ...query }, caller }) => {
      const now = options.now();
      // The future has nothing to count.
      const usual = Math.floor(now / hour) * hour - day + hour;
      const from = new Date(Math.min(since?.getTime() ?? usual, now));
      const filter = await filterOf(query, options, caller);
      const { outbox } = options.reach(caller);
      const { buckets, ...backlog } = await outbox.stats({ ...filter, since: from, bucketMs });
      const shown = buckets.map(({ from, ...counts }) => ({ from: from.toISOString(), ...counts }));
      return { status: 200, body: { buckets: shown, ...backlog } };
    },
  });

const getMessage = ({ reach, maxAttempts, processes }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/messages/{id}',
    operationId: 'getMessage',
    summary: 'Read a message with every attempt, and for editors with what was answered',
    role: 'viewer',
    about: 'profiles',
    params,
    query: v.strictObject({
      include: v.optional(
        v.pipe(v.literal('request'), v.description('Also returns the request; only for editors.')),
      ),
    }),
    answers: { 200: { description: 'The message.', schema: messageDetailsSchema } },
    problems: {
      ...unknown,
      409: 'No encryption key opens the request any more, or the webhook that says what of it is secret; the rest can be read without `include`.',
    },
    handle: async ({ params: { id }, query: { include }, caller }) => {
      const { outbox } = reach(caller);
      const isIncluded = include === 'request';
      const isEditor = includesRole(caller.role, 'editor');
      if (isIncluded && !isEditor) {
        throw new Problem(403, 'forbidden', 'Requests are shown to editors alone.');
      }
      // The request is needed to know what to hide in the answer.
      const opened = isEditor ? await openMessage(id, outbox, include) : undefined;
      const message = opened ?? (await outbox.message(id));
      if (!message) throw new Problem(404, 'unknown-message', 'No message with this id.');
      const redaction = opened && (await redactionOf(opened, reach({}).webhooks));
      if (isIncluded && !redaction) throw unknownSecrets();
      const { request, ordered, ...rest } = message;
      const shown = viewDetails(isIncluded ? message : rest, { maxAttempts, redact: redaction });
      // The messages of a process are in its order.
      const isOfProcess =
        caller.profiles === undefined &&
        ordered !== undefined &&
        (await processes.find(ordered)) !== undefined;
      return { status: 200, body: { ...shown, ...(isOfProcess && { pid: ordered }) } };
    },
  });

const resend = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/messages/{id}/resend',
    operationId: 'resendMessage',
    summary: 'Resend a message that has ended, under the same id',
    role: 'operator',
    about: 'profiles',
    subject: 'message',
    params,
    answers: { 204: { description: 'It is pending again.' } },
    problems: { ...unknown, ...wrongState },
    handle: async ({ params: { id }, caller }) => {
      await reach(caller).outbox.resend(id);
      return { status: 204, body: undefined };
    },
  });

const retry = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/messages/{id}/retry',
    operationId: 'retryMessage',
    summary: 'Make the next attempt of a waiting message now',
    role: 'operator',
    about: 'profiles',
    subject: 'message',
    params,
    answers: { 204: { description: 'Its next attempt is due.' } },
    problems: { ...unknown, ...wrongState },
    handle: async ({ params: { id }, caller }) => {
      await reach(caller).outbox.retryNow(id);
      return { status: 204, body: undefined };
    },
  });

const cancel = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/messages/{id}/cancel',
    operationId: 'cancelMessage',
    summary: 'Give up a message that has not ended',
    role: 'operator',
    about: 'profiles',
    subject: 'message',
    params,
    answers: { 204: { description: 'It is cancelled; an attempt in flight may still arrive.' } },
    problems: { ...unknown, ...wrongState },
    handle: async ({ params: { id }, caller }) => {
      await reach(caller).outbox.cancel(id);
      return { status: 204, body: undefined };
    },
  });

const resendMany = (options: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/messages/resend',
    operationId: 'resendMessages',
    summary: 'Resend all messages that match, or make the next attempt of those that have failed',
    role: 'operator',
    about: 'profiles',
    subject: 'message',
    body: v.strictObject({
      state: v.optional(
        v.pipe(
          v.picklist([...endedStates, 'given-up']),
          v.description(`How they ended; either this or \`failing\` is there. ${meaningOfGivenUp}`),
        ),
      ),
      failing: v.optional(
        v.pipe(
          v.literal(true),
          v.description('Those that wait for another attempt: it is made now, and counts as one of theirs.'),
        ),
      ),
      since: v.pipe(timeQuery, v.description('Only messages enqueued at this time or later.')),
      ...filters,
      before: v.optional(v.pipe(timeQuery, v.description('Only messages enqueued before this time.'))),
      perSecond: v.optional(
        v.pipe(
          v.number(),
          v.gtValue(0),
          v.maxValue(1_000_000),
          v.description('How many leave each second. Default: all at once.'),
        ),
      ),
      dryRun: v.optional(v.pipe(v.boolean(), v.description('Only counts them.')), false),
    }),
    answers: {
      200: { description: 'How many are pending again, or would be.', schema: resentSchema },
    },
    handle: async ({ body: { before: until, ...body }, caller }) => {
      if ((body.state === undefined) === (body.failing === undefined)) throw neitherOrBoth();
      const { outbox } = options.reach(caller);
      const resent = await outbox.resendAll({ ...(await filterOf(body, options, caller)), until });
      return { status: 200, body: { resent } };
    },
  });

function neitherOrBoth(): Problem {
  const message = 'Say which: either a `state` in which they ended, or `failing: true`.';
  return invalidFields([{ field: 'state', code: 'invalid-field', message }]);
}

const listEndpoints = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/endpoints',
    operationId: 'listEndpoints',
    summary: 'List endpoints, each a webhook of a profile at an origin, with their health',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      ...pageQuery,
      state: v.optional(
        v.pipe(
          v.picklist(['healthy', 'failing', 'disabled']),
          v.description('A failing endpoint has had a failure and no success since.'),
        ),
      ),
      profile: v.optional(plainText),
      givenName: v.optional(plainText),
      webhook: v.optional(plainText),
    }),
    answers: { 200: { description: 'A page of endpoints.', schema: endpointPage } },
    handle: async ({ query: { limit = maxPageSize, ...query }, caller }) => {
      const { items, next } = await options.reach(caller).outbox.endpoints({ ...query, limit });
      return { status: 200, body: { items: await viewEndpoints(items, options), ...(next && { next }) } };
    },
  });

const getEndpoint = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/endpoints/{id}',
    operationId: 'getEndpoint',
    summary: 'Read an endpoint with its health',
    role: 'viewer',
    about: 'profiles',
    params: endpointParams,
    answers: { 200: { description: 'The endpoint.', schema: endpointSchema } },
    problems: unknownEndpoint,
    handle: async ({ params: { id }, caller }) => {
      const endpoint = await options.reach(caller).outbox.endpoint(id);
      const [body] = await viewEndpoints(endpoint ? [endpoint] : [], options);
      if (!body) throw new Problem(404, 'unknown-endpoint', unknownEndpoint[404]);
      return { status: 200, body };
    },
  });

const enableEndpoint = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/endpoints/{id}/enable',
    operationId: 'enableEndpoint',
    summary: 'Send to an endpoint again that was disabled',
    role: 'operator',
    about: 'profiles',
    subject: 'endpoint',
    params: endpointParams,
    query: v.strictObject({
      resend: v.optional(
        v.pipe(
          v.literal('failed'),
          v.description('Also resends its messages that failed or are gone or refused.'),
        ),
      ),
    }),
    answers: {
      200: {
        description: 'It is enabled; how many messages that had failed are pending again.',
        schema: resentSchema,
      },
      204: { description: 'It is enabled; what failed meanwhile can be resent.' },
    },
    problems: unknownEndpoint,
    handle: async ({ params: { id }, query: { resend }, caller }) => {
      const resent = await reach(caller).outbox.enableEndpoint(id, { resend: resend !== undefined });
      return resend === undefined ? { status: 204, body: undefined } : { status: 200, body: { resent } };
    },
  });

const disableEndpoint = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/endpoints/{id}/disable',
    operationId: 'disableEndpoint',
    summary: 'Send nothing more to an endpoint until it is enabled',
    role: 'operator',
    about: 'profiles',
    subject: 'endpoint',
    params: endpointParams,
    body: v.strictObject({
      reason: v.optional(
        v.pipe(plainText, v.description('The reason, shown to everyone who can see endpoints.')),
      ),
    }),
    answers: { 204: { description: 'It is disabled; what waits for it fails within seconds.' } },
    problems: unknownEndpoint,
    handle: async ({ params: { id }, body: { reason }, caller }) => {
      await reach(caller).outbox.disableEndpoint(id, { reason, by: caller.name });
      return { status: 204, body: undefined };
    },
  });

const setRate = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/endpoints/{id}/rate',
    operationId: 'setEndpointRate',
    summary: 'Bound how many messages leave for an endpoint each second',
    role: 'operator',
    about: 'profiles',
    subject: 'endpoint',
    params: endpointParams,
    body: v.strictObject({
      perSecond: v.pipe(
        v.nullable(v.pipe(v.number(), v.gtValue(0), v.maxValue(1_000_000))),
        v.description('Across all instances; null removes the limit.'),
      ),
    }),
    answers: { 204: { description: 'It holds from now on.' } },
    problems: unknownEndpoint,
    handle: async ({ params: { id }, body: { perSecond }, caller }) => {
      await reach(caller).outbox.setRate(id, perSecond ?? undefined);
      return { status: 204, body: undefined };
    },
  });

/** Adds whether the webhooks of endpoints still send there, and the time when each will be disabled if it keeps failing. */
async function viewEndpoints(
  endpoints: readonly Endpoint[],
  { reach, disableAfterMs }: RouteContext,
): Promise<readonly ShownEndpoint[]> {
  const targets = await reach({}).webhooks.targetsOf(endpoints.flatMap(({ webhook }) => webhook ?? []));
  return endpoints.map(endpoint => {
    const { failingSince, disabledAt } = endpoint;
    const disablesAt = failingSince && new Date(failingSince.getTime() + disableAfterMs);
    const former = isFormer(endpoint, targets);
    return asAnswer(endpointSchema, { ...endpoint, former, disablesAt: disabledAt ? undefined : disablesAt });
  });
}

const unopened: readonly string[] = ['wrong-key', 'request-damaged'];

/** A message with its request. Without `include`, undefined if its request can no longer be opened. */
async function openMessage(
  id: string,
  outbox: Pick<Outbox, 'message'>,
  include: 'request' | undefined,
): Promise<MessageDetails | undefined> {
  try {
    return await outbox.message(id, { request: true });
  } catch (error) {
    const isUnopened =
      (error instanceof DatabaseError || error instanceof OutboxError) && unopened.includes(error.code);
    if (isUnopened && include === undefined) return undefined;
    throw error;
  }
}

function unknownSecrets(): DatabaseError {
  return new DatabaseError('wrong-key', 'No key opens what says which parts of this request are secret.');
}

/** An answer may echo the request: without a redaction, none of it is shown. */
export function viewAttempt(
  attempt: Attempt & { readonly round?: number },
  redact: Redaction | undefined,
): ShownAttempt {
  const durationMs = Math.round(attempt.durationMs);
  return asAnswer(attemptSchema, { ...attempt, durationMs, outcome: viewOutcome(attempt.outcome, redact) });
}

function viewOutcome(outcome: Attempt['outcome'], redact: Redaction | undefined): ShownAttempt['outcome'] {
  if (outcome.kind === 'failed') return { ...outcome };
  const { kind, status, truncated, headers, body } = outcome;
  return {
    ...{ kind, status, truncated },
    ...(redact && {
      headers: headers.map(([name, value]): [string, string] => {
        const isCut = value.length >= maxValueLength;
        return [name, isCut ? redact.cutText(value) : redact.text(value)];
      }),
      body: truncated ? redact.cutText(body) : redact.text(body),
    }),
  };
}

export function viewRequest({ method, url, headers, body }: WebhookRequest, redact: Redaction): SentRequest {
  return {
    method,
    url,
    headers: headers.map(([name, value]): [string, string] => [name, redact.header(name, value)]),
    ...(body !== undefined && { body }),
  };
}

/** Without a redaction, neither the request nor the answers are shown. */
function viewDetails(
  message: MessageDetails,
  { maxAttempts, redact }: { readonly maxAttempts: number; readonly redact: Redaction | undefined },
): ShownMessageDetails {
  return asAnswer(messageDetailsSchema, {
    ...message,
    maxAttempts,
    history: message.history.map(attempt => viewAttempt(attempt, redact)),
    request: redact && message.request && viewRequest(message.request, redact),
  });
}

import * as v from 'valibot';
import type { MessageDetails } from '../../outbox/messages/message.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { OutboxError } from '../../outbox/outbox-error.ts';
import { Problem } from '../../workflow/http/problem.ts';
import { includesRole } from '../access/role.ts';
import { asJson } from '../routes/as-json.ts';
import { pageQuery, plainText, timeQuery, timestamp } from '../routes/page.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import {
  deliveryDetails,
  deliveryPage,
  endedStateSchema,
  type Redaction,
  stateSchema,
  viewDelivery,
  viewDetails,
} from './delivery-schemas.ts';

export interface DeliveryRoutesOptions {
  readonly outbox: Outbox;
  /** How long an endpoint may only fail before it is disabled. */
  readonly disableAfterMs: number;
  /** What takes the secrets out that its webhook has, and ever had; none where they cannot all be read. */
  readonly redactionOf: (message: MessageDetails) => Promise<Redaction | undefined>;
}

const anId = v.pipe(v.string(), v.regex(/^[!-\-/-~]{1,256}$/), v.description('The `webhook-id`.'));
const params = v.strictObject({ id: anId });
const unknown = { 404: 'No delivery with this id.' };
const wrongState = { 409: 'Its state does not allow it; the detail says why.' };

const listDeliveries = ({ outbox }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/deliveries',
    operationId: 'listDeliveries',
    summary: 'List deliveries, the newest first',
    role: 'viewer',
    query: v.strictObject({
      ...pageQuery,
      state: v.optional(stateSchema),
      webhook: v.optional(plainText),
      endpoint: v.optional(plainText),
      host: v.optional(plainText),
      since: v.optional(timeQuery),
      before: v.optional(timeQuery),
    }),
    answers: { 200: { description: 'A page of deliveries.', schema: deliveryPage } },
    handle: async ({ query }) => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const { messages, next } = await outbox.messages(given);
      return { status: 200, body: { items: messages.map(viewDelivery), ...(next && { next }) } };
    },
  });

const getDelivery = ({ outbox, redactionOf }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/deliveries/{id}',
    operationId: 'getDelivery',
    summary: 'Read a delivery with every attempt, and for editors with what was answered',
    role: 'viewer',
    params,
    query: v.strictObject({
      include: v.optional(
        v.pipe(v.literal('request'), v.description('The request as well; for editors alone.')),
      ),
    }),
    answers: { 200: { description: 'The delivery.', schema: deliveryDetails } },
    problems: {
      ...unknown,
      409: 'No encryption key opens the request any more, or the webhook that says what of it is secret; the rest can be read without `include`.',
    },
    handle: async ({ params: { id }, query: { include }, caller }) => {
      const isIncluded = include === 'request';
      const isEditor = includesRole(caller.role, 'editor');
      if (isIncluded && !isEditor) {
        throw new Problem(403, 'forbidden', 'Requests are shown to editors alone.');
      }
      // What was sent says what to take out of what came back.
      const opened = isEditor ? await openMessage(id, outbox, include) : undefined;
      const message = opened ?? (await outbox.message(id));
      if (!message) throw new Problem(404, 'unknown-message', 'No delivery with this id.');
      const redaction = opened && (await redactionOf(opened));
      if (isIncluded && !redaction) throw unknownSecrets();
      const { request, ...rest } = message;
      return { status: 200, body: viewDetails(isIncluded ? message : rest, redaction) };
    },
  });

const resend = ({ outbox }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/deliveries/{id}/resend',
    operationId: 'resendDelivery',
    summary: 'Send a delivery that has ended again, under the same id',
    role: 'operator',
    params,
    answers: { 204: { description: 'It is pending again.' } },
    problems: { ...unknown, ...wrongState },
    handle: async ({ params: { id } }) => {
      await outbox.resend(id);
      return { status: 204, body: undefined };
    },
  });

const cancel = ({ outbox }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/deliveries/{id}/cancel',
    operationId: 'cancelDelivery',
    summary: 'Give up a delivery that has not ended',
    role: 'operator',
    params,
    answers: { 204: { description: 'It is cancelled; an attempt in flight may still arrive.' } },
    problems: { ...unknown, ...wrongState },
    handle: async ({ params: { id } }) => {
      await outbox.cancel(id);
      return { status: 204, body: undefined };
    },
  });

const resendMany = ({ outbox }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/deliveries/resend',
    operationId: 'resendDeliveries',
    summary: 'Send all deliveries again that ended so',
    role: 'operator',
    body: v.strictObject({
      state: endedStateSchema,
      since: v.pipe(timeQuery, v.description('Enqueued at this time or later.')),
      webhook: v.optional(plainText),
      endpoint: v.optional(plainText),
      host: v.optional(plainText),
    }),
    answers: {
      200: { description: 'How many are pending again.', schema: v.object({ resent: v.number() }) },
    },
    handle: async ({ body }) => ({ status: 200, body: { resent: await outbox.resendAll(body) } }),
  });

export const endpointSchema = v.object({
  id: v.string(),
  webhook: v.optional(v.string()),
  origin: v.string(),
  failures: v.pipe(v.number(), v.description('Since the last success.')),
  failingSince: v.optional(timestamp),
  lastSuccessAt: v.optional(timestamp),
  lastFailureAt: v.optional(timestamp),
  disabledAt: v.optional(timestamp),
  disablesAt: v.optional(
    v.pipe(timestamp, v.description('When it will be disabled, if it goes on failing until then.')),
  ),
  disabledBecause: v.optional(v.picklist(['failing', 'gone'])),
});

const listEndpoints = ({ outbox, disableAfterMs }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/endpoints',
    operationId: 'listEndpoints',
    summary: 'List endpoints, each a webhook at an origin, with their health',
    role: 'viewer',
    answers: {
      200: { description: 'All endpoints.', schema: v.object({ items: v.array(endpointSchema) }) },
    },
    handle: async () => {
      const endpoints = (await outbox.endpoints()).map(endpoint => {
        const { failingSince, disabledAt } = endpoint;
        const disablesAt = failingSince && new Date(failingSince.getTime() + disableAfterMs);
        return disabledAt ? endpoint : { ...endpoint, disablesAt };
      });
      return { status: 200, body: { items: asJson<v.InferInput<typeof endpointSchema>[]>(endpoints) } };
    },
  });

const enableEndpoint = ({ outbox }: DeliveryRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/endpoints/{id}/enable',
    operationId: 'enableEndpoint',
    summary: 'Send to an endpoint again that was disabled',
    role: 'operator',
    params: v.strictObject({ id: plainText }),
    answers: { 204: { description: 'It is enabled; what failed meanwhile can be resent.' } },
    problems: { 404: 'No endpoint with this id.' },
    handle: async ({ params: { id } }) => {
      await outbox.enableEndpoint(id);
      return { status: 204, body: undefined };
    },
  });

/** What was sent and what is to be sent, and where to. */
export function deliveryRoutes(options: DeliveryRoutesOptions): readonly Route[] {
  const deliveries = [listDeliveries, resendMany, getDelivery, resend, cancel];
  return [...deliveries, listEndpoints, enableEndpoint].map(route => route(options));
}

const unopened: readonly string[] = ['wrong-key', 'request-damaged'];

/** A message with its request; without `include`, none where nothing opens that any more. */
async function openMessage(
  id: string,
  outbox: Outbox,
  include: 'request' | undefined,
): Promise<MessageDetails | undefined> {
  try {
    return await outbox.message(id, { request: true });
  } catch (error) {
    const isUnopened = error instanceof OutboxError && unopened.includes(error.code);
    if (isUnopened && include === undefined) return undefined;
    throw error;
  }
}

function unknownSecrets(): OutboxError {
  return new OutboxError('wrong-key', 'No key opens what says which parts of this request are secret.');
}

import * as v from 'valibot';
import type { Outbox } from '../../outbox/outbox.ts';
import { roles } from '../access/role.ts';
import type { FlowDirectory } from '../flows/flow-directory.ts';
import { asJson } from '../routes/as-json.ts';
import { timeQuery, timestamp } from '../routes/page.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import type { Catalogue } from '../webhooks/check-webhook.ts';
import type { WebhookStore } from '../webhooks/store/webhook-store.ts';

export interface OverviewRoutesOptions {
  readonly catalogue: Catalogue;
  readonly directory: FlowDirectory;
  readonly webhooks: WebhookStore;
  readonly outbox: Outbox;
  readonly now: () => number;
}

const getSession = (_options: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/session',
    operationId: 'getSession',
    summary: 'Say who is calling, and what they may do',
    role: 'viewer',
    answers: {
      200: {
        description: 'The caller.',
        schema: v.object({ name: v.string(), role: v.picklist(roles) }),
      },
    },
    handle: async ({ caller: { name, role } }) => ({ status: 200, body: { name, role } }),
  });

const listProfiles = ({ directory, webhooks }: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/profiles',
    operationId: 'listProfiles',
    summary: 'List profiles: those of the tasks, and those that webhooks name',
    role: 'viewer',
    answers: {
      200: {
        description: 'All profiles, by their names.',
        schema: v.object({ items: v.array(v.object({ name: v.string(), webhooks: v.number() })) }),
      },
    },
    handle: async () => {
      const counts = await webhooks.countByProfile();
      const names = new Set([...directory.flows.map(({ task }) => task.profile), ...counts.keys()]);
      const items = [...names].toSorted().map(name => ({ name, webhooks: counts.get(name) ?? 0 }));
      return { status: 200, body: { items } };
    },
  });

const eventSchema = v.object({
  name: v.string(),
  title: v.string(),
  description: v.optional(v.string()),
  variables: v.record(v.string(), v.unknown()),
  constants: v.pipe(v.record(v.string(), v.unknown()), v.description('Values that it always has.')),
  sample: v.record(v.string(), v.unknown()),
});

const catalogueSchema = v.object({ events: v.array(eventSchema) });
type Catalogued = v.InferInput<typeof catalogueSchema>;

const getCatalogue = ({ catalogue, now }: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/catalogue',
    operationId: 'getCatalogue',
    summary: 'Read the event catalogue: what templates may name, with a sample of each event',
    role: 'viewer',
    answers: { 200: { description: 'The events.', schema: catalogueSchema } },
    handle: async () => {
      const time = now();
      const events = catalogue.names.map(name => ({
        name,
        ...catalogue.events[name],
        sample: catalogue.sample(name, { now: () => time }),
      }));
      return { status: 200, body: asJson<Catalogued>({ events }) };
    },
  });

const bucketSchema = v.object({
  from: timestamp,
  enqueued: v.number(),
  attempts: v.number(),
  succeeded: v.number(),
});

const day = 86_400_000;
const hour = 3_600_000;

const getStats = ({ outbox, now }: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/stats',
    operationId: 'getStats',
    summary: 'Count deliveries over time, and what there is to do',
    role: 'viewer',
    query: v.strictObject({
      since: v.optional(v.pipe(timeQuery, v.description('Default: a day ago.'))),
      bucketMs: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[1-9][0-9]{3,9}$/),
          v.transform(Number),
          v.description(
            'The length of each bucket in milliseconds, default an hour; at most 10,000 buckets.',
          ),
        ),
      ),
    }),
    answers: {
      200: {
        description: 'Counts for each bucket of time, and the backlog of now.',
        schema: v.object({
          buckets: v.array(bucketSchema),
          pending: v.number(),
          sending: v.number(),
          unopened: v.number(),
          oldestDueMs: v.number(),
          oldestMs: v.number(),
        }),
      },
    },
    handle: async ({ query: { since = new Date(now() - day), bucketMs = hour } }) => {
      // Of a time to come there is nothing to count.
      const from = new Date(Math.min(since.getTime(), now()));
      const { buckets, ...backlog } = await outbox.stats({ since: from, bucketMs });
      const shown = buckets.map(({ from, ...counts }) => ({ from: from.toISOString(), ...counts }));
      return { status: 200, body: { buckets: shown, ...backlog } };
    },
  });

/** What pages need to begin: who I am and may, and what there is. */
export function overviewRoutes(options: OverviewRoutesOptions): readonly Route[] {
  return [getSession, listProfiles, getCatalogue, getStats].map(route => route(options));
}

import * as v from 'valibot';
import { type CatalogueBody, catalogueSchema, itemsOf, profileSchema, statsSchema } from '../api/answers.ts';
import { asJson } from '../api/as-json.ts';
import { timeQuery } from '../api/field-schemas.ts';
import { defineRoute, type Route } from '../api/route.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { schemaOfEvent } from '../webhook/events/schema-of-event.ts';
import type { Catalogues, ServedCatalogue } from './catalogues.ts';
import type { FlowDirectory } from './flows/flow-routes.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

export interface OverviewRoutesOptions {
  readonly catalogues: Catalogues;
  readonly directory: FlowDirectory;
  readonly webhooks: WebhookStore;
  readonly outbox: Outbox;
  readonly now: () => number;
}

/** Routes for the start of a page. */
export function overviewRoutes(options: OverviewRoutesOptions): readonly Route[] {
  return [listProfiles, getCatalogue, getStats].map(route => route(options));
}

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
        schema: itemsOf(profileSchema),
      },
    },
    handle: async () => {
      const counts = await webhooks.countByProfile();
      const names = new Set([...directory.flows.map(({ task }) => task.profile), ...counts.keys()]);
      const items = [...names].toSorted().map(name => ({ name, webhooks: counts.get(name) ?? 0 }));
      return { status: 200, body: { items } };
    },
  });

const getCatalogue = ({ catalogues, now }: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/catalogue',
    operationId: 'getCatalogue',
    summary: 'Read the event catalogues: what templates may name, with a sample of each event',
    role: 'viewer',
    answers: { 200: { description: 'The events.', schema: catalogueSchema } },
    handle: async () => {
      const time = now();
      const [usual, ...named] = [...catalogues.all].map(([name, catalogue]) => ({
        name,
        events: eventsOf(catalogue, time),
      }));
      const body = { events: usual?.events ?? [], catalogues: named };
      return { status: 200, body: asJson<CatalogueBody>(body) };
    },
  });

function eventsOf(catalogue: ServedCatalogue, time: number): readonly object[] {
  return Object.entries(catalogue.events).map(([name, event]) => ({
    name,
    ...event,
    schema: schemaOfEvent(event),
    sample: catalogue.sample(name, { now: () => time }),
  }));
}

const day = 86_400_000;
const hour = 3_600_000;

const getStats = ({ outbox, now }: OverviewRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/stats',
    operationId: 'getStats',
    summary: 'Count deliveries over time, and the backlog',
    role: 'viewer',
    query: v.strictObject({
      since: v.optional(v.pipe(timeQuery, v.description('Default: a day ago.'))),
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
    }),
    answers: {
      200: {
        description: 'Counts for each period, and the current backlog.',
        schema: statsSchema,
      },
    },
    handle: async ({ query: { since = new Date(now() - day), bucketMs = hour } }) => {
      // The future has nothing to count.
      const from = new Date(Math.min(since.getTime(), now()));
      const { buckets, ...backlog } = await outbox.stats({ since: from, bucketMs });
      const shown = buckets.map(({ from, ...counts }) => ({ from: from.toISOString(), ...counts }));
      return { status: 200, body: { buckets: shown, ...backlog } };
    },
  });

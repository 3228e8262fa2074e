import * as v from 'valibot';
import {
  type CatalogueBody,
  catalogueSchema,
  itemsOf,
  misfitSchema,
  type OutcomesAnswer,
  outcomesSchema,
  profileSchema,
} from '../api/answers.ts';
import { asAnswer } from '../api/as-answer.ts';
import { asJson } from '../api/as-json.ts';
import { plainText } from '../api/field-schemas.ts';
import { knowsProfile } from '../api/role.ts';
import { defineRoute, type Route } from '../api/route.ts';
import { maxPageSize } from '../database/keyset-page.ts';
import type { ServedCatalogue } from '../events/catalogues.ts';
import type { Endpoint, EndpointQuery } from '../outbox/endpoint.ts';
import { schemaOfEvent } from '../webhook/events/schema-of-event.ts';
import type { Reach } from './access/reach.ts';
import type { RouteContext } from './route-context.ts';
import { isFormer } from './webhooks/webhook-store.ts';

/** Routes for the start of a page. */
export function overviewRoutes(options: RouteContext): readonly Route[] {
  return [listProfiles, getCatalogue, getOutcomes, listMisfits].map(route => route(options));
}

const listProfiles = ({ directory, reach }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/profiles',
    operationId: 'listProfiles',
    summary: 'List profiles, those of the tasks and those that webhooks name, with how their webhooks fare',
    role: 'viewer',
    about: 'profiles',
    answers: {
      200: {
        description: 'All profiles, by their names.',
        schema: itemsOf(profileSchema),
      },
    },
    handle: async ({ caller }) => {
      const { webhooks, outbox } = reach(caller);
      const [counts, failing, disabled] = await Promise.all([
        webhooks.countByProfile(),
        endpointsThatAre('failing', outbox),
        endpointsThatAre('disabled', outbox),
      ]);
      const targets = await webhooks.targetsOf(
        [...failing, ...disabled].flatMap(({ webhook }) => webhook ?? []),
      );
      const countIn = (name: string, endpoints: readonly Endpoint[]): number => {
        const current = endpoints.filter(endpoint => !isFormer(endpoint, targets));
        const ids = new Set(current.map(({ webhook = '' }) => webhook));
        return [...ids].filter(id => targets.get(id)?.profile === name).length;
      };
      const ofTasks = directory.flows
        .map(({ task }) => task.profile)
        .filter(name => knowsProfile(caller, name));
      const names = new Set([...ofTasks, ...counts.keys()]);
      const items = [...names].toSorted().map(name => ({
        name,
        webhooks: counts.get(name) ?? 0,
        failing: countIn(name, failing),
        disabled: countIn(name, disabled),
      }));
      return { status: 200, body: { items } };
    },
  });

/** At most so many endpoints of a state are looked at: beyond that, counts are too low. */
const maxTroubled = 20 * maxPageSize;

async function endpointsThatAre(
  state: NonNullable<EndpointQuery['state']>,
  outbox: Reach['outbox'],
): Promise<readonly Endpoint[]> {
  const found: Endpoint[] = [];
  let cursor: string | undefined;
  do {
    const page = await outbox.endpoints({ state, cursor, limit: maxPageSize });
    found.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined && found.length < maxTroubled);
  return found;
}

const getCatalogue = ({ catalogues, now }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/catalogue',
    operationId: 'getCatalogue',
    summary: 'Read the event catalogues: what templates may name, with a sample of each event',
    role: 'viewer',
    about: 'nobody',
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

const listMisfits = ({ misfits }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/misfits',
    operationId: 'listMisfits',
    summary:
      'List the webhooks that do not fit the events of the server any more, as it has found since its start',
    role: 'viewer',
    about: 'profiles',
    answers: { 200: { description: 'The webhooks, by their ids.', schema: itemsOf(misfitSchema) } },
    handle: async ({ caller }) => {
      const found = (await misfits.list()).filter(({ profile }) => knowsProfile(caller, profile));
      return { status: 200, body: asAnswer(itemsOf(misfitSchema), { items: found }) };
    },
  });

const day = 86_400_000;
const hour = 3_600_000;

const getOutcomes = ({ reach, now }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/outcomes',
    operationId: 'getOutcomes',
    summary: 'Count what became of the messages of each webhook within a day, hour by hour',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      profile: v.optional(v.pipe(plainText, v.description('Only messages of this profile.'))),
    }),
    answers: { 200: { description: 'Counts for each webhook that had any.', schema: outcomesSchema } },
    handle: async ({ query: { profile }, caller }) => {
      // The current hour is the last of them.
      const since = new Date(Math.floor(now() / hour) * hour - day + hour);
      const items = await reach(caller).outbox.outcomes({
        since,
        periodMs: hour,
        periods: day / hour,
        profile,
      });
      return {
        status: 200,
        body: asJson<OutcomesAnswer>({ from: since, periodMs: hour, items }),
      };
    },
  });

import * as v from 'valibot';
import {
  type ArrivalDetails,
  acceptedArrivalSchema,
  arrivalDetailsSchema,
  arrivalPage,
  type ShownArrival,
} from '../../api/answers.ts';
import { pageQuery, plainText } from '../../api/field-schemas.ts';
import type { JsonObject, JsonValue } from '../../api/json-body.ts';
import { deepestBody } from '../../api/mount-routes.ts';
import { Problem } from '../../api/problem.ts';
import { includesRole } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { isJsonObject } from '../../output/json/json-value.ts';
import { lookalikesIn } from '../../webhook/secrets/secret-kinds.ts';
import { hidden, hideSecretsInJson, replaceRanges } from '../../webhook/secrets/secrets.ts';
import type { Arrival, ArrivalStore } from '../intake/arrival-store.ts';
import type { Intake } from '../intake/intake.ts';
import type { KeepArrived, Kept } from './arrived-events.ts';
import { sourceKinds } from './current-sources.ts';
import { isKeptContent, readContent, readJson } from './reading.ts';
import type { SourceStore } from './source-store.ts';

export interface ArrivalRoutesOptions {
  readonly arrivals: Pick<ArrivalStore, 'find' | 'findContent' | 'page'>;
  readonly sources: Pick<SourceStore, 'findConfig'>;
  readonly keep: KeepArrived;
  readonly intake: Pick<Intake, 'accept'>;
  /** The number of days for which an arrival is kept. */
  readonly retentionDays: number;
}

/** Routes for what has arrived, from sources and at the API. */
export function arrivalRoutes(options: ArrivalRoutesOptions): readonly Route[] {
  return [listArrivals, getArrival, replayArrival].map(route => route(options));
}

const params = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^arr_[\w-]{1,64}$/)),
});
const unknownProblem = { 404: 'No arrival with this id; they are removed after a while.' };

function unknownArrival(): Problem {
  return new Problem(404, 'unknown-arrival', unknownProblem[404]);
}

const listArrivals = ({ arrivals, retentionDays }: ArrivalRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/arrivals',
    operationId: 'listArrivals',
    summary: 'List what has arrived, from sources and at the API, the newest first',
    role: 'viewer',
    query: v.strictObject({
      ...pageQuery,
      source: v.optional(
        v.pipe(
          v.union([v.literal(''), plainText]),
          v.description('The id of a source; empty for what arrived at the API.'),
        ),
      ),
      profile: v.optional(plainText),
      event: v.optional(plainText),
    }),
    answers: { 200: { description: 'A page of arrivals.', schema: arrivalPage } },
    handle: async ({ query }) => {
      const { items, next } = await arrivals.page(query);
      const page = { items: items.map(viewArrival), ...(next !== undefined && { next }) };
      return { status: 200, body: { ...page, retentionDays } };
    },
  });

const getArrival = ({ arrivals, sources }: ArrivalRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/arrivals/{id}',
    operationId: 'getArrival',
    summary: 'Read an arrival, and for editors what has arrived',
    role: 'viewer',
    params,
    query: v.strictObject({
      include: v.optional(
        v.pipe(v.literal('content'), v.description('Also returns what has arrived; only for editors.')),
      ),
    }),
    answers: { 200: { description: 'The arrival.', schema: arrivalDetailsSchema } },
    problems: {
      ...unknownProblem,
      409: 'No encryption key opens what has arrived any more; the rest can be read without `include`.',
    },
    handle: async ({ params: { id }, query: { include }, caller }) => {
      if (include !== undefined && !includesRole(caller.role, 'editor')) {
        throw new Problem(403, 'forbidden', 'What has arrived is shown to editors alone.');
      }
      const arrival = await arrivals.find(id);
      if (!arrival) throw unknownArrival();
      const content = include && (await arrivals.findContent(id));
      const facts = content === undefined ? undefined : await viewFacts(arrival, content, sources);
      const body: ArrivalDetails = {
        ...viewArrival(arrival),
        ...(content !== undefined && { content: viewContent(content) }),
        ...(facts && { facts }),
      };
      return { status: 200, body };
    },
  });

const replayArrival = ({ arrivals, sources, keep, intake }: ArrivalRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/arrivals/{id}/replay',
    operationId: 'replayArrival',
    summary: 'Take what has arrived once more, as if it had just been sent',
    role: 'operator',
    params,
    answers: {
      202: {
        description: 'It is a new arrival, which is stored with the messages about it.',
        schema: acceptedArrivalSchema,
      },
    },
    problems: {
      ...unknownProblem,
      409: 'No encryption key opens what has arrived any more, or the server does not know its kind of source.',
      422: 'The catalogue does not accept the event any more.',
      503: 'Too much arrives at the same time.',
    },
    handle: async ({ params: { id }, caller }) => {
      const arrival = await arrivals.find(id);
      const content = arrival && (await arrivals.findContent(id));
      if (!arrival || content === undefined) throw unknownArrival();
      const { source, profile, event, catalogue, receivedAt } = arrival;
      const again = { profile, replayOf: id, by: caller.name };
      if (source === '' && isReported(content) && event !== undefined) {
        const { facts, date = receivedAt } = content;
        const [kept] = await intake.accept([{ ...again, source, content, catalogue, event, facts, date }]);
        const { arrival: made = '', messages = [] } = kept ?? {};
        return { status: 202, body: viewKept({ id: made, event, messages }) };
      }
      const config = await sources.findConfig(source);
      const described = config && sourceKinds.get(config.kind);
      if (!described || !isKeptContent(content)) throw unreplayable();
      const kept = await keep({
        ...{ ...again, content, arrivedAt: receivedAt },
        source: { ...config, id: source, described },
        bytes: JSON.stringify(content).length,
      });
      return { status: 202, body: viewKept(kept) };
    },
  });

function unreplayable(): Problem {
  return new Problem(
    409,
    'unreplayable',
    'The server does not know any more how to read what this source sends.',
  );
}

/** What the API keeps of an event that was reported. */
function isReported(
  content: JsonValue,
): content is JsonObject & { readonly facts: JsonValue; readonly date?: string | number } {
  return typeof content === 'object' && content !== null && 'facts' in content;
}

/** What a sender, or whoever replays something, is told. */
export function viewKept({
  id,
  event,
  problem,
  messages,
  repeated = false,
}: Pick<Kept, 'id' | 'event' | 'messages'> & Partial<Kept>) {
  return {
    id,
    ...(event !== undefined && { event }),
    ...(problem !== undefined && { problem }),
    messages: messages.length,
    ...(repeated && { repeated: true as const }),
  };
}

function viewArrival(arrival: Arrival): ShownArrival {
  const { id, source, profile, catalogue, event, problem, messages, receivedAt, receivedBy, replayOf } =
    arrival;
  return {
    id,
    ...(source !== '' && { source }),
    profile,
    ...(catalogue !== undefined && { catalogue }),
    ...(event !== undefined && { event }),
    ...(problem !== undefined && { problem }),
    messages,
    receivedAt: receivedAt.toISOString(),
    receivedBy,
    ...(replayOf !== undefined && { replayOf }),
  };
}

/** What arrived, as editors see it: with `***` for what its name calls a secret. */
function viewContent(content: JsonValue): unknown {
  if (!isKeptContent(content)) return hideSecretsInJson(content, deepestBody);
  const { headers, ...body } = content;
  const read = readJson(content);
  if ('json' in read) return { headers, body: hideSecretsInJson(read.json, deepestBody) };
  return { headers, ...(typeof body.body === 'string' && { text: beginningOf(body.body) }) };
}

/** What is read of it, with its date, and with `***` as in its content; undefined if no event is made of it now. */
async function viewFacts(
  { source, receivedAt }: Arrival,
  content: JsonValue,
  sources: ArrivalRoutesOptions['sources'],
): Promise<JsonObject | undefined> {
  const config = isKeptContent(content) ? await sources.findConfig(source) : undefined;
  const described = config && sourceKinds.get(config.kind);
  // What a source threw was told when it arrived.
  const read = described && isKeptContent(content) ? readContent(described, content, () => {}) : content;
  if (typeof read !== 'object' || read === null || !('facts' in read)) return undefined;
  const { facts, date = receivedAt } = read as {
    readonly facts: object;
    readonly date?: Date | string | number;
  };
  const json: JsonValue = JSON.parse(JSON.stringify({ date: new Date(date), ...facts }));
  const shown = hideSecretsInJson(json, deepestBody);
  return isJsonObject(shown) ? shown : undefined;
}

/** In characters: looking for secrets in a text that is no JSON takes longer and longer. */
const longestText = 4096;

function beginningOf(text: string): string {
  const beginning = text.slice(0, longestText);
  const shown = replaceRanges(beginning, lookalikesIn(beginning, 'unreadFile'), () => hidden);
  return text.length > longestText ? `${shown}…` : shown;
}

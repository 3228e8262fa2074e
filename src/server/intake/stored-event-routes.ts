import * as v from 'valibot';
import {
  type EventDetails,
  eventDetailsSchema,
  eventPage,
  eventSchema,
  keptEventSchema,
  type ShownEvent,
} from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { pageQuery, plainText, timeQuery } from '../../api/field-schemas.ts';
import type { JsonObject, JsonValue } from '../../api/json-body.ts';
import { maxBodyDepth } from '../../api/mount-routes.ts';
import { Problem } from '../../api/problem.ts';
import { includesRole, type Limits } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { StoredEvent } from '../../events/event.ts';
import { isJsonObject } from '../../output/json/json-value.ts';
import { lookalikesIn } from '../../webhook/secrets/secret-kinds.ts';
import { hidden, maskSecretsInJson, replaceRanges } from '../../webhook/secrets/secrets.ts';
import type { RouteContext } from '../route-context.ts';
import { sourceKinds } from '../sources/current-sources.ts';
import { isKeptContent, readJson } from '../sources/reading.ts';
import { factsIn, type Kept } from '../sources/source-events.ts';

/** Routes for what has happened, wherever it was reported. */
export function storedEventRoutes(options: RouteContext): readonly Route[] {
  return [listEvents, getEvent, replayEvent].map(route => route(options));
}

const params = v.strictObject({ id: plainText });
const unknownProblem = { 404: 'No event with this id; events are removed after a while.' };

function unknownEvent(): Problem {
  return new Problem(404, 'unknown-event', unknownProblem[404]);
}

const listEvents = ({ reach, retentionDays }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/events',
    operationId: 'listEvents',
    summary: 'List what has happened, the newest first',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      ...pageQuery,
      source: v.optional(
        v.pipe(
          v.union([v.literal(''), plainText]),
          v.description('The id of a source; empty for what was reported at the API.'),
        ),
      ),
      profile: v.optional(plainText),
      event: v.optional(plainText),
      state: v.optional(
        v.pipe(
          v.literal('waiting'),
          v.description('Only those whose messages could not be made yet, though a worker has tried.'),
        ),
      ),
      until: v.optional(timeQuery),
    }),
    answers: { 200: { description: 'A page of events.', schema: eventPage } },
    handle: async ({ query, caller }) => {
      // Whoever is limited to profiles knows of no sources.
      const isOfNone = caller.profiles !== undefined && query.source !== undefined;
      const { items, next } = await reach(caller).events.page(isOfNone ? { ...query, profile: [] } : query);
      const page = {
        items: items.map(event => viewEvent(event, caller)),
        ...(next !== undefined && { next }),
      };
      return { status: 200, body: { ...page, retentionDays } };
    },
  });

const getEvent = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/events/{id}',
    operationId: 'getEvent',
    summary: 'Read an event, and for editors its facts, or what a source sent',
    role: 'viewer',
    about: 'profiles',
    params,
    query: v.strictObject({
      include: v.optional(
        v.pipe(v.literal('content'), v.description('Also returns facts and content; only for editors.')),
      ),
    }),
    answers: { 200: { description: 'The event.', schema: eventDetailsSchema } },
    problems: {
      ...unknownProblem,
      409: 'No encryption key opens the content any more; the rest can be read without `include`.',
    },
    handle: async ({ params: { id }, query: { include }, caller }) => {
      if (include !== undefined && !includesRole(caller.role, 'editor')) {
        throw new Problem(403, 'forbidden', 'The content of events is shown to editors alone.');
      }
      const { events } = reach(caller);
      const event = await events.find(id);
      if (!event) throw unknownEvent();
      const content = include && (await events.content(id));
      const facts = content === undefined ? undefined : viewFacts(event, content);
      const body: EventDetails = {
        ...viewEvent(event, caller),
        ...(content !== undefined && { content: viewContent(content) }),
        ...(facts && { facts }),
      };
      return { status: 200, body };
    },
  });

const replayEvent = ({ reach, sources, keepSourceEvent, intake, rates }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/events/{id}/replay',
    operationId: 'replayEvent',
    summary: 'Take an event once more, as if it had just been reported',
    role: 'operator',
    about: 'profiles',
    subject: 'event',
    params,
    answers: {
      202: { description: 'It is a new event.', schema: keptEventSchema },
    },
    problems: {
      ...unknownProblem,
      409: 'No encryption key opens its content any more, the server does not know its kind of source, or a process raised it.',
      422: 'The catalogue does not accept the event any more.',
      429: 'Too many events of the profile were reported or replayed.',
      503: 'Too much arrives at the same time.',
    },
    handle: async ({ params: { id }, caller }) => {
      const { events } = reach(caller);
      const known = await events.find(id);
      const content = known && (await events.content(id));
      if (!known || content === undefined) throw unknownEvent();
      const { source, profile, event, catalogue, happenedAt, storedAt, process, ordered } = known;
      if (process !== undefined)
        throw unreplayable(
          caller.profiles ? 'This event happens only once.' : 'A process raises its events only once.',
        );
      rates.events.use(new Map([[profile, 1]]), 'Too many events of this profile were reported.');
      const again = { profile, replayOf: id, by: caller.name };
      if (source === '' && isReported(content) && event !== undefined) {
        const { facts } = content;
        const [kept] = await intake.accept([
          { ...again, source, content, catalogue, event, facts, date: happenedAt, ordered },
        ]);
        return { status: 202, body: viewKept({ id: kept?.id ?? '', event }) };
      }
      const config = await sources.findConfig(source);
      const described = config && sourceKinds.get(config.kind);
      if (!described || !isKeptContent(content))
        throw unreplayable('The server does not know any more how to read what this source sends.');
      const kept = await keepSourceEvent({
        ...{ ...again, content, firstStoredAt: storedAt },
        source: { ...config, id: source, described },
        bytes: JSON.stringify(content).length,
      });
      return { status: 202, body: viewKept(kept) };
    },
  });

function unreplayable(why: string): Problem {
  return new Problem(409, 'unreplayable', why);
}

/** What is kept of an event that a program reported. */
function isReported(content: JsonValue): content is JsonObject & { readonly facts: JsonValue } {
  return typeof content === 'object' && content !== null && 'facts' in content;
}

/** What a sender, or whoever replays something, is told. */
export function viewKept({ repeated, ...kept }: Pick<Kept, 'id' | 'event'> & Partial<Kept>) {
  return asAnswer(keptEventSchema, { ...kept, repeated: repeated === true ? true : undefined });
}

/** Sources and processes belong to the whole server. */
function viewEvent({ source, process, reportedBy, ...event }: StoredEvent, { profiles }: Limits): ShownEvent {
  const ofServer = { process, reportedBy, source: source === '' ? undefined : source };
  const shown = profiles ? { reportedBy: source === '' ? reportedBy : undefined } : ofServer;
  return asAnswer(eventSchema, { ...event, ...shown });
}

/** The content of an event, as editors see it: with `***` for what its name calls a secret. */
function viewContent(content: JsonValue): unknown {
  if (!isKeptContent(content)) return maskSecretsInJson(content, maxBodyDepth);
  const { headers, ...body } = content;
  const read = readJson(content);
  if ('json' in read) return { headers, body: maskSecretsInJson(read.json, maxBodyDepth) };
  return { headers, ...(typeof body.body === 'string' && { text: beginningOf(body.body) }) };
}

/** The facts of an event, with its date, and with `***` as in its content; undefined if no event is made of it now. */
function viewFacts({ happenedAt }: StoredEvent, content: JsonValue): JsonObject | undefined {
  // What reading threw was told when the event came in.
  const facts = isReported(content) ? content.facts : factsIn(content, () => {});
  if (typeof facts !== 'object' || facts === null) return undefined;
  const json: JsonValue = JSON.parse(JSON.stringify({ date: happenedAt, ...facts }));
  const shown = maskSecretsInJson(json, maxBodyDepth);
  return isJsonObject(shown) ? shown : undefined;
}

/** In characters: looking for secrets in a text that is no JSON takes longer and longer. */
const maxTextLength = 4096;

function beginningOf(text: string): string {
  const beginning = text.slice(0, maxTextLength);
  const shown = replaceRanges(beginning, lookalikesIn(beginning, 'unreadFile'), () => hidden);
  return text.length > maxTextLength ? `${shown}…` : shown;
}

import * as v from 'valibot';
import { acceptedEventsSchema, type FieldDiagnostic } from '../../api/answers.ts';
import { isShort, type JsonValue, mediaTypeOf, notJson, readJson } from '../../api/json-body.ts';
import { assertNotTooDeep, fieldDiagnostic } from '../../api/mount-routes.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import type { Caller } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { traceparentFor } from '../../tracing/tracing.ts';
import { maxEventsOfRequest } from '../profile-limits.ts';
import type { RouteContext } from '../route-context.ts';
import { BodyRoom } from './body-room.ts';
import { IntakeError, type ReportedEvent, type ReportMistake } from './intake.ts';
import { Shares } from './shares.ts';

/** A diagnostic lists at most so many mistakes. */
const maxMistakes = 100;

/** The route on which any program reports events. */
export function eventRoutes({ intake, intakeLimits, limits, rates }: RouteContext): readonly Route[] {
  const room = new BodyRoom();
  const shares = new Shares(intakeLimits.maxQueued);
  const full = `${intakeLimits.maxQueued} requests wait to be stored, or those that wait have ${intakeLimits.maxQueuedBytes} bytes; of callers who are limited to a profile, a quarter as many.`;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/v2/events',
      operationId: 'reportEvents',
      summary: 'Report events, each with a profile whose webhooks tell others of it',
      role: 'reporter',
      about: 'profiles',
      bodyTypes,
      headers: cloudEventHeaders,
      answers: {
        200: { description: 'All events were stored before, which counts.', schema: acceptedEventsSchema },
        202: { description: 'All events are stored, in their order.', schema: acceptedEventsSchema },
      },
      problems: {
        403: 'A reporter may not report this event, or not for this profile.',
        413: `There are more than ${maxEventsOfRequest} events.`,
        422: 'Nothing is accepted of a request with a mistake in one event.',
        429: `More than ${limits.maxEventsPerSecond} events of a profile were reported in a second, over some seconds; nothing is accepted.`,
        503: full,
      },
      handle: async ({ raw, headers, caller, context }) => {
        // Where much is left unread, the connection ends with the answer, which costs a sender more than a short body.
        if (!isShort(raw)) intake.assertRoom();
        const accept = async (take: (bytes: number) => void) => {
          const { reports, mistakes, bytes } = await readReports(raw, take);
          assertMayReport(reports, caller);
          const traceparent = traceparentFor(headers);
          const batch = reports.map(({ given }) => ({ ...given, by: caller.name }));
          if (mistakes.length > 0) {
            const others = diagnosticsOf(intake.mistakesIn(batch), reports);
            throw invalidFields([...mistakes, ...others].slice(0, maxMistakes));
          }
          rates.events.use(countsOf(reports), 'Too many events of this profile were reported.');
          return intake
            .accept(batch, { bytes, traceparent })
            .catch(error => Promise.reject(inPlace(error, reports)));
        };
        const accepted = await shares.within(caller, () => room.hold(context.get('address'), accept));
        const items = accepted.map(({ id, repeated }) => ({ id, repeated }));
        const isNew = items.length === 0 || items.some(({ repeated }) => !repeated);
        return isNew ? { status: 202, body: { items } } : { status: 200, body: { items } };
      },
    }),
  ];
}

/** How many events of each profile there are. */
function countsOf(reports: readonly Report[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { given } of reports) counts.set(given.profile, (counts.get(given.profile) ?? 0) + 1);
  return counts;
}

/** An event that was reported, and where its parts stood in the request. */
interface Report {
  readonly given: Omit<ReportedEvent, 'by'>;
  /** `[3].`, in a list. */
  readonly at: string;
  /** The names of the parts that have others than those of `ReportedEvent`. */
  readonly names: Readonly<Record<string, string>>;
}

interface Reports {
  readonly reports: readonly Report[];
  /** Those in the form of the others. */
  readonly mistakes: readonly FieldDiagnostic[];
  /** The length of the body. */
  readonly bytes: number;
}

/** Reads one of these, or tells what is wrong with it. */
type Read = (value: unknown, at: string) => Report | readonly FieldDiagnostic[];

const structuredType = 'application/cloudevents+json';
const batchedType = 'application/cloudevents-batch+json';

/** @throws {Problem} 400, 413 or 415, 422 for what is no list of events, and what `onBytes` throws. */
async function readReports(request: Request, onBytes: (count: number) => void): Promise<Reports> {
  const type = mediaTypeOf(request);
  const isBinary = request.headers.has('ce-specversion') && !type.startsWith('application/cloudevents');
  if (isBinary) {
    // An event without data has no type of data either.
    if (type !== '' && !isJsonType(type))
      throw notJson(request, '`application/json`: the data are facts as JSON');
    const { body: data, bytes } = await readJson(request, { empty: {}, onBytes });
    assertNotTooDeep(data);
    const event = { ...attributesIn(request.headers), data };
    return { ...readAll([event], readCloudEvent, () => ''), bytes: bytes.length };
  }
  const isKnown = type === 'application/json' || type === structuredType || type === batchedType;
  if (!isKnown) throw notJson(request, `\`application/json\`, \`${structuredType}\` or \`${batchedType}\``);
  const { body, bytes } = await readJson(request, { onBytes });
  assertNotTooDeep(body);
  return { ...readBody(body, type), bytes: bytes.length };
}

function readBody(body: JsonValue, type: string): Omit<Reports, 'bytes'> {
  const read = type === 'application/json' ? readPlain : readCloudEvent;
  if (!Array.isArray(body)) {
    if (type !== batchedType) return readAll([body], read, () => '');
    throw invalidFields([{ field: '', code: 'invalid-field', message: 'A batch is a list of events.' }]);
  }
  if (type === structuredType) {
    const message = `A list of events has the content type \`${batchedType}\`.`;
    throw invalidFields([{ field: '', code: 'invalid-field', message }]);
  }
  if (body.length > maxEventsOfRequest) {
    throw new Problem(413, 'too-many-events', `A request has at most ${maxEventsOfRequest} events.`);
  }
  return readAll(body, read, index => `[${index}].`);
}

function readAll(
  values: readonly unknown[],
  read: Read,
  placeOf: (index: number) => string,
): Omit<Reports, 'bytes'> {
  const mistakes: FieldDiagnostic[] = [];
  const reports: Report[] = [];
  for (const [index, value] of values.entries()) {
    if (mistakes.length >= maxMistakes) break;
    const report = read(value, placeOf(index));
    if ('given' in report) reports.push(report);
    else mistakes.push(...report.slice(0, maxMistakes - mistakes.length));
  }
  return { reports, mistakes };
}

const profileSchema = v.pipe(
  v.string(),
  v.description('Whose webhooks report it; without it, those without a profile.'),
);
const catalogueSchema = v.pipe(
  v.string(),
  v.description('The catalogue that has the event. Default: the default one.'),
);
const dateSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.description('When it happened: ISO 8601 with an offset, or milliseconds since 1970. Default: now.'),
);

const plainSchema = v.strictObject({
  event: v.pipe(v.string(), v.description('Its name in the catalogue.')),
  profile: v.optional(profileSchema),
  facts: v.optional(
    v.pipe(v.unknown(), v.description('The facts that the catalogue says of the event, as an object.')),
  ),
  id: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.description('The same event sent again with its id is accepted once.'),
    ),
  ),
  date: v.optional(dateSchema),
  catalogue: v.optional(catalogueSchema),
});

/** Who may only report events cannot look into the OpenAPI document. */
const noSuchMember = `There is no such member; there are ${Object.keys(plainSchema.entries)
  .map(name => `\`${name}\``)
  .join(', ')}.`;

const readPlain: Read = (value, at) => {
  const read = v.safeParse(plainSchema, value);
  if (!read.success) return mistakesOf(read.issues, at);
  const { event, profile = '', facts = {}, id, date, catalogue } = read.output;
  return {
    ...{ at, names: {} },
    given: givenOf({ event, profile, facts, date, catalogue, id: id === undefined ? undefined : [id] }),
  };
};

const text = v.pipe(v.string(), v.nonEmpty());

/** CloudEvents 1.0: an attribute that is null counts as absent (JSON Event Format, section 2.2). */
const cloudEventSchema = v.looseObject({
  specversion: v.literal('1.0'),
  id: v.pipe(text, v.description('The same event sent again, from its source, is accepted once.')),
  source: text,
  type: v.pipe(text, v.description("The event's name in the catalogue.")),
  subject: v.nullish(v.pipe(v.string(), v.description('Its profile, without the extension `profile`.'))),
  time: v.nullish(v.pipe(v.string(), v.description('When it happened. Default: now.'))),
  datacontenttype: v.nullish(
    v.pipe(v.string(), v.check(isJsonType), v.description('`application/json`, or another that is JSON.')),
  ),
  data: v.nullish(
    v.pipe(v.unknown(), v.description('The facts that the catalogue says of the event, as an object.')),
  ),
  data_base64: v.nullish(v.pipe(v.never(), v.description('Facts are JSON, in `data`.'))),
  profile: v.nullish(profileSchema),
  catalogue: v.nullish(catalogueSchema),
});

const readCloudEvent: Read = (value, at) => {
  const read = v.safeParse(cloudEventSchema, value);
  if (!read.success) return mistakesOf(read.issues, at);
  const { id, source, type, subject, time, data, profile, catalogue } = read.output;
  return {
    at,
    names: { event: 'type', facts: 'data', date: 'time', ...(profile == null && { profile: 'subject' }) },
    given: givenOf({
      ...{ event: type, facts: data ?? {}, id: [source, id] },
      profile: profile ?? subject ?? '',
      // RFC 3339, section 5.6: `t` and `z` may be in lower case.
      date: time?.toUpperCase(),
      catalogue: catalogue ?? undefined,
    }),
  };
};

interface GivenParts {
  readonly event: string;
  readonly profile: string;
  readonly facts: unknown;
  readonly date: string | number | undefined;
  readonly catalogue: string | undefined;
  /** The parts that are unique together. */
  readonly id: readonly string[] | undefined;
}

function givenOf({ id, catalogue, facts: read, ...parts }: GivenParts): Report['given'] {
  // It was read from JSON.
  const facts = read as JsonValue;
  const { date } = parts;
  return {
    ...parts,
    ...{ source: '', facts, content: { facts, ...(date !== undefined && { date }) } },
    ...(id && { id: JSON.stringify(id) }),
    // The default one has no name.
    ...(catalogue !== undefined && catalogue !== '' && { catalogue }),
  };
}

function mistakesOf(issues: readonly v.BaseIssue<unknown>[], at: string): readonly FieldDiagnostic[] {
  return issues.slice(0, maxMistakes).map(issue => {
    const { field, ...rest } = fieldDiagnostic(issue);
    if (rest.code === 'unknown-field' && field !== 'data_base64')
      return { ...rest, field: at + field, message: noSuchMember };
    if (field === 'data_base64')
      return { ...rest, field: at + field, message: 'Facts are JSON: send them in `data`.' };
    if (field === 'datacontenttype')
      return { ...rest, field: at + field, message: 'Facts are JSON: this should be `application/json`.' };
    return { ...rest, field: field === '' ? at.replace(/\.$/, '') : at + field };
  });
}

/** Whether a media type is one of JSON (RFC 6839, section 3.1). */
function isJsonType(type: string): boolean {
  const [essence = ''] = type.split(';');
  return /^[^/]+\/(?:[^/]+\+)?json$/.test(essence.trim().toLowerCase());
}

const headerPrefix = 'ce-';

/**
 * The attributes in the headers of a request in binary mode (CloudEvents HTTP Protocol Binding, section 3.1.3.2).
 *
 * @throws {Problem} 422 for a value that is not encoded as it says.
 */
function attributesIn(headers: Headers): Readonly<Record<string, string>> {
  const attributes: [string, string][] = [];
  const mistakes: FieldDiagnostic[] = [];
  for (const [name, value] of headers) {
    if (!name.startsWith(headerPrefix)) continue;
    const decoded = decodeHeader(value);
    if (decoded !== undefined) attributes.push([name.slice(headerPrefix.length), decoded]);
    else
      mistakes.push({
        field: name.slice(headerPrefix.length),
        code: 'invalid-field',
        message: 'What is not printable ASCII is percent-encoded as UTF-8 in a header.',
      });
  }
  if (mistakes.length > 0) throw invalidFields(mistakes);
  const type = headers.get('content-type');
  return { ...Object.fromEntries(attributes), ...(type !== null && { datacontenttype: type }) };
}

/** What stands in quotes (RFC 9110, section 5.6.4), and what a quote that nothing closes begins: it would be sought again and again. */
const quoted = /"((?:[^"\\]|\\.)*)(?:(")|\\?$)/g;

/** Undefined if it is not encoded as it has to be. */
function decodeHeader(value: string): string | undefined {
  if (/[^\t -~]/.test(value)) return undefined;
  const unquoted = value.replaceAll(quoted, (whole, inner: string, end?: string) =>
    end === undefined ? whole : inner.replaceAll(/\\(.)/g, '$1'),
  );
  try {
    return unquoted.replaceAll(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** @throws {Problem} 403 that names what the caller may report. */
function assertMayReport(reports: readonly Report[], { events, profiles }: Caller): void {
  for (const part of ['event', 'profile'] as const) {
    const allowed = part === 'event' ? events : profiles;
    const refused = allowed && reports.find(({ given }) => !allowed.includes(given[part]));
    if (!refused) continue;
    const names = allowed.map(name => `\`${name}\``).join(', ');
    const place = refused.at + (refused.names[part] ?? part);
    throw new Problem(
      403,
      'forbidden',
      `${place}: you may only report ${part === 'event' ? 'the events' : 'for the profiles'} ${names}.`,
    );
  }
}

/** The error of the intake, with the places of its mistakes in the request. */
function inPlace(error: unknown, reports: readonly Report[]): unknown {
  if (!(error instanceof IntakeError) || error.mistakes.length === 0) return error;
  return invalidFields(diagnosticsOf(error.mistakes, reports));
}

function diagnosticsOf(
  mistakes: readonly ReportMistake[],
  reports: readonly Report[],
): readonly FieldDiagnostic[] {
  return mistakes.map(({ index, name, fault }) => {
    const { at = '', names = {} } = reports[index] ?? {};
    const field = at + name.replace(/^\w+/, part => names[part] ?? part);
    return { field: field.slice(0, maxFieldLength), code: 'invalid-field', message: sentence(fault) };
  });
}

/** The names of facts may be whatever was sent. */
const maxFieldLength = 300;

function sentence(fault: string): string {
  const start = fault.slice(0, 1).toUpperCase() + fault.slice(1);
  return /[.?]$/.test(start) ? start : `${start}.`;
}

const oneOrMore = v.union([plainSchema, v.pipe(v.array(plainSchema), v.maxLength(maxEventsOfRequest))]);
const bodyTypes = {
  'application/json': v.pipe(
    oneOrMore,
    v.description('One event, or a list of them; with the headers of a CloudEvent, its facts.'),
  ),
  [structuredType]: cloudEventSchema,
  [batchedType]: v.pipe(v.array(cloudEventSchema), v.maxLength(maxEventsOfRequest)),
};

const cloudEventHeaders = Object.fromEntries(
  ['specversion', 'id', 'source', 'type', 'subject', 'time', 'profile', 'catalogue'].map(name => [
    `ce-${name}`,
    {
      description: `The attribute \`${name}\` of a CloudEvent whose data are the body, percent-encoded.`,
      schema: v.optional(v.string()),
    },
  ]),
);

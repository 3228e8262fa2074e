import { Budget } from '../../diagnostics/budget.ts';
import { type Diagnostic, hasErrors, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { aFunction, aListOf, checkThat, defineOptions, optional } from '../../options/define-options.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { OutputName } from '../../output/output.ts';
import { type CheckedTemplate, checkRendered } from '../../template/check.ts';
import { readOwn } from '../../template/read-own-property.ts';
import type { Span, Trace } from '../../template/render/compiled-template.ts';
import { assertComplete } from '../../template/render/missing.ts';
import { nowhere, RenderError } from '../../template/render/render-error.ts';
import type { VariableSchema } from '../../template/resolve/variables.ts';
import { buildRequest } from '../build-request.ts';
import { checkWebhook, type RequestConfig, type SoundWebhook } from '../check.ts';
import { type CheckedGroup, checkGroups } from '../check-templates.ts';
import { compileTemplates, type EventTemplates, sampleEvent } from '../compile.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import type { AnyCatalogue, AnyEvent, Clock, EventOf } from '../events/event-catalogue.ts';
import { groupEvents } from '../events/event-groups.ts';
import type { ProcessEvent, ProcessEvents } from '../events/process-events.ts';
import type { MessagePayload } from '../message-payload.ts';
import { recipientPlaceholder } from '../placeholders.ts';
import { receiverOf, schemaFor } from '../receivers/named-receiver.ts';
import { hidden, secretsOf } from '../secrets/secrets.ts';
import { type FilledWebhookOptions, type WebhookOptions, webhookOptions } from '../webhook-options.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import {
  listTemplates,
  mapTemplates,
  payloadOutputOf,
  templatesOf,
  type WebhookTemplates,
} from '../webhook-templates.ts';
import { comparedValues } from './compared-values.ts';
import { type Branch, type Candidate, type Coverage, coverBranches, NumberedBranches } from './coverage.ts';
import { formatCurl } from './curl.ts';
import { listVariants } from './list-variants.ts';

/** The requests that a configuration would send, for a settings page. */
export interface Preview<Event extends AnyEvent = ProcessEvent> {
  /** All errors and warnings. With an error, nothing would be sent, and the rest of the preview is empty. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** The template that the message of the configuration becomes, with `YOUR_RECIPIENT` for its `to`; undefined if it has none. */
  readonly payload?: string;
  /** One for each event that is switched on. */
  readonly events: readonly EventPreview<Event>[];
  /**
   * Chosen among a sample of each event and its variants, which have more and fewer items in lists, and values on both
   * sides of conditions, up to a limit. Events that are switched off are included if the others leave branches
   * unvisited and if no error would be reported were they on; they are marked, because nothing is proved for them.
   */
  readonly coverage: Coverage<Event>;
}

export type EventPreview<Event extends AnyEvent = ProcessEvent> =
  | {
      readonly kind: 'request';
      readonly event: Event;
      /**
       * The result of `requestFor` for the event, with `***` for the credentials of `authentication` and for the values of headers
       * that are marked by `secret: true`.
       */
      readonly request: WebhookRequest;
      /** A command for a POSIX shell that sends the request, without its credentials. */
      readonly curl: string;
      /**
       * The URL, each configured header's value and the body, with the part of the template that wrote each part of
       * them.
       */
      readonly parts: readonly PreviewPart[];
      /** The ways that the event takes through conditionals and lists. */
      readonly branches: readonly Branch[];
      /** Only for a request with a body. */
      readonly body?: BodyCheck;
    }
  /**
   * The error that `requestFor` throws: a value that its place refuses, or an output longer than `maxOutputBytes`. Or one
   * with the code `output-too-long` for a request that is too long for a preview: its events have up to 16 MiB of
   * text or some 300,000 parts together, half of that divided evenly among them.
   */
  | { readonly kind: 'failure'; readonly event: Event; readonly error: RenderError };

/** One text of a request, as it is sent. */
export interface PreviewPart {
  /**
   * The template that wrote it: `url`, `headers[0].value`, `payload`. Of a message, `payload` is the template that it becomes, and
   * after it come its words as people read them: `message.title`, `message.text`, `messages.order.paid.text`.
   */
  readonly field: string;
  readonly text: string;
  /** In the order of `text`, without gaps. `source` is a range of the field, `output` one of `text`. */
  readonly spans: readonly Span[];
}

/** Whether the body conforms to its content type. */
export interface BodyCheck {
  readonly format: OutputName;
  readonly valid: boolean;
  /** `parser`: this body was parsed. `proof`: the template was proved for every value. */
  readonly by: 'parser' | 'proof';
  /** The first thing in this body that the receiver named by the configuration refuses; its range is one of the body. */
  readonly violation?: Pick<Diagnostic, 'code' | 'message' | 'range'>;
}

export interface PreviewOptions<Catalogue extends AnyCatalogue = ProcessEvents>
  extends WebhookOptions<Catalogue>,
    Clock {
  /**
   * The events to show; those that are switched off are left out. Default: the sample of each that is on, dated now.
   */
  readonly samples?: readonly EventOf<Catalogue>[] | undefined;
}

interface PreviewSettings extends FilledWebhookOptions {
  readonly samples: readonly AnyEvent[] | undefined;
  readonly now: () => number;
}

const readOptions = defineOptions<PreviewSettings>({
  ...webhookOptions,
  samples: optional(aListOf(checkThat('an event made by `create` of its catalogue', isEvent))),
  now: optional(aFunction<() => number>(), Date.now),
});

/**
 * Shows the exact requests that a configuration makes. Mistakes in the configuration do not throw, since a settings
 * page shows half-written ones: they are in `diagnostics`.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function previewWebhook<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: unknown,
  options?: PreviewOptions<Catalogue>,
): Preview<EventOf<Catalogue>> {
  // The samples, given or made, are events of the given catalogue.
  return preview(config, readOptions(options)) as Preview<EventOf<Catalogue>>;
}

function preview(
  config: unknown,
  { events: catalogue, samples: given, now, maxOutputBytes, missing, allow, receivers }: PreviewSettings,
): Preview<AnyEvent> {
  const { sound, diagnostics } = checkWebhook(config, catalogue, { allow, receivers });
  if (!sound) return { diagnostics, events: [], coverage: { contexts: [], unvisited: [] } };
  const { config: own } = sound;
  const schema = schemaFor(receiverOf(own, receivers));
  const templates = compileTemplates(sound, { maxOutputBytes });
  const clock = { now: clockAt(now()) };
  const order = catalogue.names.toSorted((a, b) => Number(templates.has(b)) - Number(templates.has(a)));
  const samples = order.map(name => sampleEvent(own, catalogue, name, clock));
  const numbered = new NumberedBranches(sound.groups);
  const shown = (given ?? samples).filter(({ event }) => templates.has(event));
  const budgets = dividedAmong(shown.length, unitsForEvents);
  const groups = groupsByName(sound.groups);
  return {
    diagnostics,
    ...(sound.payload && { payload: sound.payload.templateFor(recipientPlaceholder) }),
    events: shown.flatMap(event => {
      const compiled = templates.get(event.event);
      const checked = groups.get(event.event);
      return compiled && checked
        ? [
            previewEvent(
              own,
              {
                ...compiled,
                checked: checked.templates,
                schema,
                message: sound.payload,
                numbered,
                required: missing === 'reject' ? catalogue.events[event.event]?.variables : undefined,
              },
              event,
              budgets(),
            ),
          ]
        : [];
    }),
    coverage: coverageOf(samples, sound, catalogue),
  };
}

/** Pays for all requests that are shown: a unit for each character, and fifty for each part. */
const unitsForEvents = 2 ** 24;
/** Pays for looking for events that visit branches; bounds that to about half a second. */
const unitsForCoverage = 5_000_000;

/** Budgets for so many events: half of the units is divided among them, and half is there for those that need more. */
function dividedAmong(events: number, units: number): () => Budget {
  const common = new Budget(units / 2);
  return () => new Budget(Math.floor(units / 2 / events), common);
}

/** Events that are off are added only if the others leave branches unvisited. */
function coverageOf(
  samples: readonly AnyEvent[],
  { config, groups }: SoundWebhook,
  catalogue: AnyCatalogue,
): Coverage<AnyEvent> {
  const on = sampledIn(samples, groups);
  const coverage = coverBranches(new NumberedBranches(groups), candidates(on, catalogue));
  const off = samples.map(({ event }) => event).filter(name => !groupsByName(groups).has(name));
  if (off.length === 0 || coverage.unvisited.length === 0) return coverage;
  const others = groupsOfOthers(config, catalogue, off);
  const all = [...on, ...sampledIn(samples, others, true)];
  return coverBranches(new NumberedBranches([...groups, ...others]), candidates(all, catalogue));
}

/** A sample, with the templates of its own group. */
type Sampled = Omit<Candidate, 'budget'>;

function sampledIn(
  samples: readonly AnyEvent[],
  groups: readonly CheckedGroup[],
  isOff = false,
): readonly Sampled[] {
  const byName = groupsByName(groups);
  return samples.flatMap(event => {
    const group = byName.get(event.event);
    return group ? [{ event, templates: group.templates, isOff }] : [];
  });
}

function groupsByName(groups: readonly CheckedGroup[]): ReadonlyMap<string, CheckedGroup> {
  return new Map(groups.flatMap(each => each.group.names.map(name => [name, each] as const)));
}

/** The templates as checked for events that are off, if they would have no errors with these events on. */
function groupsOfOthers(
  config: RequestConfig,
  catalogue: AnyCatalogue,
  off: readonly string[],
): readonly CheckedGroup[] {
  const sources = templatesOf(config);
  const texts = listTemplates(sources).map(([, { source }]) => source);
  return checkGroups(config, sources, groupEvents(catalogue, off, texts)).filter(({ templates }) =>
    listTemplates(templates).every(([, { diagnostics }]) => !hasErrors(diagnostics)),
  );
}

/** Each sample and its variants. */
function* candidates(samples: readonly Sampled[], catalogue: AnyCatalogue): Iterable<Candidate> {
  const budgets = dividedAmong(samples.length, unitsForCoverage);
  for (const { event: sample, templates, isOff } of samples) {
    const { variables = {}, constants = {} } = catalogue.events[sample.event] ?? {};
    // Constants and the name make it this event, so they are not varied.
    const isFree = (variable: string) => variable !== 'event' && !Object.hasOwn(constants, variable);
    const compared = comparedValues(
      listTemplates(templates).map(([, template]) => template),
      isFree,
    );
    const budget = budgets();
    for (const event of listVariants(sample, variables, compared, budget))
      yield { event, templates, isOff, budget };
  }
}

/** All samples have the same time. */
function clockAt(time: number): () => number {
  return () => time;
}

function isEvent(value: unknown): value is AnyEvent {
  return typeof readOwn(value, 'event') === 'string';
}

interface TemplatesOfEvent extends EventTemplates {
  readonly checked: WebhookTemplates<CheckedTemplate>;
  /** What the receiver accepts. */
  readonly schema: JsonSchema | undefined;
  /** What its message became; undefined if it has none. */
  readonly message: MessagePayload | undefined;
  readonly numbered: NumberedBranches;
  /** Variables that must have a value, unless they are optional. */
  readonly required: VariableSchema | undefined;
}

function previewEvent(
  config: RequestConfig,
  templates: TemplatesOfEvent,
  event: AnyEvent,
  budget: Budget,
): EventPreview<AnyEvent> {
  try {
    return Budget.attempt<EventPreview<AnyEvent>>(
      () => previewRequest(config, templates, event, budget),
      () => ({ kind: 'failure', event, error: new RenderError('output-too-long', '', nowhere, tooMuch) }),
    );
  } catch (error) {
    if (error instanceof RenderError) return { kind: 'failure', event, error };
    throw error;
  }
}

const tooMuch = 'This request is too long for a preview.';

function previewRequest(
  config: RequestConfig,
  { templates, known, checked, schema, message, numbered, required = {} }: TemplatesOfEvent,
  event: AnyEvent,
  budget: Budget,
): EventPreview<AnyEvent> {
  assertComplete(required, event);
  const traced = mapTemplates(templates, template => template.trace(event, known, budget));
  const traces = hideDeclared(traced, config, message);
  const texts = mapTemplates(traces, ({ text }) => text);
  const request = buildRequest(config, texts, config.authentication && `Basic ${hidden}`);
  const sent: WebhookTemplates<Trace> = { ...traces, url: traceNormalUrl(traces.url) };
  return {
    kind: 'request',
    event,
    request,
    curl: formatCurl(request),
    parts: [
      ...listTemplates(sent).map(([field, { text, spans }]) => ({ field, text, spans })),
      ...((traces.payload && message?.wordsOf(traces.payload)) ?? []),
    ],
    branches: numbered.inOrder(numbered.visitedBy(event, checked, budget)),
    ...(request.body !== undefined && {
      body: checkBody(config, request.body, message ? undefined : schema),
    }),
  };
}

/** A preview is shown and copied: a header whose value somebody declared secret has `***`, and so has who gets a message. */
function hideDeclared(
  traces: WebhookTemplates<Trace>,
  { headers }: RequestConfig,
  message: MessagePayload | undefined,
): WebhookTemplates<Trace> {
  const declared = new Set(secretsOf({ headers }, { level: 'declared' }).map(({ field }) => field));
  const output = { start: 0, end: hidden.length };
  return {
    ...traces,
    ...(traces.payload && message && { payload: message.withoutTo(traces.payload, hidden) }),
    headers: traces.headers.map((trace, index) => {
      if (!declared.has(`headers[${index}].value`)) return trace;
      const source = { start: 0, end: headers?.[index]?.value.length ?? 0 };
      return { text: hidden, spans: [{ output, source }] };
    }),
  };
}

/** JSON is checked with a parser, which is available everywhere; other formats rely on the proof. */
function checkBody(config: RequestConfig, body: string, schema: JsonSchema | undefined): BodyCheck {
  const format = payloadOutputOf(config);
  if (format !== 'json' && format !== 'json-lines') return { format, valid: true, by: 'proof' };
  try {
    const lines =
      format === 'json' ? [body] : body.split('\n').slice(0, body.endsWith('\n') ? -1 : undefined);
    if (body !== '' || format === 'json') for (const line of lines) JSON.parse(line);
    const violation = findViolation(body, format, schema);
    return { format, valid: true, by: 'parser', ...(violation && { violation }) };
  } catch {
    return { format, valid: false, by: 'parser' };
  }
}

function findViolation(
  body: string,
  output: OutputName,
  schema: JsonSchema | undefined,
): BodyCheck['violation'] {
  if (schema === undefined) return undefined;
  const found = checkRendered(body, { output, schema }).find(
    ({ code, severity }) => code.startsWith('schema-') && severity === 'error',
  );
  return found && { code: found.code, message: found.message, range: found.range };
}

/**
 * The trace of a URL after its normalisation. Normalising can encode, drop or add literal characters, but leaves those
 * of a value unchanged, unless it drops a whole segment for a `..`. So each value is located by a marker in its place,
 * and the text between two values comes from the literals between them.
 */
function traceNormalUrl(trace: Trace): Trace {
  const { href } = new URL(trace.text);
  if (href === trace.text) return trace;
  const name = unusedName(`${trace.text} ${href}`);
  const all = markValues(trace, name, () => true);
  if (all.restored === href) return { text: href, spans: mapSpans(trace, all) };
  // With a marker for an empty value, a space before it is no longer at the end of the URL and is kept.
  const filled = markValues(trace, name, ({ output }) => output.end > output.start);
  return { text: href, spans: mapSpans(trace, filled) };
}

interface MarkedUrl {
  /** The normalised URL with a marker for each value. */
  readonly text: string;
  /** Ranges of the markers by index of their span; dropped ones are absent. */
  readonly markers: ReadonlyMap<number, SourceRange>;
  /** The normalised URL with the values put back. */
  readonly restored: string;
}

function markValues({ text, spans }: Trace, name: string, isMarked: (span: Span) => boolean): MarkedUrl {
  const pieces = spans.map(({ output }) => text.slice(output.start, output.end));
  const marked = spans.map((span, index) =>
    span.value && isMarked(span) ? `${name}${index}.` : pieces[index],
  );
  const { href } = new URL(marked.join(''));
  const marker = new RegExp(`${name}(\\d+)\\.`, 'g');
  const markers = new Map<number, SourceRange>();
  for (const { 0: found, 1: span, index } of href.matchAll(marker)) {
    markers.set(Number(span), { start: index, end: index + found.length });
  }
  return { text: href, markers, restored: href.replace(marker, (_, index) => pieces[index] ?? '') };
}

/** A sequence of unreserved characters, which no part of a URL encodes, that does not occur in this text. */
function unusedName(text: string): string {
  const used = new Set(Array.from(text.toLowerCase().matchAll(/value(\d+)-/g), ([, number]) => number));
  let number = 0;
  while (used.has(String(number))) number++;
  return `value${number}-`;
}

function mapSpans({ spans }: Trace, marked: MarkedUrl): readonly Span[] {
  const mapped: Span[] = [];
  let read = 0;
  let written = 0;
  let literals: SourceRange[] = [];
  function write(length: number, span: Omit<Span, 'output'>): void {
    mapped.push({ output: { start: written, end: written + length }, ...span });
    written += length;
  }
  function writeLiterals(until: number): void {
    const source = hull(literals);
    if (source && until > read) write(until - read, { source });
    literals = [];
    read = until;
  }
  spans.forEach(({ output, source, value }, index) => {
    if (value === undefined) {
      literals.push(source);
      return;
    }
    const marker = marked.markers.get(index);
    if (marker === undefined) {
      write(0, { source, value });
      return;
    }
    writeLiterals(marker.start);
    write(output.end - output.start, { source, value });
    read = marker.end;
  });
  writeLiterals(marked.text.length);
  return mapped;
}

function hull(ranges: readonly SourceRange[]): SourceRange | undefined {
  const [first] = ranges;
  const last = ranges.at(-1);
  return first && last ? { start: first.start, end: last.end } : undefined;
}

import { aFunction, checkThat, defineOptions, listOf, optional } from '../../http/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import type { CompiledTemplate, Span, Trace } from '../../template/render/compiled-template.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { buildRequest, hiddenAuthorization } from '../build-request.ts';
import { checkWebhook } from '../check.ts';
import type { CheckedGroup } from '../check-templates.ts';
import { compileTemplates, sampleEvent } from '../compile.ts';
import type { AnyConfig } from '../config/webhook-config.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import type {
  AnyCatalogue,
  AnyEvent,
  Clock,
  EventCatalogue,
  EventMap,
  EventOf,
} from '../events/event-catalogue.ts';
import { suits } from '../events/event-groups.ts';
import type { ProcessEvent, ProcessEvents } from '../events/process-events.ts';
import { aCatalogue, anOutputBound, type CatalogueOptions, type OutputOptions } from '../webhook-options.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import { listTemplates, mapTemplates, payloadOutputOf, type WebhookTemplates } from '../webhook-templates.ts';
import { comparedValues } from './compared-values.ts';
import { type Branch, branchesVisited, type Candidate, type Coverage, coverBranches } from './coverage.ts';
import { formatCurl } from './curl.ts';
import { listVariants } from './list-variants.ts';
import { traceNormalUrl } from './url-spans.ts';

/** What a configuration would send, for a settings page. */
export interface Preview<Event extends AnyEvent = ProcessEvent> {
  /** Everything that is wrong; if there is an error, nothing is sent and the rest of the preview is empty. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** One for each event that is switched on. */
  readonly events: readonly EventPreview<Event>[];
  /**
   * Chosen among one sample of each event and its variants, including events that are switched off; enabled ones are
   * preferred, and those left out for which a name in the templates is of another type than for all of these. The variants
   * have more and fewer items in lists, and values on both sides of what conditions ask, up to a bound.
   */
  readonly coverage: Coverage<Event>;
}

export type EventPreview<Event extends AnyEvent = ProcessEvent> =
  | {
      readonly kind: 'request';
      readonly event: Event;
      /** What `requestFor` returns for the event, with `***` for the credentials of `authentication`. */
      readonly request: WebhookRequest;
      /** A command for a POSIX shell that sends it, credentials apart. */
      readonly curl: string;
      /** The URL, each configured header's value and the body, with what wrote which part of them. */
      readonly parts: readonly PreviewPart[];
      /** The ways that it takes through conditionals and lists. */
      readonly branches: readonly Branch[];
      /** Of a request with a body. */
      readonly body?: BodyCheck;
    }
  /** `requestFor` throws this for the event: a value that its place refuses, or an output beyond `maxOutputBytes`. */
  | { readonly kind: 'failure'; readonly event: Event; readonly error: RenderError };

/** One text of a request, as it is sent. */
export interface PreviewPart {
  /** The template that wrote it: `url`, `headers[0].value`, `payload`. */
  readonly field: string;
  readonly text: string;
  /** In the order of `text`, without gaps. `source` is a range of the field, `output` of `text`. */
  readonly spans: readonly Span[];
}

/** Whether a body is what its content type says. */
export interface BodyCheck {
  readonly format: OutputName;
  readonly valid: boolean;
  /** `parser`: this very body was parsed. `proof`: the template was proved, for every value. */
  readonly by: 'parser' | 'proof';
}

export interface PreviewOptions<Catalogue extends AnyCatalogue = ProcessEvents>
  extends CatalogueOptions<Catalogue>,
    OutputOptions,
    Clock {
  /** The events to show; those that are switched off are left out. Default: a sample of each that is on, dated now. */
  readonly samples?: readonly EventOf<Catalogue>[] | undefined;
}

const readOptions = defineOptions<{
  readonly events: EventCatalogue<EventMap>;
  readonly samples: readonly AnyEvent[] | undefined;
  readonly now: () => number;
  readonly maxOutputBytes: number;
}>({
  events: aCatalogue,
  samples: optional(listOf(checkThat('an event, as `create` of its catalogue makes it', isEvent))),
  now: optional(aFunction<() => number>(), Date.now),
  maxOutputBytes: anOutputBound,
});

/**
 * Shows the exact requests that a configuration makes. Never throws for what is wrong with the configuration, since a
 * settings page shows half-written ones: it is in `diagnostics`.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function previewWebhook<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: unknown,
  options?: PreviewOptions<Catalogue>,
): Preview<EventOf<Catalogue>> {
  // The samples, given or made, are events of the catalogue that was given.
  return preview(config, readOptions(options)) as Preview<EventOf<Catalogue>>;
}

function preview(
  config: unknown,
  { events: catalogue, samples: given, now, maxOutputBytes }: ReturnType<typeof readOptions>,
): Preview<AnyEvent> {
  const { sound, diagnostics } = checkWebhook(config, catalogue);
  if (!sound) return { diagnostics, events: [], coverage: { contexts: [], unvisited: [] } };
  const { config: own } = sound;
  const templates = compileTemplates(sound, { maxOutputBytes });
  const clock = { now: clockAt(now()) };
  const order = catalogue.names.toSorted((a, b) => Number(templates.has(b)) - Number(templates.has(a)));
  const samples = order.map(name => sampleEvent(own, catalogue, name, clock));
  return {
    diagnostics,
    events: (given ?? samples).flatMap(event => {
      const compiled = templates.get(event.event);
      const checked = sound.groups.find(({ group }) => group.names.includes(event.event));
      return compiled && checked ? [previewEvent(own, { compiled, checked: checked.templates }, event)] : [];
    }),
    coverage: coverBranches(samples.flatMap(sample => candidates(sample, sound.groups, catalogue))),
  };
}

/** A sample and its variants, with the templates of its own group; those of an event that is off with any that suit it. */
function candidates(
  sample: AnyEvent,
  groups: readonly CheckedGroup[],
  catalogue: AnyCatalogue,
): readonly Candidate[] {
  const { variables = {}, constants = {} } = catalogue.events[sample.event] ?? {};
  const own = groups.find(({ group }) => group.names.includes(sample.event));
  const checked = own ?? groups.find(({ group }) => suits(group, variables));
  if (!checked) return [];
  const { names, ...values } = comparedValues(
    listTemplates(checked.templates).map(([, template]) => template),
  );
  // What an event always has makes it that event.
  const free = new Set(
    [...names].filter(name => !Object.hasOwn({ ...constants, event: true }, firstOf(name))),
  );
  return listVariants(sample, variables, { names: free, ...values }).map(event => ({
    event,
    templates: checked.templates,
  }));
}

function firstOf(path: string): string {
  return path.split('.', 1).join();
}

/** All samples are of one moment. */
function clockAt(time: number): () => number {
  return () => time;
}

function isEvent(value: unknown): value is AnyEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string';
}

interface TemplatesOfEvent {
  readonly compiled: WebhookTemplates<CompiledTemplate>;
  readonly checked: WebhookTemplates<CheckedTemplate>;
}

function previewEvent(
  config: AnyConfig,
  { compiled, checked }: TemplatesOfEvent,
  event: AnyEvent,
): EventPreview<AnyEvent> {
  try {
    const traces = mapTemplates(compiled, template => template.trace(event));
    const texts = mapTemplates(traces, ({ text }) => text);
    const request = buildRequest(config, texts, config.authentication && hiddenAuthorization);
    const sent: WebhookTemplates<Trace> = { ...traces, url: traceNormalUrl(traces.url) };
    return {
      kind: 'request',
      event,
      request,
      curl: formatCurl(request),
      parts: listTemplates(sent).map(([field, { text, spans }]) => ({ field, text, spans })),
      branches: branchesVisited(event, checked),
      ...(request.body !== undefined && { body: checkBody(config, request.body) }),
    };
  } catch (error) {
    if (error instanceof RenderError) return { kind: 'failure', event, error };
    throw error;
  }
}

/** JSON has a parser wherever this runs; the other formats rest on the proof. */
function checkBody(config: AnyConfig, body: string): BodyCheck {
  const format = payloadOutputOf(config);
  if (format !== 'json' && format !== 'json-lines') return { format, valid: true, by: 'proof' };
  try {
    const lines =
      format === 'json' ? [body] : body.split('\n').slice(0, body.endsWith('\n') ? -1 : undefined);
    if (body !== '' || format === 'json') for (const line of lines) JSON.parse(line);
    return { format, valid: true, by: 'parser' };
  } catch {
    return { format, valid: false, by: 'parser' };
  }
}

import { aFunction, defineOptions, listOf, objectWith, optional } from '../../http/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import { outputForContentType } from '../../output/outputs.ts';
import { CompiledTemplate, type Span, type Trace } from '../../template/render/compiled-template.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { processVariables } from '../../template/resolve/variables.ts';
import { checkWebhook } from '../check.ts';
import { enabledEvents, requestFrom } from '../compile.ts';
import { defaultContentType, type WebhookConfig } from '../config/webhook-config.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import { type Clock, eventNames, type ProcessEvent, sampleEvent } from '../events/process-event.ts';
import { listTemplates, mapTemplates, type WebhookTemplates } from '../request-parts.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import { type Coverage, coverBranches } from './coverage.ts';
import { formatCurl } from './curl.ts';
import { listVariants } from './list-variants.ts';
import { traceNormalUrl } from './url-spans.ts';

/** What a configuration would send, for a settings page. */
export interface Preview {
  /** Everything that is wrong; if there is an error, nothing is sent and the rest of the preview is empty. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** One for each event that is switched on. */
  readonly events: readonly EventPreview[];
  /** Chosen among one sample of each event, including events that are switched off; enabled ones are preferred. */
  readonly coverage: Coverage;
}

export type EventPreview =
  | {
      readonly kind: 'request';
      readonly event: ProcessEvent;
      /** What `requestFor` returns for the event. */
      readonly request: WebhookRequest;
      /** A command for a POSIX shell that sends it. */
      readonly curl: string;
      /** The URL, each configured header's value and the body, with what wrote which part of them. */
      readonly parts: readonly PreviewPart[];
      /** Of a POST alone. */
      readonly body?: BodyCheck;
    }
  /** `requestFor` throws this for the event: a value that its place refuses. */
  | { readonly kind: 'failure'; readonly event: ProcessEvent; readonly error: RenderError };

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

export interface PreviewOptions extends Clock {
  /** The events to preview; those that are switched off are left out. Default: a sample of each that is on, dated now. */
  readonly events?: readonly ProcessEvent[] | undefined;
}

const readOptions = defineOptions<Required<PreviewOptions>>({
  events: optional(listOf(objectWith<ProcessEvent>())),
  now: optional(aFunction<() => number>(), Date.now),
});

/**
 * Shows the exact requests that a configuration makes. Never throws for what is wrong with the configuration, since a
 * settings page shows half-written ones: it is in `diagnostics`.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function previewWebhook(config: unknown, options?: PreviewOptions): Preview {
  const { events, now } = readOptions(options);
  const { sound, diagnostics } = checkWebhook(config);
  if (sound === undefined) return { diagnostics, events: [], coverage: { contexts: [], unreachable: [] } };
  const { config: own } = sound;
  const date = new Date(now());
  const enabled = enabledEvents(own);
  const disabled = eventNames.filter(name => !enabled.includes(name));
  const samples = [...enabled, ...disabled].map(name => sampleEvent(name, own.profile, date));
  const shown = (events ?? samples).filter(({ event }) => enabled.includes(event));
  const templates = mapTemplates(sound.templates, checked => new CompiledTemplate(checked));
  return {
    diagnostics,
    events: shown.map(event => previewEvent(own, templates, event)),
    coverage: coverBranches(
      sound.templates,
      samples.flatMap(sample => listVariants(sample, processVariables)),
    ),
  };
}

function previewEvent(
  config: WebhookConfig,
  templates: WebhookTemplates<CompiledTemplate>,
  event: ProcessEvent,
): EventPreview {
  try {
    const traces = mapTemplates(templates, template => template.trace(event));
    const request = requestFrom(
      config,
      mapTemplates(traces, ({ text }) => text),
    );
    const sent: WebhookTemplates<Trace> = { ...traces, url: traceNormalUrl(traces.url) };
    return {
      kind: 'request',
      event,
      request,
      curl: formatCurl(request),
      parts: listTemplates(sent).map(([field, { text, spans }]) => ({ field, text, spans })),
      ...(request.body !== undefined && { body: checkBody(config, request.body) }),
    };
  } catch (error) {
    if (error instanceof RenderError) return { kind: 'failure', event, error };
    throw error;
  }
}

/** JSON has a parser wherever this runs; the other formats rest on the proof. */
function checkBody({ contentType = defaultContentType }: WebhookConfig, body: string): BodyCheck {
  const format = outputForContentType(contentType);
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

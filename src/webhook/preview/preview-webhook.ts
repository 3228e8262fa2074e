import type { OutputName } from '../../output/output.ts';
import { RenderError } from '../../template/render/render-error.ts';
import type { Span, Trace } from '../../template/render/trace.ts';
import type { Template } from '../../template/template.ts';
import { compileTemplates, enabledEvents, requestFrom } from '../compile-webhook.ts';
import type { WebhookConfig } from '../config/webhook-config.ts';
import { type Clock, eventNames, type ProcessEvent } from '../events/process-event.ts';
import { sampleEvent } from '../events/sample-event.ts';
import { checkWebhook } from '../validate-webhook.ts';
import type { WebhookDiagnostic } from '../webhook-diagnostic.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import {
  listTemplates,
  mapTemplates,
  payloadFormat,
  templatesOf,
  type WebhookTemplates,
} from '../webhook-templates.ts';
import { type Coverage, coverBranches } from './coverage.ts';
import { formatCurl } from './curl-command.ts';
import { traceNormalUrl } from './url-spans.ts';

/** What a configuration would send, for a settings page. */
export interface Preview {
  /** Everything that is wrong; where there is an error, nothing is sent and the rest of the preview is empty. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** One for each event whose box is on. */
  readonly events: readonly EventPreview[];
  /** Chosen among one sample of each event, also of those whose box is off; enabled ones are preferred. */
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
  /** The events to preview; those whose box is off are left out. Default: a sample of each that is on, dated now. */
  readonly events?: readonly ProcessEvent[];
}

/**
 * Shows the exact requests that a configuration makes. Never throws for what is wrong with the configuration, since a
 * settings page shows half-written ones: it is in `diagnostics`.
 */
export function previewWebhook(config: unknown, options: PreviewOptions = {}): Preview {
  const { config: own, diagnostics } = checkWebhook(config);
  if (own === undefined) return { diagnostics, events: [], coverage: { contexts: [], unreachable: [] } };
  const date = (options.now ?? (() => new Date()))();
  const enabled = enabledEvents(own);
  const disabled = eventNames.filter(name => !enabled.includes(name));
  const samples = [...enabled, ...disabled].map(name => sampleEvent(name, own.profile, date));
  const events = (options.events ?? samples).filter(({ event }) => enabled.includes(event));
  const templates = compileTemplates(own);
  return {
    diagnostics,
    events: events.map(event => previewEvent(own, templates, event)),
    coverage: coverBranches(own, samples),
  };
}

function previewEvent(
  config: WebhookConfig,
  templates: WebhookTemplates<Template>,
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
      parts: partsOf(config, sent),
      ...(request.body !== undefined && { body: checkBody(payloadFormat(config), request.body) }),
    };
  } catch (error) {
    if (error instanceof RenderError) return { kind: 'failure', event, error };
    throw error;
  }
}

function partsOf(config: WebhookConfig, traces: WebhookTemplates<Trace>): readonly PreviewPart[] {
  const fields = listTemplates(templatesOf(config));
  return listTemplates(traces).map(({ text, spans }, index) => ({
    field: fields[index]?.field ?? '',
    text,
    spans,
  }));
}

/** JSON has a parser wherever this runs; the other formats rest on the proof. */
function checkBody(format: OutputName, body: string): BodyCheck {
  if (format !== 'json') return { format, valid: true, by: 'proof' };
  try {
    JSON.parse(body);
    return { format, valid: true, by: 'parser' };
  } catch {
    return { format, valid: false, by: 'parser' };
  }
}

import { CompiledTemplate } from '../template/render/compiled-template.ts';
import { checkWebhook } from './check.ts';
import { defaultContentType, type WebhookConfig } from './config/webhook-config.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';
import { WebhookError } from './error.ts';
import {
  type Clock,
  type EventName,
  eventNames,
  type ProcessEvent,
  readClock,
  sampleEvent,
} from './events/process-event.ts';
import { mapTemplates, type WebhookTemplates } from './request-parts.ts';
import type { WebhookRequest } from './webhook-request.ts';

/** A configuration whose templates were proved, ready to make requests. */
export interface Webhook {
  /**
   * The request that reports an event; undefined if that event is switched off. Its URL is the rendered one as the WHATWG
   * URL standard writes it. A GET has neither headers nor body; a POST has its content type first, then the configured
   * headers, and always a body. The event's own profile makes no difference.
   *
   * @throws {RenderError} for a value that its place refuses, such as `..` for a whole path segment.
   */
  readonly requestFor: (event: ProcessEvent) => WebhookRequest | undefined;
  /**
   * What Test Connection sends at once: a Started notification of the configured profile that counts nothing yet, dated
   * now. Undefined if Started is off.
   *
   * @throws {RenderError} as `requestFor` does.
   */
  readonly testRequest: (clock?: Clock) => WebhookRequest | undefined;
  /** Warnings; a configuration with errors does not compile. */
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/**
 * Compiles a configuration. Later changes to it do not affect the webhook.
 *
 * @throws {WebhookError} where `validateWebhook` would report an error.
 */
export function compileWebhook(config: WebhookConfig): Webhook {
  const { sound, diagnostics } = checkWebhook(config);
  if (sound === undefined) throw new WebhookError(diagnostics);
  const { config: own } = sound;
  const templates = mapTemplates(sound.templates, checked => new CompiledTemplate(checked));
  const enabled = new Set<EventName>(enabledEvents(own));
  function requestFor(event: ProcessEvent): WebhookRequest | undefined {
    if (!enabled.has(event.event)) return undefined;
    return requestFrom(
      own,
      mapTemplates(templates, template => template.render(event)),
    );
  }
  return {
    requestFor,
    testRequest: clock => requestFor(sampleEvent('Started', own.profile, new Date(readClock(clock).now()))),
    diagnostics,
  };
}

export function enabledEvents({ events }: WebhookConfig): readonly EventName[] {
  return eventNames.filter(name => events[name] === true);
}

/** The request whose parts were rendered to these texts. */
export function requestFrom(
  { method, contentType = defaultContentType, headers = [] }: WebhookConfig,
  { url, headers: values, payload }: WebhookTemplates<string>,
): WebhookRequest {
  const { href } = new URL(url);
  if (payload === undefined) return { method, url: href, headers: [] };
  const configured = headers.map(({ name }, index) => [name, values[index] ?? ''] as const);
  return { method, url: href, headers: [['content-type', contentType], ...configured], body: payload };
}

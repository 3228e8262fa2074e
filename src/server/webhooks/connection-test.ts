import { randomUUID } from 'node:crypto';
import { invalidFields } from '../../api/problem.ts';
import { createDispatcher, type Dispatcher } from '../../delivery/dispatcher.ts';
import type { DispatcherOptions } from '../../delivery/dispatcher-options.ts';
import type { Attempt } from '../../delivery/wire/attempt.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { compileWebhook } from '../../webhook/compile.ts';
import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { ServedCatalogue } from './given-webhook.ts';
import { signingSecretsOf, type WebhookSettings } from './webhook-settings.ts';

/** The result of testing a webhook. */
export interface ConnectionTest {
  readonly event: string;
  /** The request as sent, secrets included. */
  readonly request: WebhookRequest;
  readonly attempt: Attempt;
}

export interface ConnectionTester {
  /**
   * Sends one event at once, marked as a test, without retries.
   *
   * @throws {Problem} 422 if the event, or every event, is off, or its template cannot be rendered.
   */
  readonly test: (settings: WebhookSettings, event: string | undefined) => Promise<ConnectionTest>;
  readonly close: Dispatcher['close'];
}

/** The header that tells a receiver that the request is a test. */
const testHeader = 'hookplate-test';

/** Sends tests through a dispatcher of their own, with the usual guard against internal addresses. */
export function createConnectionTester(
  options: Omit<DispatcherOptions, 'secrets' | 'schedule'>,
  catalogue: ServedCatalogue,
): ConnectionTester {
  const now = options.now ?? Date.now;
  const secrets = new Map<string, readonly string[]>();
  const dispatcher = createDispatcher({
    ...options,
    // A receiver that was gone may be back: tests are there to find out.
    goneMs: 0,
    secrets: (_request, { id }) => secrets.get(id) ?? [],
  });
  return {
    test: async (settings, wanted) => {
      const event = eventOf(settings, wanted, catalogue);
      const request = marked(requestOf(settings, event, { catalogue, now }));
      const id = `test_${randomUUID()}`;
      secrets.set(id, signingSecretsOf(settings, now()));
      try {
        const attempt = await dispatcher.send(request, { id });
        return { event, request, attempt };
      } finally {
        secrets.delete(id);
      }
    },
    close: closeOptions => dispatcher.close(closeOptions),
  };
}

function eventOf(
  { config }: WebhookSettings,
  wanted: string | undefined,
  { names }: ServedCatalogue,
): string {
  const enabled = names.filter(name => config.events[name] === true);
  const event = wanted ?? enabled[0];
  if (event !== undefined && enabled.includes(event)) return event;
  const message =
    enabled.length === 0
      ? 'No event is switched on, so there is nothing to send.'
      : `This event is off; those that are on: ${enabled.join(', ')}.`;
  throw invalidFields([{ field: 'event', code: 'event-off', message }]);
}

function requestOf(
  { config }: WebhookSettings,
  event: string,
  { catalogue, now }: { readonly catalogue: ServedCatalogue; readonly now: () => number },
): WebhookRequest {
  try {
    // The config was checked against this catalogue, whose events TypeScript does not know here.
    const webhook = compileWebhook(config as WebhookConfig<ServedCatalogue>, { events: catalogue });
    const request = webhook.testRequest({ event, now });
    if (request) return request;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw invalidFields([
      { field: '', code: error.code, message: 'The sample of this event cannot be written.' },
    ]);
  }
  throw invalidFields([{ field: 'event', code: 'event-off', message: 'This event is off.' }]);
}

function marked(request: WebhookRequest): WebhookRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== testHeader);
  return { ...request, headers: [...others, [testHeader, 'true']] };
}

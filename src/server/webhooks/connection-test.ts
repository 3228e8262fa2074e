import { randomUUID } from 'node:crypto';
import { createDispatcher, type Dispatcher } from '../../delivery/dispatcher.ts';
import type { DispatcherOptions } from '../../delivery/dispatcher-options.ts';
import type { Attempt } from '../../delivery/wire/attempt.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { TestRequest } from '../templates/template-work.ts';
import { signingSecretsOf } from './webhook-settings.ts';

/** The result of testing a webhook. */
export interface ConnectionTest {
  readonly event: string;
  /** The request as sent, secrets included. */
  readonly request: WebhookRequest;
  readonly attempt: Attempt;
}

export interface ConnectionTester {
  /** Sends a request at once, marked as a test, without retries. */
  readonly test: (request: TestRequest) => Promise<ConnectionTest>;
  readonly close: Dispatcher['close'];
}

/** The header that tells a receiver that the request is a test. */
const testHeader = 'hookplate-test';

/** Sends tests through a dispatcher of their own, with the usual guard against internal addresses. */
export function createConnectionTester(
  options: Omit<DispatcherOptions, 'secrets' | 'schedule'>,
): ConnectionTester {
  const now = options.now ?? Date.now;
  // A receiver that was gone may be back: tests are there to find out.
  const dispatcher = createDispatcher({ ...options, goneMs: 0 });
  return {
    test: async ({ settings, event, request: made }) => {
      const request = marked(made);
      const secrets = signingSecretsOf(settings, now());
      const attempt = await dispatcher.send(request, { id: `test_${randomUUID()}`, secrets });
      return { event, request, attempt };
    },
    close: closeOptions => dispatcher.close(closeOptions),
  };
}

function marked(request: WebhookRequest): WebhookRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== testHeader);
  return { ...request, headers: [...others, [testHeader, 'true']] };
}

import { createDispatcher } from '../src/delivery/index.ts';
import {
  type AnyCatalogue,
  compileWebhook,
  type EventOf,
  formatDiagnostics,
  validateWebhook,
  type WebhookConfig,
  type WebhookRequest,
} from '../src/index.ts';
import { type ReceivedRequest, startInbox } from './inbox.ts';
import { monitorEvents } from './monitor-events.ts';
import { chatMessage, pagerEvent, phoneNote } from './monitor-webhooks.ts';
import { backupEvents, backupIncident } from './nightly-backups.ts';
import { orderMessage, shopEvents } from './shop-orders.ts';

/*
 * Reports the events of three programs, none of which has anything to do with processes, to five receivers, all of them on
 * this machine. Exits with 0 only if everything arrived and nothing is wrong with the webhooks.
 */

/** Receivers on this machine, which are refused otherwise. */
const allow = ['127.0.0.0/8'];

/** A request for each of these events that the webhook wants. */
function requestsFor<Catalogue extends AnyCatalogue>(
  events: Catalogue,
  happened: readonly EventOf<Catalogue>[],
  config: WebhookConfig<Catalogue>,
): readonly WebhookRequest[] {
  const diagnostics = validateWebhook(config, { events, allow });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics(config, diagnostics));
  const { requestFor } = compileWebhook(config, { events });
  return happened.flatMap(event => requestFor(event) ?? []);
}

function describe({ method, url, headers, body }: ReceivedRequest): string {
  const sent = ['authorization', 'content-type', 'title', 'priority', 'click'];
  const lines = sent.filter(name => name in headers).map(name => `${name}: ${headers[name]}`);
  return [`${method} ${url}`, ...lines, '', body, ''].join('\n');
}

const inbox = await startInbox(0);
const dispatcher = createDispatcher({ allow });
try {
  const outages = monitorEvents.names.map(name => monitorEvents.sample(name));
  const orders = shopEvents.names.map(name => shopEvents.sample(name));
  const backups = backupEvents.names.map(name => backupEvents.sample(name));
  const requests = [
    ...[chatMessage, pagerEvent, phoneNote].flatMap(make =>
      requestsFor(monitorEvents, outages, make(inbox.origin)),
    ),
    ...requestsFor(shopEvents, orders, orderMessage(inbox.origin)),
    ...requestsFor(backupEvents, backups, backupIncident(inbox.origin)),
  ];
  let isRight = true;
  for (const request of requests) {
    const { state } = await dispatcher.deliver(request);
    isRight &&= state === 'delivered';
  }
  for (const request of inbox.requests) console.log(describe(request));
  process.exitCode = isRight ? 0 : 1;
} finally {
  await dispatcher.close();
  await inbox.close();
}

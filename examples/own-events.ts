import { createDispatcher } from '../src/delivery/index.ts';
import { compileWebhook, formatDiagnostics, validateWebhook } from '../src/index.ts';
import { type Arrival, startInbox } from './inbox.ts';
import { monitorEvents } from './monitor-events.ts';
import { chatMessage, pagerEvent, phoneNote } from './monitor-webhooks.ts';

/*
 * Reports events that have nothing to do with processes to three receivers, all of them on this machine. Exits with 0 only
 * if everything arrived and nothing is wrong with the webhooks.
 */

function describe({ method, url, headers, body }: Arrival): string {
  const sent = ['authorization', 'content-type', 'title', 'priority', 'click'];
  const lines = sent.filter(name => name in headers).map(name => `${name}: ${headers[name]}`);
  return [`${method} ${url}`, ...lines, '', body, ''].join('\n');
}

const inbox = await startInbox(0);
const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'] });
let isRight = true;
try {
  for (const config of [chatMessage, pagerEvent, phoneNote].map(make => make(inbox.origin))) {
    const diagnostics = validateWebhook(config, { events: monitorEvents });
    if (diagnostics.length > 0) console.log(formatDiagnostics(config, diagnostics));
    const webhook = compileWebhook(config, { events: monitorEvents });
    for (const name of monitorEvents.names) {
      const request = webhook.requestFor(monitorEvents.sample(name));
      if (!request) continue;
      const { state } = await dispatcher.deliver(request);
      isRight &&= state === 'delivered' && diagnostics.length === 0;
    }
  }
  for (const arrival of inbox.arrivals) console.log(describe(arrival));
  process.exitCode = isRight ? 0 : 1;
} finally {
  await dispatcher.close();
  await inbox.close();
}

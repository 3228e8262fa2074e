import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../../src/webhook/events/event-catalogue.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { parseXml } from '../../parse-xml.ts';

/** A webhook to preview, as a thread of its own takes it. */
export interface PreviewJob {
  /** What `defineEvents` takes. */
  readonly catalogue: object;
  readonly config: object;
  /** Whether what is shown is compared with what would be sent. Requests have no bound on their time. */
  readonly isCompared: boolean;
}

export interface PreviewAnswer {
  readonly isAccepted: boolean;
  readonly requests: number;
  readonly failures: number;
  /** Branches that the chosen events visit, and those that none does. */
  readonly visited: number;
  readonly unvisited: number;
  /** What does not hold. */
  readonly broken?: string;
}

parentPort?.on('message', (job: PreviewJob) => {
  let broken: string | undefined;
  const answer = { isAccepted: false, requests: 0, failures: 0, visited: 0, unvisited: 0 };
  try {
    Object.assign(answer, answerTo(job));
  } catch (error) {
    broken = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  parentPort?.postMessage({ ...answer, ...(broken !== undefined && { broken }) });
});

function answerTo({ catalogue, config, isCompared }: PreviewJob): PreviewAnswer {
  const events = createCatalogue(catalogue);
  const { diagnostics, events: shown, coverage } = previewWebhook(config, { events });
  const isAccepted = !hasErrors(diagnostics);
  if (isCompared && isAccepted) compare(config as WebhookConfig, events, shown, coverage);
  const visited = new Set(
    coverage.contexts.flatMap(({ branches }) => branches.map(branch => JSON.stringify(branch))),
  );
  for (const branch of coverage.unvisited)
    insist(!visited.has(JSON.stringify(branch)), 'a branch is visited and not');
  return {
    isAccepted,
    requests: shown.filter(({ kind }) => kind === 'request').length,
    failures: shown.filter(({ kind }) => kind === 'failure').length,
    visited: visited.size,
    unvisited: coverage.unvisited.length,
  };
}

type Preview = ReturnType<typeof previewWebhook<EventCatalogue<EventMap>>>;

/** Every request that is shown is the one that would be sent, and each body that would be sent parses. */
function compare(
  config: WebhookConfig,
  events: EventCatalogue<EventMap>,
  shown: Preview['events'],
  coverage: Preview['coverage'],
): void {
  const webhook = compileWebhook(config as WebhookConfig<EventCatalogue<EventMap>>, { events });
  for (const each of shown) {
    insist(each.kind === 'request', `${each.event.event} is not shown`);
    if (each.kind !== 'request') continue;
    const { event, request, parts, body } = each;
    insist(isDeepStrictEqual(request, webhook.requestFor(event)), `${event.event} is shown otherwise`);
    insist(parts.every(isWithoutGaps), 'a part has gaps');
    insist(body?.valid !== false, 'a body is said to be invalid');
    assertParses(config.contentType ?? '', request.body ?? '');
  }
  for (const { event, isOff } of coverage.contexts) {
    if (isOff) continue;
    assertParses(config.contentType ?? '', webhook.requestFor(event)?.body ?? '');
  }
}

function isWithoutGaps({
  text,
  spans,
}: {
  text: string;
  spans: readonly { output: { start: number; end: number } }[];
}): boolean {
  let end = 0;
  for (const { output } of spans) {
    if (output.start !== end) return false;
    end = output.end;
  }
  return end === text.length;
}

function assertParses(contentType: string, body: string): void {
  if (contentType === 'application/json') JSON.parse(body);
  if (contentType === 'application/xml') insist(parseXml(body) !== undefined, `not well-formed: ${body}`);
  if (contentType === 'application/x-www-form-urlencoded')
    for (const [name] of new URLSearchParams(body)) insist(/^[a-z]\d*$/.test(name), `a field ${name}`);
}

function insist(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

import type { Delivery } from '../delivery/delivery.ts';
import { createDispatcher, type Dispatcher } from '../delivery/dispatcher.ts';
import { defaultSchedule } from '../delivery/retry/next-delay.ts';
import type { Answered, Attempt } from '../delivery/wire/attempt.ts';
import { visibleText } from '../diagnostics/frame/visible-cells.ts';
import { statusMeaning } from '../http/status.ts';
import { InvalidArgument } from '../options/define-options.ts';
import { RenderError } from '../template/render/render-error.ts';
import { compileWebhook } from '../webhook/compile.ts';
import type { KnownReceiver } from '../webhook/receivers/receiver.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';
import { settingsOfNamed } from './config/config-files.ts';
import { type EventFlags, eventsOf, givenEvent, namedEvent } from './events/given-event.ts';
import { assertEvents, type LoadedCatalogue } from './events/load-catalogue.ts';
import { readNamedFile } from './files/read-file.ts';
import { interruptible, type Terminal } from './terminal.ts';
import { type LoadedWebhook, loadWebhooks } from './webhooks/load-webhooks.ts';

export interface SendFlags extends EventFlags {
  readonly catalogue?: string;
  readonly receivers?: string;
  readonly webhook?: string;
  readonly retries: number;
  /** Milliseconds for each attempt. */
  readonly timeout: number;
  /** CIDR ranges that may be connected to although they are not public. */
  readonly allow: readonly string[];
}

/**
 * Sends an event to each webhook of a file that has it switched on, one after the other, and prints the answers.
 *
 * @throws {CommandError} if there is nothing to send, and after Ctrl-C.
 */
export async function send(named: string, options: SendFlags, terminal: Terminal): Promise<ExitStatus> {
  const { catalogue, receivers, allow } = await settingsOfNamed(named, options, terminal);
  if (options.event !== undefined) assertEvents([options.event], catalogue);
  const file = await readNamedFile(named, terminal);
  const webhooks = await loadWebhooks(file, { catalogue, receivers, webhook: options.webhook }, terminal);
  const configs = webhooks.map(({ config }) => config);
  const event = namedEvent(options.event, eventsOf(configs, catalogue), file.path);
  const world = { catalogue, receivers, directory: terminal.directory };
  const sent = await requestsOf(webhooks, { ...options, event }, world);
  if (sent.length === 0)
    throw new CommandError('failed', `${file.path}: ${event} is not switched on in \`events\`.`);
  let url = '';
  const onAttempt = (attempt: Attempt): void => void terminal.stderr.write(describeAttempt(attempt, url));
  const dispatcher = createSender({ ...options, allow }, onAttempt);
  try {
    return await interruptible(terminal, async signal => {
      let isFine = true;
      for (const { name, request } of sent) {
        if (signal.aborted) break;
        terminal.stderr.write(`${visibleText(name)}: ${request.method} ${new URL(request.url).host}\n`);
        url = request.url;
        const delivery = await dispatcher.deliver(request, { signal });
        report(delivery, terminal);
        isFine &&= delivery.state === 'delivered';
      }
      return isFine ? exitStatus.fine : exitStatus.findings;
    });
  } finally {
    await dispatcher.close({ timeoutMs: 0 });
  }
}

interface Sent {
  readonly name: string;
  readonly request: WebhookRequest;
}

interface World {
  readonly catalogue: LoadedCatalogue;
  readonly receivers: readonly KnownReceiver[];
  readonly directory: string;
}

async function requestsOf(
  webhooks: readonly LoadedWebhook[],
  options: SendFlags & { readonly event: string },
  { catalogue, receivers, directory }: World,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const { name, config } of webhooks) {
    const event = await givenEvent(options, { catalogue, config, directory });
    try {
      const request = compileWebhook(config, { events: catalogue, receivers }).requestFor(event);
      if (request) sent.push({ name, request });
    } catch (error) {
      if (error instanceof RenderError) throw new CommandError('failed', `${name}: ${error.message}`);
      throw error;
    }
  }
  return sent;
}

/** The first waits are those of deliveries in a process; the last of them is repeated. */
function createSender(
  { retries, timeout, allow }: SendFlags,
  onAttempt: (attempt: Attempt) => void,
): Dispatcher {
  const schedule = Array.from(
    { length: retries },
    (_, index) => defaultSchedule[index] ?? defaultSchedule.at(-1) ?? 0,
  );
  try {
    return createDispatcher({ schedule, timeoutMs: timeout, allow, onAttempt });
  } catch (error) {
    if (error instanceof InvalidArgument)
      throw new CommandError('usage', error.message.replace(/^options\.(\w+)/, '--$1'));
    throw error;
  }
}

function describeAttempt({ number, durationMs, outcome }: Attempt, url: string): string {
  const what = visibleText(outcome.kind === 'answered' ? describeAnswer(outcome, url) : outcome.message);
  return `Attempt ${number}, ${Math.round(durationMs)} ms: ${what}\n`;
}

function describeAnswer({ status, headers }: Answered, url: string): string {
  const why = statusMeaning(status, { url, headers });
  return why === undefined ? `answered ${status}` : `answered ${status}: ${why}`;
}

const ends: Readonly<Record<Delivery['state'], string>> = {
  delivered: 'Delivered.',
  failed: 'Not delivered.',
  gone: 'Not delivered: the receiver asked us to stop (410 Gone).',
  refused: 'Not sent: only public addresses are called; --allow takes a range that may be called as well.',
  aborted: 'Interrupted.',
};

/** Prints the last answer to stdout as data: status, headers and body. */
function report({ state, attempts }: Delivery, { stdout, stderr }: Terminal): void {
  const outcome = attempts.at(-1)?.outcome;
  if (outcome?.kind === 'answered') {
    const { status, headers, body, truncated } = outcome;
    const lines = [`HTTP ${status}`, ...headers.map(([name, value]) => visibleText(`${name}: ${value}`))];
    const shown = stdout.isTTY ? visibleLines(body) : body;
    stdout.write(
      `${lines.join('\n')}\n${shown === '' ? '' : `\n${shown}${shown.endsWith('\n') ? '' : '\n'}`}`,
    );
    if (truncated) stderr.write('The answer was longer, or ended too early.\n');
  }
  stderr.write(`${ends[state]}\n`);
}

/** Makes control characters visible, which would steer a terminal. */
function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visibleText).join('\n');
}

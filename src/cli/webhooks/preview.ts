import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { compileWebhook } from '../../webhook/compile.ts';
import type { AnyConfig } from '../../webhook/config/settings.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { formatCurl } from '../../webhook/preview/curl.ts';
import { type EventPreview, previewWebhook } from '../../webhook/preview/preview.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { maskNamedSecrets } from '../../webhook/secrets/secrets.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { settingsOfNamed } from '../config/config-files.ts';
import { assertEvents, type LoadedCatalogue } from '../events/load-catalogue.ts';
import { readNamedFile } from '../files/read-file.ts';
import type { Terminal } from '../terminal.ts';
import { type LoadedWebhook, loadWebhooks } from './load-webhooks.ts';

export interface PreviewFlags {
  /** `all` for each event that is switched on. */
  readonly event: string;
  readonly catalogue?: string;
  readonly receivers?: string;
  readonly webhook?: string;
  readonly as: 'http' | 'curl' | 'json';
  readonly showSecrets?: boolean;
}

/** The version of the `json` format. */
const jsonVersion = 1;

/** A request that would be sent, or the reason why there is none. */
interface Shown {
  readonly webhook: LoadedWebhook;
  readonly preview: EventPreview<AnyEvent>;
}

/**
 * Prints the requests that the webhooks of a file make for the samples of their events.
 *
 * @throws {CommandError} if there are errors in the file, or the event is switched off.
 */
export async function previewFile(
  named: string,
  options: PreviewFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { catalogue, receivers } = await settingsOfNamed(named, options, terminal);
  if (options.event !== 'all') assertEvents([options.event], catalogue);
  const file = await readNamedFile(named, terminal);
  const webhooks = await loadWebhooks(file, { catalogue, receivers, webhook: options.webhook }, terminal);
  const shown = webhooks.flatMap(webhook =>
    previewWebhook(webhook.config, { events: catalogue, receivers })
      .events.filter(({ event }) => options.event === 'all' || event.event === options.event)
      .map((preview): Shown => ({ webhook, preview })),
  );
  if (shown.length === 0) {
    const what = options.event === 'all' ? 'no event is' : `${options.event} is not`;
    throw new CommandError('failed', `${file.path}: ${what} switched on in \`events\`.`);
  }
  const secretOf = options.showSecrets ? realRequest(catalogue, receivers) : undefined;
  print(shown, { ...options, secretOf }, terminal);
  return shown.some(({ preview }) => preview.kind === 'failure') ? exitStatus.findings : exitStatus.fine;
}

/** The request as it would be sent, with credentials. */
export function realRequest(catalogue: LoadedCatalogue, receivers: readonly KnownReceiver[]) {
  return (config: AnyConfig, event: AnyEvent): WebhookRequest | undefined =>
    compileWebhook(config, { events: catalogue, receivers }).requestFor(event);
}

interface Printing {
  readonly as: PreviewFlags['as'];
  readonly secretOf: ReturnType<typeof realRequest> | undefined;
}

function print(shown: readonly Shown[], { as, secretOf }: Printing, { stdout, stderr }: Terminal): void {
  const previews: object[] = [];
  const texts: string[] = [];
  for (const { webhook, preview } of shown) {
    const { event } = preview.event;
    // Kept on one line, since a shell may run the output.
    const heading = visibleText(`${webhook.name}, ${event}`);
    if (preview.kind === 'failure') {
      const { code, variable, message } = preview.error;
      previews.push({ webhook: webhook.config.id, event, error: { code, variable, message } });
      stderr.write(`error: ${heading}: ${visibleText(message)}\n`);
      continue;
    }
    const { violation } = preview.body ?? {};
    if (violation) stderr.write(`warning: ${heading}: ${visibleText(violation.message)}\n`);
    const request = secretOf?.(webhook.config, preview.event) ?? maskNamedSecrets(preview.request);
    previews.push({
      webhook: webhook.config.id,
      event,
      request: jsonOf(request),
      ...(violation && { violation }),
    });
    texts.push(
      as === 'curl'
        ? `# ${heading}\n${curlOf(request, webhook.config, secretOf !== undefined)}\n`
        : `### ${heading}\n${httpOf(request)}`,
    );
  }
  stdout.write(
    as === 'json' ? `${JSON.stringify({ version: jsonVersion, previews }, null, 2)}\n` : texts.join('\n'),
  );
}

function jsonOf({ method, url, headers, body }: WebhookRequest): object {
  return { method, url, headers, ...(body !== undefined && { body }) };
}

/** Without the credentials, curl asks for the password when it runs. */
function curlOf(request: WebhookRequest, { authentication }: AnyConfig, hasSecrets: boolean): string {
  if (hasSecrets || !authentication) return formatCurl(request);
  const headers = request.headers.filter(([name]) => name !== 'authorization');
  return formatCurl({ ...request, headers }, authentication.username);
}

/** The format of HTTP request files: a request line, a line per header, and the body after an empty line. */
function httpOf({ method, url, headers, body }: WebhookRequest): string {
  const lines = [`${method} ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\n')}\n${body === undefined ? '' : `\n${body}\n`}`;
}

import { formatDiagnostics } from '../../diagnostics/frame/format-diagnostics.ts';
import type { OutputName } from '../../output/output.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { compileTemplate, TemplateError } from '../../template/template.ts';
import { previewWebhook } from '../../webhook/preview/preview.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { maskNamedSecrets } from '../../webhook/secrets/secrets.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { CommandError } from '../command-error.ts';
import { settingsOfNamed } from '../config/config-files.ts';
import { decodeFile, isTemplateName, outputIn } from '../contents/read-contents.ts';
import { type EventFlags, eventsOf, givenEvent, namedEvent } from '../events/given-event.ts';
import { assertEvents, type LoadedCatalogue } from '../events/load-catalogue.ts';
import { type NamedFile, readNamedFile } from '../files/read-file.ts';
import { hasColors, type Terminal } from '../terminal.ts';
import { loadWebhooks } from './load-webhooks.ts';
import { realRequest } from './preview.ts';

export interface RenderFlags extends EventFlags {
  readonly catalogue?: string;
  readonly receivers?: string;
  readonly output?: OutputName;
  readonly webhook?: string;
  readonly field?: 'body' | 'url' | 'headers';
  readonly showSecrets?: boolean;
}

/**
 * Prints the output of a webhook or a bare template for an event.
 *
 * @throws {CommandError} if there is none.
 */
export async function render(named: string, options: RenderFlags, terminal: Terminal): Promise<void> {
  const file = await readNamedFile(named, terminal);
  const { catalogue, receivers, output: configured } = await settingsOfNamed(named, options, terminal);
  if (options.event !== undefined) assertEvents([options.event], catalogue);
  const output = options.output ?? configured ?? templateOutput(named);
  const world = { catalogue, receivers, terminal };
  const text =
    output === undefined
      ? await renderWebhook(file, options, world)
      : await renderTemplate(file, { ...options, output }, world);
  terminal.stdout.write(text);
  // The next prompt should begin on a new line.
  if (terminal.stdout.isTTY && !text.endsWith('\n')) terminal.stdout.write('\n');
}

interface World {
  readonly catalogue: LoadedCatalogue;
  readonly receivers: readonly KnownReceiver[];
  readonly terminal: Terminal;
}

/** What a file writes whose name says that it is a bare template. */
function templateOutput(name: string): OutputName | undefined {
  return isTemplateName(name) ? (outputIn(name) ?? 'text') : undefined;
}

async function renderTemplate(
  { path, bytes }: NamedFile,
  options: RenderFlags & { readonly output: OutputName },
  { catalogue, terminal }: World,
): Promise<string> {
  if (options.field !== undefined)
    throw new CommandError('usage', '--field: a bare template is all there is; leave --field out.');
  const { text, problem } = decodeFile(bytes);
  if (problem) throw new CommandError('failed', `${path}: ${problem.message}`);
  const name = namedEvent(options.event, catalogue.names, path);
  const event = await givenEvent({ ...options, event: name }, { catalogue, directory: terminal.directory });
  const { variables } = catalogue.events[name] ?? {};
  try {
    // The catalogue created the event with these variables.
    return compileTemplate(text, { output: options.output, variables }).render({ ...event });
  } catch (error) {
    if (error instanceof RenderError) throw new CommandError('failed', error.message);
    if (!(error instanceof TemplateError)) throw error;
    const found = error.diagnostics.map(diagnostic => ({ ...diagnostic, field: path }));
    terminal.stderr.write(
      `${formatDiagnostics({ [path]: text }, found, { color: hasColors(terminal.stderr, terminal) })}\n\n`,
    );
    throw new CommandError('failed', `${path} has errors.`);
  }
}

async function renderWebhook(
  file: NamedFile,
  options: RenderFlags,
  { catalogue, receivers, terminal }: World,
): Promise<string> {
  const webhooks = await loadWebhooks(file, { catalogue, receivers, webhook: options.webhook }, terminal);
  const [webhook, ...others] = webhooks;
  if (!webhook) throw new CommandError('usage', `${file.path} has no webhook.`);
  if (others.length > 0) {
    const ids = webhooks.map(({ name }) => name).join(', ');
    throw new CommandError('usage', `${file.path} has several webhooks; choose one with --webhook: ${ids}.`);
  }
  const { config } = webhook;
  const name = namedEvent(options.event, eventsOf([config], catalogue), file.path);
  const world = { catalogue, config, directory: terminal.directory };
  const event = await givenEvent({ ...options, event: name }, world);
  const [preview] = previewWebhook(config, { events: catalogue, receivers, samples: [event] }).events;
  if (!preview) throw new CommandError('failed', `${file.path}: ${name} is switched off in \`events\`.`);
  if (preview.kind === 'failure') throw new CommandError('failed', preview.error.message);
  const real = options.showSecrets ? realRequest(catalogue, receivers)(config, event) : undefined;
  return fieldOf(real ?? maskNamedSecrets(preview.request), options.field ?? 'body');
}

function fieldOf({ url, headers, body, method }: WebhookRequest, field: 'body' | 'url' | 'headers'): string {
  if (field === 'url') return url;
  if (field === 'headers') return headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  if (body === undefined)
    throw new CommandError('failed', `A ${method} of this webhook has no body; try --field url.`);
  return body;
}

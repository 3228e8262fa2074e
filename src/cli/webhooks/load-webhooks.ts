import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../diagnostics/frame/format-diagnostics.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { parseWebhookProperties } from '../../webhook/config/properties.ts';
import type { AnyConfig } from '../../webhook/config/settings.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { checkContents } from '../check/check-contents.ts';
import { CommandError } from '../command-error.ts';
import type { FileContents } from '../contents/contents.ts';
import { maskSecretsInFile } from '../contents/mask-secrets.ts';
import { decodeFile, readContents } from '../contents/read-contents.ts';
import type { LoadedCatalogue } from '../events/load-catalogue.ts';
import type { NamedFile } from '../files/read-file.ts';
import { hasColors, type Terminal } from '../terminal.ts';

/** A configuration without errors. */
export interface LoadedWebhook {
  /** Its id, or its position in the file. */
  readonly name: string;
  readonly config: AnyConfig;
}

interface WebhookChoice {
  readonly catalogue: LoadedCatalogue;
  readonly receivers: readonly KnownReceiver[];
  readonly webhook: string | undefined;
}

/**
 * The webhooks of a file, or only the one with an id.
 *
 * @throws {CommandError} if the file has errors, which are printed, or no webhook has that id.
 */
export async function loadWebhooks(
  { path, name, bytes }: NamedFile,
  { catalogue, receivers, webhook }: WebhookChoice,
  terminal: Terminal,
): Promise<readonly LoadedWebhook[]> {
  const { text, problem } = decodeFile(bytes);
  if (problem) throw new CommandError('failed', `${path}: ${problem.message}`);
  const contents = await readContents(text, name);
  if (contents.kind === 'template')
    throw new CommandError('usage', `${path} is a bare template, not the configuration of a webhook.`);
  const { findings, suspects } = checkContents(contents, {
    catalogue,
    receivers,
    events: [],
    output: 'text',
  });
  if (hasErrors(findings)) {
    const color = hasColors(terminal.stderr, terminal);
    const shown = { [path]: maskSecretsInFile(text, { contents, suspects }) };
    const errors = findings.filter(({ severity }) => severity === 'error');
    const frames = formatDiagnostics(
      shown,
      errors.map(error => ({ ...error, field: path })),
      { color },
    );
    terminal.stderr.write(`${frames}\n\n`);
    throw new CommandError('failed', `${path} has errors.`);
  }
  return choose(webhooksOf(contents, catalogue), webhook, path);
}

/** The webhooks of a file without errors. */
export function webhooksOf(
  { kind, entries }: FileContents,
  catalogue: LoadedCatalogue,
): readonly LoadedWebhook[] {
  return entries.map(({ value }, index) => {
    // Without errors it is a configuration; the reader of properties makes an object of strings.
    const config =
      kind === 'properties'
        ? (parseWebhookProperties(value as Record<string, string>, { events: catalogue }).config as AnyConfig)
        : (value as AnyConfig);
    return { name: config.id ?? (entries.length === 1 ? 'webhook' : `webhook ${index + 1}`), config };
  });
}

function choose(
  webhooks: readonly LoadedWebhook[],
  wanted: string | undefined,
  path: string,
): readonly LoadedWebhook[] {
  if (wanted === undefined) return webhooks;
  const found = webhooks.filter(({ config }) => config.id === wanted);
  if (found.length > 0) return found;
  const ids = webhooks.flatMap(({ config }) => config.id ?? []);
  const meant = didYouMean(wanted, ids);
  const hint = meant === undefined ? `Known ids: ${ids.join(', ') || 'none'}.` : `Did you mean ${meant}?`;
  throw new CommandError('usage', `--webhook: ${path} has no webhook ${wanted}. ${hint}`);
}

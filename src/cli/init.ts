import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { formatWebhookProperties } from '../webhook/config/properties.ts';
import type { WebhookConfig } from '../webhook/config/webhook-config.ts';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

const webhook: WebhookConfig = {
  id: 'team-chat',
  profile: 'Nightly copy',
  events: { Completed: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/hooks/42',
  contentType: 'application/json',
  payload: '{"text": "$profile$ $if(isError)$failed: $errorMessage; null="no message"$$else$is done$endif$"}',
};

/** The path of the schema in a project that has the package installed. */
const schema = './node_modules/hookplate/dist/schema.json';

const writers: Readonly<Record<string, () => string | Promise<string>>> = {
  '.json': writeJson,
  '.jsonc': writeJson,
  '.yaml': writeYaml,
  '.yml': writeYaml,
  '.properties': writeProperties,
};

/**
 * Writes a first configuration.
 *
 * @throws {CommandError} if the file already exists, or its extension is not that of a configuration.
 */
export async function init(named: string, { directory, stdout, stderr }: Terminal): Promise<void> {
  const write = writers[extname(named)];
  if (!write)
    throw new CommandError(
      'usage',
      `${named}: a configuration is a ${Object.keys(writers).join(', ')} file.`,
    );
  const text = await write();
  try {
    await writeFile(resolve(directory, named), text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
    throw new CommandError('usage', `${named} ${why}.`);
  }
  stdout.write(`${named}\n`);
  stderr.write(`Next: hookplate check ${named}, and hookplate preview ${named}\n`);
}

function writeJson(): string {
  return `${JSON.stringify({ $schema: schema, ...webhook }, null, 2)}\n`;
}

async function writeYaml(): Promise<string> {
  const { stringify } = await import('yaml');
  return `# yaml-language-server: $schema=${schema}\n${stringify(webhook, { lineWidth: 0 })}`;
}

/** None of these values needs escapes. */
function writeProperties(): string {
  return Object.entries(formatWebhookProperties(webhook))
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

import { resolve } from 'node:path';
import { receivers as gallery } from '../../webhook/receivers/index.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { aListOfReceivers } from '../../webhook/webhook-options.ts';
import { CommandError } from '../command-error.ts';

/**
 * The receivers that webhooks may name: those that a module exports by default, as a list made by `defineReceiver`, and
 * those of the gallery.
 *
 * @throws {CommandError} if the module cannot be loaded, or exports anything else.
 */
export async function loadReceivers(
  named: string | undefined,
  directory: string,
): Promise<readonly KnownReceiver[]> {
  if (named === undefined) return gallery;
  const { loadValue } = await import('../files/load-value.ts');
  const given = await loadValue(resolve(directory, named));
  try {
    return [...aListOfReceivers(given ?? null, 'receivers'), ...gallery];
  } catch (error) {
    throw new CommandError('usage', `--receivers: ${named}: ${error instanceof Error ? error.message : ''}`);
  }
}

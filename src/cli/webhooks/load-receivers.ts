import { resolve } from 'node:path';
import { aListOf } from '../../options/define-options.ts';
import { aGivenReceiver, type GivenReceiver } from '../../webhook/receivers/define-receiver.ts';
import { receivers as gallery } from '../../webhook/receivers/index.ts';
import { CommandError } from '../command-error.ts';

/** What a check asks of a receiver, with the rest where a file describes it whole. */
const aListOfGiven = aListOf(aGivenReceiver);

/**
 * The receivers that webhooks may name: those of a file, as a list in JSON or one that a module exports by default, and
 * those of the gallery. Templates that are functions are left out.
 *
 * @param onFiles Called with the files that they are made of.
 * @throws {CommandError} if the file cannot be loaded, or has anything else.
 */
export async function loadReceivers(
  named: string | undefined,
  directory: string,
  onFiles?: (files: readonly string[]) => void,
): Promise<readonly GivenReceiver[]> {
  if (named === undefined) return gallery;
  const { loadData } = await import('../files/load-value.ts');
  return [...readReceivers(await loadData(resolve(directory, named), onFiles), named), ...gallery];
}

/**
 * The receivers of a file alone, with the functions that write for a catalogue; a module runs here.
 *
 * @throws {CommandError} if the file cannot be loaded, or has anything else.
 */
export async function loadWholeReceivers(
  named: string,
  directory: string,
): Promise<readonly GivenReceiver[]> {
  const { loadValue } = await import('../files/load-value.ts');
  return readReceivers(await loadValue(resolve(directory, named)), named);
}

function readReceivers(given: unknown, named: string): readonly GivenReceiver[] {
  try {
    return aListOfGiven(given ?? null, 'receivers');
  } catch (error) {
    throw new CommandError('usage', `--receivers: ${named}: ${error instanceof Error ? error.message : ''}`);
  }
}

import { didYouMean } from '../spelling/did-you-mean.ts';
import { CommandError } from './command-error.ts';
import { readReference } from './reference.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints the entry of the language reference for the code of a diagnostic: an example, the solution, and the corrected
 * example.
 *
 * @throws {CommandError} for an unknown code.
 */
export async function explain(code: string, { stdout }: Terminal): Promise<void> {
  const sections = await readReference();
  const section = sections.get(code);
  if (section === undefined) {
    const meant = didYouMean(code, [...sections.keys()]);
    const hint = meant === undefined ? 'Each finding names its own.' : `Did you mean ${meant}?`;
    throw new CommandError('usage', `There is no code ${code}. ${hint}`);
  }
  stdout.write(`# ${code}\n\n${section}\n`);
}

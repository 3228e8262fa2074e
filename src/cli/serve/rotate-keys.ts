import { keyFileIn } from '../../database/key-file.ts';
import { openDatabase } from '../../database/open-database.ts';
import { rotateKeys } from '../../server/reseal.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { createProgress } from '../progress.ts';
import { endSoon, interruptible, type Terminal } from '../terminal.ts';
import { type ConfigFlags, explainMistake, loadServerConfig, type WholeConfig } from './config-file.ts';
import { findKeys } from './stored-keys.ts';

/**
 * Seals everything that a server has stored with the first of its keys.
 *
 * @throws {CommandError} if the configuration or the database cannot be used, after Ctrl-C, and if something is left
 * that the first key does not open.
 */
export async function rotateStoredKeys(flags: ConfigFlags, terminal: Terminal): Promise<ExitStatus> {
  const { file, config } = await loadServerConfig(flags, terminal, () => {});
  try {
    const { encryptionKeys } = await findKeys(config);
    if (encryptionKeys.length === 0) throw withoutKeys(file, config);
    return await interruptible(terminal, signal =>
      rotate({ place: config.database, encryptionKeys, signal }, terminal),
    );
  } catch (error) {
    throw explainMistake(error, { file });
  } finally {
    endSoon(terminal);
  }
}

function withoutKeys(file: string, { database }: WholeConfig): CommandError {
  const own = 'directory' in database ? `, and there is no ${keyFileIn(database.directory)}` : '';
  return new CommandError('usage', `${file} has no \`encryptionKeys\`${own}: there is no key to seal with.`);
}

interface Rotation {
  readonly place: Parameters<typeof openDatabase>[0];
  readonly encryptionKeys: readonly string[];
  readonly signal: AbortSignal;
}

async function rotate({ place, encryptionKeys, signal }: Rotation, terminal: Terminal): Promise<ExitStatus> {
  const { stderr } = terminal;
  const database = await openDatabase(place);
  try {
    await database.migrate();
    const progress = createProgress(terminal);
    const onProgress = (resealed: number, total: number): void =>
      progress.show(`Sealed ${resealed} of ${total} values`, resealed / total);
    const { resealed, unreadable, late } = await rotateKeys({ database, encryptionKeys, onProgress, signal });
    progress.clear();
    stderr.write(`Sealed ${resealed} ${resealed === 1 ? 'value' : 'values'} with the first key.\n`);
    if (signal.aborted) {
      stderr.write('It was interrupted: run it again to seal the rest.\n');
      return exitStatus.interrupted;
    }
    if (unreadable > 0)
      stderr.write(
        `None of the keys opens ${unreadable} more: add the key that they were stored under at the end of \`encryptionKeys\`, and run it again.\n`,
      );
    if (late > 0)
      stderr.write(
        `Meanwhile ${late} more were stored under another key: put the new key first for all instances, restart them, and run it again.\n`,
      );
    if (unreadable + late > 0) return exitStatus.findings;
    stderr.write('No other key is needed any more.\n');
    return exitStatus.fine;
  } finally {
    await database.close();
  }
}

import type { Database } from '../../database/database.ts';
import { keyFileIn, makeKeyFile, readKeyFile } from '../../database/key-file.ts';
import { isAnythingSealed } from '../../server/reseal.ts';
import { CommandError } from '../command-error.ts';
import type { WholeConfig } from './config-file.ts';

type KeyConfig = Pick<WholeConfig, 'database' | 'encryptionKeys' | 'unreadable'>;

/** The keys of a server, and the file that they come from, if nobody has configured any. */
export interface StoredKeys {
  readonly encryptionKeys: readonly string[];
  readonly file: string | undefined;
  /** Whether the file was made just now. */
  readonly isNew: boolean;
}

/**
 * The configured keys, and after them those in the file of an embedded database: what these have sealed before stays
 * readable.
 *
 * @throws {DatabaseError} `wrong-key` for a file without keys.
 */
export async function findKeys({ database, encryptionKeys }: KeyConfig): Promise<StoredKeys> {
  if (!('directory' in database)) return { encryptionKeys, file: undefined, isNew: false };
  const own = (await readKeyFile(database.directory)) ?? [];
  const file = encryptionKeys.length === 0 && own.length > 0 ? keyFileIn(database.directory) : undefined;
  const keys = [...encryptionKeys, ...own.filter(key => !encryptionKeys.includes(key))];
  return { encryptionKeys: keys, file, isNew: false };
}

/**
 * The keys of a server that starts. An embedded database without any gets a file with one, unless something is sealed
 * there already: then the file is lost, and what a new key sealed could not be read together with the old.
 *
 * @param database Open, so that nobody else makes such a file meanwhile.
 * @throws {CommandError} if the file is missing.
 */
export async function findOrMakeKeys(config: KeyConfig, database: Database): Promise<StoredKeys> {
  const found = await findKeys(config);
  if (found.encryptionKeys.length > 0 || !('directory' in config.database)) return found;
  const { directory } = config.database;
  const file = keyFileIn(directory);
  await database.migrate();
  if (config.unreadable !== 'leave' && (await isAnythingSealed(database))) {
    const mend = `Restore ${file} from your copy of it, or configure the \`encryptionKeys\` that you had`;
    const lost = "If they are lost, `unreadable: 'leave'` starts without what they sealed";
    throw new CommandError(
      'usage',
      `What is stored in ${directory} is sealed, and its key is missing. ${mend}. ${lost}.`,
    );
  }
  const encryptionKeys = await makeKeyFile(directory).catch((error: Error) => {
    throw new CommandError('usage', `The key of the database cannot be stored in ${file}: ${error.message}.`);
  });
  return { encryptionKeys, file, isNew: true };
}

import { createSealer } from '../database/sealer.ts';
import { knownReceivers } from '../webhook/receivers/receiver.ts';
import { type HookplateOptions, readHookplateOptions } from './hookplate-options.ts';
import { TemplateThreads } from './templates/template-threads.ts';
import { type FoundMisfits, findMisfits } from './webhooks/misfits.ts';
import { createWebhookStore } from './webhooks/webhook-store.ts';

export interface CheckStoredOptions {
  /** The database of a server, open, and what its webhooks are checked with. */
  readonly server: HookplateOptions;
  readonly onProgress: (checked: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Proves every stored webhook against the catalogues of a server that need not run. It changes nothing.
 *
 * @throws {InvalidArgument} naming the invalid option.
 * @throws {DatabaseError} if the database cannot be used.
 */
export async function checkStored({ server, onProgress, signal }: CheckStoredOptions): Promise<FoundMisfits> {
  const { database, encryptionKeys, catalogues, allow, receivers, templates } = readHookplateOptions(server);
  await database.assertMigrated();
  const webhooks = createWebhookStore(database, { sealer: createSealer(encryptionKeys), onError: () => {} });
  // Here: nobody else waits for it.
  const threads = new TemplateThreads(
    { ...templates, threads: 0 },
    { catalogues, allow, receivers: knownReceivers(receivers) },
  );
  return findMisfits(webhooks, {
    diagnose: ({ settings }) => threads.run('diagnose', { settings }, ''),
    onProgress,
    signal,
  });
}

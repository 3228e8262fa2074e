import { OutboxError } from '../outbox-error.ts';

const always = ['drizzle-orm', 'pg-boss'] as const;
const driver = { embedded: '@electric-sql/pglite', postgres: 'pg' } as const;

/**
 * Optional peers: they are large, and only those who keep messages need them.
 *
 * @throws {OutboxError} `missing-peer` with the command that installs what is missing.
 */
export function assertPeers(kind: keyof typeof driver): void {
  const missing = [...always, driver[kind]].filter(name => !isInstalled(name));
  if (missing.length === 0) return;
  throw new OutboxError(
    'missing-peer',
    `hookplate/outbox needs ${new Intl.ListFormat('en').format(missing)}: npm install ${missing.join(' ')}`,
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

import { DatabaseError } from '../database/database-error.ts';
import type { Sealer } from '../database/sealer.ts';

/** How a server keeps what may hold secrets: as JSON, sealed. */
export interface VaultOptions {
  readonly sealer: Sealer;
  /** Called for each row that is left out because no key opens it. */
  readonly onError: (error: unknown) => void;
}

/**
 * The names under which columns are sealed. They hold the id and the version of the row, so that what is sealed cannot be moved to
 * another one.
 */
export const sealedNames = {
  webhook: (id: string, version: number) => `webhook ${id} ${version}`,
  diagnostics: (id: string, version: number) => `diagnostics of webhook ${id} ${version}`,
  source: (id: string, version: number) => `source ${id} ${version}`,
  sampleBody: (projectId: string, taskId: string, version: number) =>
    `flow ${JSON.stringify([projectId, taskId])} ${version}`,
} as const;

export function sealJson(value: unknown, name: string, sealer: Sealer): Uint8Array {
  return sealer.seal(Buffer.from(JSON.stringify(value)), name);
}

/** Makes something of a row that a key opens; otherwise calls `onError` with its place, and returns undefined. */
export function whereOpen<T>(
  place: string,
  make: () => T,
  { onError }: Pick<VaultOptions, 'onError'>,
): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === 'wrong-key')) throw error;
    onError(new DatabaseError('wrong-key', `${place}: ${error.message}`, { cause: error }));
    return undefined;
  }
}

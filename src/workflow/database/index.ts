export type { PageQuery } from '../../database/keyset-page.ts';
export {
  createDatabaseStore,
  type DatabaseStore,
  type DatabaseStoreOptions,
  type ProcessEventRecord,
} from './database-store.ts';
export type { ProcessPage, ProcessQuery, StoredProcess } from './find-processes.ts';

export type { PageQuery } from '../../database/keyset-page.ts';
export { createDatabaseStore, type DatabaseStore, type DatabaseStoreOptions } from './database-store.ts';
export type { ProcessEventRecord, ProcessPage, ProcessQuery, StoredProcess } from './find-processes.ts';

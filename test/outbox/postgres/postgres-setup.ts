import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One PostgreSQL for the whole run; each test has a database of its own in it. */
    postgresUrl: string;
    /** Where the processes of the run keep the embedded database that their tests copy. */
    templateDirectory: string;
  }
}

let server: PostgresServer | undefined;
let templates = '';

export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres();
  project.provide('postgresUrl', server.url);
  templates = await mkdtemp(join(tmpdir(), 'hookplate-templates-'));
  project.provide('templateDirectory', templates);
}

export async function teardown(): Promise<void> {
  await server?.remove();
  await rm(templates, { recursive: true, force: true });
}

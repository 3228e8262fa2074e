import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { DatabaseOptions } from '../../src/outbox/index.ts';
import { forgetPictures } from '../browser/keep-picture.ts';
import { startBrowser } from '../browser/start-browser.ts';
import { startPostgres } from '../outbox/postgres/postgres-server.ts';
import { scratchDirectory } from './scratch-directory.ts';
import { migratedName, type SharedName } from './shared.ts';

interface Started {
  /** Where it is. */
  readonly address: string;
  readonly end: () => Promise<void>;
}

const start: Readonly<Record<SharedName, () => Promise<Started>>> = {
  async browser() {
    const { endpoint, close } = await startBrowser();
    return { address: endpoint, end: close };
  },
  async postgres() {
    const { url, remove } = await startPostgres({ isDurable: false });
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`create database ${migratedName}`);
    await client.end();
    await migrate({ url: url.replace(/\/postgres$/, `/${migratedName}`) });
    return { address: url, end: remove };
  },
  async embedded() {
    const directory = await scratchDirectory('hookplate-embedded-');
    const address = join(directory, 'migrated');
    await migrate({ directory: address });
    return { address, end: () => rm(directory, { recursive: true, force: true }) };
  },
};

/** In a process of its own, which imports the source as Node.js does. */
async function migrate(options: DatabaseOptions): Promise<void> {
  const file = fileURLToPath(new URL('migrate-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [file, JSON.stringify(options)]);
}

const started = new Map<string, Promise<Started>>();

const server = createServer(({ url = '' }, response) => {
  const name = url.slice(1) as SharedName;
  const one = started.get(name) ?? start[name]();
  started.set(name, one);
  one.then(
    ({ address }) => response.end(address),
    (error: Error) => response.writeHead(500).end(error.message),
  );
});

/** The projects whose tests open pages. The parts of `npm run test:long` that come after them keep their pictures. */
const withPages = ['slow', 'long'];

export async function setup(project: TestProject): Promise<void> {
  if (project.vitest.projects.some(({ name }) => withPages.includes(name))) forgetPictures();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  project.provide('sharedUrl', `http://127.0.0.1:${port}/`);
}

export async function teardown(): Promise<void> {
  server.close();
  server.closeAllConnections();
  for (const one of started.values()) await one.then(({ end }) => end()).catch(() => {});
}

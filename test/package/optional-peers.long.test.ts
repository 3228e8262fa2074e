import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { emptyPostgres } from '../outbox/test-database.ts';
import { installPackage } from './installed-package.ts';

/** Every entry, as a program that names its types. */
const entries = Object.keys(packageJson.exports).filter(name => !/\.json$|^\.\/editor$/.test(name));
const everyEntry = entries
  .map((name, index) => `export * as entry${index} from 'hookplate${name.slice(1)}';\n`)
  .join('');

const request = "{ method: 'POST', url: 'https://shop.example/hook', headers: [] } as const";

const missing = (peer: string): string =>
  `hookplate needs ${peer} for ${peer === 'pg' ? 'PostgreSQL' : 'an embedded database'}: npm install ${peer}`;

const withNone = `
import { openDatabase } from 'hookplate/outbox';

await openDatabase({ url: 'postgres://localhost' }).catch(error => console.log(error.message));
`;

const withPool = `
import pg from 'pg';
import { createOutbox, openDatabase } from 'hookplate/outbox';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
const database = await openDatabase({ pool });
await database.migrate();
const outbox = await createOutbox({ database });
const client = await pool.connect();
const id = await outbox.enqueue(${request}, { id: 'order-7', webhook: 'chat', transaction: client });
client.release();
console.log(id);
await outbox.stop();
await pool.end();
await openDatabase({ directory: './data' }).catch(error => console.log(error.message));
// @ts-expect-error No pool.
await openDatabase({ pool: {} }).catch(error => console.log(error.message));
`;

const withPGlite = `
import { PGlite } from '@electric-sql/pglite';
import { createOutbox, openDatabase } from 'hookplate/outbox';

const pglite = await PGlite.create();
const database = await openDatabase({ pglite });
await database.migrate();
const outbox = await createOutbox({ database });
const id = await pglite.transaction(tx =>
  outbox.enqueue(${request}, { id: 'order-7', webhook: 'chat', transaction: tx }),
);
console.log(id);
await openDatabase({ url: 'postgres://localhost' }).catch(error => console.log(error.message));
// @ts-expect-error No PGlite.
await openDatabase({ pglite: {} }).catch(error => console.log(error.message));
`;

const withEditor = `
import { webhookLanguage } from 'hookplate/editor';

export const extensions = webhookLanguage({ output: 'json' });
export const editor = document.createElement('webhook-editor');
`;

const peersOfEditor = Object.entries(packageJson.peerDependencies)
  .filter(([name]) => /codemirror|lezer|lit$/.test(name))
  .map(([name, range]) => `${name}@${range}`);

interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  readonly program: string;
  /** What the declarations of the peer itself ask of the compiler. */
  readonly options?: object;
  /** What the program prints, where it runs in Node. */
  readonly prints?: string;
}

const peers: readonly Peer[] = [
  { name: 'no peer', packages: [], program: withNone, prints: `${missing('pg')}\n` },
  {
    name: 'pg',
    packages: ['pg', '@types/pg'],
    program: withPool,
    options: { types: ['node'] },
    prints: `order-7\n${missing('@electric-sql/pglite')}\noptions.pool: expected an object with the functions query, connect\n`,
  },
  {
    name: 'PGlite',
    packages: ['@electric-sql/pglite', '@types/node', '@types/emscripten'],
    program: withPGlite,
    options: { types: ['node', 'emscripten'], lib: ['esnext', 'dom'] },
    prints: `order-7\n${missing('pg')}\noptions.pglite: expected an object with the functions query, transaction\n`,
  },
  { name: 'Lit and CodeMirror', packages: peersOfEditor, program: withEditor },
];

it.each(peers)(
  'where there is $name alone, every type is whole, and all works that needs no other',
  async peer => {
    const installed = await installPackage();
    onTestFinished(() => installed.remove());
    if (peer.packages.length > 0) await installed.add(peer.packages);
    await installed.write('entries.ts', everyEntry);
    await installed.write('program.ts', peer.program);
    expect(await installed.typeErrors(peer.options)).toBe('');
    if (peer.prints === undefined) return;
    const env = { DATABASE_URL: await emptyPostgres() };
    expect(await installed.run('program.ts', env)).toBe(peer.prints);
  },
);

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyPostgres } from '../outbox/test-database.ts';
import { type Example, examplesOf, pages } from './pages.ts';

/** Its examples need packages that are not installed; `test/delivery/observability.test.ts` runs them with stand-ins. */
const withStandIns = 'docs/watch-deliveries.md';

/** Serves until it is ended: `test/package/shop.long.test.ts` runs it. */
const serving = readFileSync('examples/shop/shop.mjs', 'utf8');

/** Every program of the documents that can run as it is printed, and ends. */
export const examples = pages
  .filter(page => page !== withStandIns)
  .flatMap(page => examplesOf(page))
  .filter(({ code }) => code !== serving);

/** Whether a program opens an embedded database, which takes seconds. */
export function opensDatabase({ code }: Example): boolean {
  return code.includes('openDatabase({ directory');
}

/** Declares a test of each program: it runs in a folder where the package is installed, and prints what its page says. */
export function testExamples(chosen: readonly Example[]): void {
  let project: string;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'hookplate-docs-'));
    const imported = [
      ...['@electric-sql/pglite', 'handlebars', '@hono/node-server', 'pg', 'standardwebhooks'],
      ...['drizzle-orm', 'knex', 'kysely', 'liquidjs'],
    ];
    for (const [name, target] of [
      ['hookplate', '.'],
      ...imported.map(name => [name, `node_modules/${name}`]),
    ]) {
      const link = join(project, 'node_modules', name ?? '');
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(resolve(target ?? ''), link, 'junction');
    }
  });

  afterAll(() => rmSync(project, { recursive: true }));

  // A delivery example once needed 38 s and printed “failed”, and one of processes swallowed its failures.
  it.each(chosen)('the example at $at runs, and prints what the page says', async ({ at, code, output }) => {
    const file = join(project, `${at.replace(/\W/g, '-')}.mjs`);
    writeFileSync(file, code);
    // As under a strict content security policy; Handlebars cannot do without generated code.
    const flags = code.includes("'handlebars'") ? [] : ['--disallow-code-generation-from-strings'];
    const database = code.includes('DATABASE_URL') ? { DATABASE_URL: await emptyPostgres() } : {};
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, file], {
      cwd: project,
      env: { ...process.env, ...database },
    });
    expect({ stdout: stdout.trimEnd(), stderr }).toEqual({ stdout: output, stderr: '' });
  });
}

import { describe, expect, it } from 'vitest';
import { readServerConfig } from '../../../src/cli/config/config-schema.ts';
import { hasSecret } from '../../../src/cli/config/read-database.ts';
import { emptyPostgres } from '../../outbox/test-database.ts';
import { runProcess } from '../hookplate-process.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const users = [{ username: 'ada', role: 'editor', password: { env: 'ADA_PASSWORD' } }];
const valid = { users, projects: { etl: { tasks: { copy: { command: ['true'], profile: 'Nightly' } } } } };

/** The message with which `hookplate serve` rejects a configuration. */
async function refusal(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { run = runHookplate, databaseUrl = '' }: { run?: typeof runProcess; databaseUrl?: string } = {},
): Promise<string> {
  const directory = directoryWith(files);
  const env = { ADA_PASSWORD: 'lovelace', DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = await run(['serve', ...args], { directory, env });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  return stderr.replaceAll(directory, 'DIRECTORY');
}

function ofJson(config: object): Promise<string> {
  return refusal({ 'hookplate.config.json': JSON.stringify(config) });
}

describe('a configuration', () => {
  it('has to be there', async () => {
    expect(await refusal({})).toBe(
      'error: There is no configuration in DIRECTORY or above: write a hookplate.config.ts, or name another file with --config.\n',
    );
    expect(await refusal({}, ['--config', 'other.json'])).toBe(
      'error: --config: there is no file other.json.\n',
    );
  });

  it.each([
    [{ ...valid, prot: 1 }, 'config.prot: there is no such option; did you mean `port`?'],
    [
      { ...valid, users: [{ ...users[0], pasword: 'x' }] },
      'config.users[0].pasword: there is no such option; did you mean `password`?',
    ],
    [
      { ...valid, projects: { etl: { tasks: { copy: { comand: ['true'] } } } } },
      'config.projects.etl.tasks.copy: expected a task with a `command`, or with the function `run`',
    ],
    [
      { ...valid, projects: { etl: { tasks: { copy: { command: ['true'], profile: 'p', grace: 1 } } } } },
      'config.projects.etl.tasks.copy.grace: there is no such option; did you mean `graceMs`?',
    ],
    [
      { ...valid, projects: { etl: { task: {} } } },
      'config.projects.etl.task: there is no such option; did you mean `tasks`?',
    ],
    [
      { ...valid, users: [{ ...users[0], role: 'editer' }] },
      'config.users[0].role: expected "reporter" or "viewer" or "operator" or "editor"; did you mean "editor"?',
    ],
    [
      { ...valid, database: { url: 'data', pooler: true } },
      'config.database.url: expected a `postgres://` URL, or where one is',
    ],
    [
      { ...valid, database: { url: 'postgres://db.example.com/hookplate', poler: true } },
      'config.database.poler: there is no such option; did you mean `pooler`?',
    ],
    [
      { ...valid, database: { url: 'postgres://db.example.com/hookplate', pooler: 1 } },
      'config.database.pooler: expected `true` or `false`',
    ],
    [
      { ...valid, database: { url: 'postgres://db.example.com/hookplate', poolSize: 0 } },
      'config.database.poolSize: expected a whole number from 1',
    ],
    [{ ...valid, port: 65_536 }, 'config.port: expected a whole number from 0 to 65535'],
    [{ ...valid, users: [{ role: 'editor' }] }, 'config.users[0].username: expected text'],
    [[], 'config: expected an object'],
  ])('%j is refused with the path of the key', async (config, message) => {
    expect(await ofJson(config)).toBe(`error: hookplate.config.json: ${message}\n`);
  });

  it.each([
    [
      { ...valid, delivery: { schedul: [1] } },
      'config.delivery.schedul: there is no such option; did you mean `schedule`?',
    ],
    [
      { ...valid, processes: { concurency: 1 } },
      'config.processes.concurency: there is no such option; did you mean `concurrency`?',
    ],
    [
      { ...valid, http: { headersTimeoutMs: 0 } },
      'config.http.headersTimeoutMs: expected a whole number of milliseconds from 1 to 2147483647',
    ],
    [
      { ...valid, encryptionKeys: { env: 'ADA_PASSWORD' } },
      'config.encryptionKeys[0]: expected 32 bytes in base64',
    ],
  ])('%j is refused by the server with the path of the key', async (config, message) => {
    const files = {
      'hookplate.config.json': JSON.stringify({ ...config, database: { env: 'DATABASE_URL' } }),
    };
    const lines = (await refusal(files, [], { databaseUrl: await emptyPostgres() })).split('\n');
    expect(lines.slice(1)).toEqual([`error: hookplate.config.json: ${message}`, '']);
  });

  it('that is not JSON is refused with the place of the mistake', async () => {
    expect(await refusal({ 'hookplate.config.json': '{\n  "users": [,]\n}' })).toBe(
      'error: hookplate.config.json is not JSON: expected a value or `]`, found `,` at line 2, column 13.\n',
    );
  });

  it('in TypeScript is read by Node.js itself', async () => {
    const source = `
      interface Named { readonly prot: number }
      const config = { prot: 1 } satisfies Named as Named;
      export default config;`;
    for (const name of ['hookplate.config.ts', 'hookplate.config.mts']) {
      expect(await refusal({ [name]: source })).toBe(
        `error: ${name}: config.prot: there is no such option; did you mean \`port\`?\n`,
      );
    }
  });

  it('in TypeScript that Node.js cannot read is refused with what to do', async () => {
    const file = { 'hookplate.config.ts': 'enum Role { Editor }\nexport default { users: [Role.Editor] };' };
    // Node.js says it in its own words, which those who test it replace by theirs.
    const said = await refusal(file, [], { run: runProcess });
    expect(said).toMatch(/^error: hookplate\.config\.ts cannot be loaded: /);
    expect(said).toContain('without enums');
    const run: typeof runProcess = (args, settings) =>
      runProcess(args, { ...settings, nodeOptions: ['--no-strip-types'] });
    expect(await refusal(file, [], { run })).toContain('was told not to read that');
  });

  it.each([
    ['export const config = {};', 'exports no configuration: write `export default'],
    ["import 'no-such-package';", "cannot be loaded: Cannot find package 'no-such-package'"],
    ["throw new Error('no rows');", 'cannot be loaded: Error: no rows\n    at file://'],
    ["JSON.parse('{');", 'cannot be loaded: SyntaxError: Expected property name'],
  ])('whose code is %j is refused with the reason', async (code, message) => {
    const said = await refusal({ 'hookplate.config.mjs': code }, [], { run: runProcess });
    expect(said).toContain(`error: hookplate.config.mjs ${message}`);
  });

  it.each(['mjs', 'ts'])(
    'with a mistake in its syntax as .%s is refused with the file and the line',
    async kind => {
      const file = `hookplate.config.${kind}`;
      const code = 'export default {\n  port: 0,\n  host: = 1,\n};\n';
      const said = await refusal({ [file]: code }, [], { run: runProcess });
      expect(said).toMatch(
        new RegExp(`^error: ${file} cannot be loaded: SyntaxError: .+\n\\S*/${file}:3\n[^]*host: = 1[^]*\n$`),
      );
      expect(said).not.toContain('    at ');
    },
  );

  it.each([
    ['timoutMs: 5', 'timoutMs: there is no such option; did you mean `timeoutMs`?'],
    ['parametres: {}', 'parametres: there is no such option; did you mean `parameters`?'],
  ])('with `%s` in a task of code is refused with the path of the key', async (key, message) => {
    const code = `export default { projects: { etl: { tasks: { copy: { profile: 'p', run() {}, ${key} } } } } };`;
    expect(await refusal({ 'hookplate.config.mjs': code })).toBe(
      `error: hookplate.config.mjs: config.projects.etl.tasks.copy.${message}\n`,
    );
  });

  it('says how many connections a server may have to its database', () => {
    const context = { env: {}, directory: '/', log: () => {} };
    const database = { url: 'postgres://db.example.com/hookplate', poolSize: 3 };
    expect(readServerConfig({ database }, context).database).toMatchObject(database);
  });

  it('is that of a directory, which no pooler is in front of', async () => {
    expect(await refusal({ 'hookplate.config.json': JSON.stringify(valid) }, ['--pooler'])).toBe(
      'error: --pooler: expected a PostgreSQL behind a pooler, not the directory DIRECTORY/hookplate-data.\n',
    );
  });

  it('is taken as TypeScript first where there are several', async () => {
    const files = { 'hookplate.config.ts': 'export default { a: 1 }', 'hookplate.config.json': '{"b":1}' };
    expect(await refusal(files)).toContain('config.a:');
    expect(await refusal(files, ['--config', 'hookplate.config.json'])).toContain('config.b:');
  });
});

describe('a secret', () => {
  const user = { username: 'ada', role: 'editor' };

  it.each([
    ['lovelace', 'where it is, `{ env: '],
    [{}, 'where it is, `{ env: '],
    [{ env: 'A', file: 'b' }, 'where it is, `{ env: '],
    [{ env: 'NO_SUCH_VARIABLE' }, 'the variable NO_SUCH_VARIABLE to be set'],
    [{ file: 'no/such/file' }, 'a file no/such/file that can be read'],
    [{ file: 'empty' }, 'something in the file empty'],
  ])('has to be where %j says', async (password, message) => {
    const config = JSON.stringify({ ...valid, users: [{ ...user, password }] });
    const said = await refusal({ 'hookplate.config.json': config, empty: '\n' });
    expect(said).toContain(`error: hookplate.config.json: config.users[0].password: expected ${message}`);
    expect(said).not.toContain('lovelace');
  });

  it('of the database is not written in the configuration, nor in an argument', async () => {
    const url = 'postgres://ada:lovelace@db.example.com/hookplate';
    const refused = [
      await ofJson({ ...valid, database: url }),
      await ofJson({ ...valid, database: 'postgres://db.example.com/hookplate?password=lovelace' }),
      await ofJson({ ...valid, database: 'postgres://db.example.com/hookplate?sslpassword=lovelace' }),
      await ofJson({ ...valid, database: 'postgres://ada:love/lovelace@db.example.com/hookplate' }),
      await ofJson({ ...valid, database: { url } }),
      await ofJson({ ...valid, database: { url: 'postgres://db.example.com/hookplate', listenUrl: url } }),
      await refusal({ 'hookplate.config.json': JSON.stringify(valid) }, ['--database', url]),
    ];
    for (const said of refused) expect(said).toContain('DATABASE_URL');
    for (const said of refused) expect(said).not.toContain('lovelace');
  });

  it.each([
    'postgres://ada@db.example.com/hookplate',
    'postgres://db.example.com/hookplate?sslmode=require',
    'passwords/of-a-directory',
  ])('of the database is not taken for part of %s', place => {
    expect(hasSecret(place)).toBe(false);
  });
});

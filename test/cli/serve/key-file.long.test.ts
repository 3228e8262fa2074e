import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/outbox/index.ts';
import { createHookplate } from '../../../src/server/index.ts';
import { executorOf, migratedDirectory } from '../../outbox/test-database.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { configWith, type ServedRun, serveFiles } from './sample-server.ts';

const files = { 'hookplate.config.json': configWith(['true']) };
const webhook = {
  ...{ id: 'chat', profile: 'Nightly', events: { Started: true }, method: 'POST' as const },
  ...{ url: 'https://example.com/hook', contentType: 'text/plain', payload: '$event$' },
};

const serveOn = (data: string, more: object = {}): Promise<ServedRun> =>
  serveFiles({
    files: { 'hookplate.config.json': configWith(['true'], more) },
    args: ['--database', data],
    databaseUrl: 'unused',
  });

async function stop({ kill, ended }: ServedRun): Promise<void> {
  kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** The formats of the stored settings: 0 is plain, 1 is sealed. */
async function formatsIn(directory: string): Promise<unknown> {
  const database = await openDatabase({ directory });
  const { rows } = await executorOf(database).query(
    'select get_byte(settings, 0) as format from hookplate.webhook',
  );
  await database.close();
  return rows.map(({ format }) => format);
}

const refusal = async (data: string, more: object = {}) => {
  const { status, stderr } = await runHookplate(['serve', '--database', data], {
    directory: directoryWith({ 'hookplate.config.json': configWith(['true'], more) }),
    env: { ADA_PASSWORD: 'a', DATABASE_URL: 'unused' },
  });
  return [status, stderr.split('\n').find(line => line.startsWith('error: '))];
};

it('an embedded database without configured keys gets one in a file of its own, and the start says where it is', async () => {
  const data = await migratedDirectory();
  const file = join(data, 'hookplate.key');
  const first = await serveOn(data);
  expect(first.stderr()).toContain(`Made an encryption key in ${file}: keep a copy apart from the backups`);
  expect(first.stderr()).not.toMatch(/warn|encryptionKeys/);
  expect((await first.call('POST', '/api/webhooks', { config: webhook })).status).toBe(201);
  await stop(first);
  const key = readFileSync(file, 'utf8');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(data).toSorted()).toEqual(['data', 'hookplate.key']);
  expect(await formatsIn(data)).toEqual([1]);

  // As a backup may have brought it back.
  chmodSync(file, 0o644);
  const second = await serveOn(data);
  expect(second.stderr()).toContain(`The encryption key is in ${file}`);
  expect(await second.call('GET', '/api/webhooks/chat')).toMatchObject({ status: 200 });
  await stop(second);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([key, 0o600]);
});

it('what was stored before without a key is still read, and sealed from then on', async () => {
  const data = await migratedDirectory();
  const database = await openDatabase({ directory: data });
  const before = await createHookplate({ database, webhooks: [webhook] });
  await before.stop({ timeoutMs: 0 });
  await database.close();
  expect(await formatsIn(data)).toEqual([0]);
  const server = await serveOn(data);
  expect(await server.call('GET', '/api/webhooks/chat')).toMatchObject({ status: 200 });
  await stop(server);
  expect(await formatsIn(data)).toEqual([1]);
});

it('the key in the file is changed like any other, and opens what it sealed beside configured ones', async () => {
  const data = await migratedDirectory();
  const file = join(data, 'hookplate.key');
  await stop(await serveOn(data, { webhooks: [webhook] }));
  const old = readFileSync(file, 'utf8');
  const young = `${randomBytes(32).toString('base64')}\n`;
  writeFileSync(file, `${young}${old}`);
  const settings = { directory: directoryWith(files), env: { ADA_PASSWORD: 'a', DATABASE_URL: 'unused' } };
  const rotated = await runHookplate(['rotate-keys', '--database', data], settings);
  expect([rotated.status, rotated.stderr]).toEqual([
    0,
    'Sealed 3 values with the first key.\nNo other key is needed any more.\n',
  ]);
  writeFileSync(file, young);
  const server = await serveOn(data);
  expect(await server.call('GET', '/api/webhooks/chat')).toMatchObject({ status: 200 });
  await stop(server);
  const configured = await serveOn(data, { encryptionKeys: { env: 'KEYS' } });
  expect(await configured.call('GET', '/api/webhooks/chat')).toMatchObject({ status: 200 });
  await stop(configured);
});

it('a key that is missing, or is none, ends the start with what to restore, and makes no other', async () => {
  const data = await migratedDirectory();
  const file = join(data, 'hookplate.key');
  await stop(await serveOn(data, { webhooks: [webhook] }));
  writeFileSync(file, 'half of a k');
  expect(await refusal(data)).toEqual([
    2,
    `error: ${file} should have keys of 32 bytes in base64 alone: restore the file from your copy of it.`,
  ]);
  rmSync(file);
  const missing = `What is stored in ${data} is sealed, and its key is missing. Restore ${file} from your copy of it`;
  expect(await refusal(data)).toEqual([2, expect.stringContaining(missing)]);
  expect(readdirSync(data)).toEqual(['data']);
  const rotation = await runHookplate(['rotate-keys', '--database', data], {
    directory: directoryWith(files),
    env: { ADA_PASSWORD: 'a', DATABASE_URL: 'unused' },
  });
  expect([rotation.status, rotation.stderr]).toEqual([
    2,
    `error: hookplate.config.json has no \`encryptionKeys\`, and there is no ${file}: there is no key to seal with.\n`,
  ]);
  // Whoever has lost it goes on with another one.
  const server = await serveOn(data, { unreadable: 'leave' });
  expect(await server.call('GET', '/api/webhooks')).toMatchObject({ body: { items: [] } });
  await stop(server);
  expect(readdirSync(data).toSorted()).toEqual(['data', 'hookplate.key']);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/outbox/index.ts';
import { createHookplate, type Misfit, type WebhookSeed } from '../../../src/server/index.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { httpServer } from '../../loopback-server.ts';
import { emptyPostgres, query } from '../../outbox/test-database.ts';
import { users } from '../../server/test-users.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const events = { placed: { title: 'An order was placed' } };
const before = defineEvents({ variables: { number: 'string', total: 'number', note: 'string' }, events });
/** `number` is called `order`, `total` is a text, and `note` is gone. */
const after = { variables: { order: 'string', total: 'string' }, events };

function webhook(profile: string, id: string, payload: string, isOn = true): WebhookSeed {
  return {
    ...{ id, profile, events: { placed: isOn }, method: 'POST', url: 'https://shop.example/' },
    ...{ contentType: 'application/json', payload },
  };
}

const stored = [
  webhook('acme', 'renamed', '{"a":"$number$"}'),
  webhook('acme', 'fits', '{"event":"$event$"}'),
  webhook('globex', 'retyped', '{"a":$total; format="0.00"$}'),
  webhook('globex', 'removed', '{"a":"$note$"}'),
  webhook('globex', 'off', '{"a":"$note$"}', false),
  webhook('initech', 'untouched', '{"a":"$total$"}'),
];

async function storedBefore(): Promise<{ url: string; directory: string }> {
  const url = await emptyPostgres();
  const server = await createHookplate({
    ...{ database: { url }, users, events: before, webhooks: stored, encryptionKeys: [key] },
  });
  await server.stop();
  const directory = directoryWith({
    'hookplate.config.json': JSON.stringify({
      database: { env: 'DATABASE_URL' },
      encryptionKeys: { env: 'KEYS' },
    }),
    'after.json': JSON.stringify(after),
  });
  return { url, directory };
}

const args = ['check', '--database', '--catalogue', 'after.json'];

it('lists the stored webhooks that a changed catalogue breaks, and none else, by profile', async () => {
  const { url, directory } = await storedBefore();
  const env = { DATABASE_URL: url, KEYS: key };
  const { status, stdout, stderr } = await runHookplate(args, { directory, env });
  expect(stderr).toBe('');
  expect(stdout).toMatchInlineSnapshot(`
    "acme
      renamed
        error[unknown-variable] payload: There is no variable \`number\`; you can use \`event\`, \`date\`, \`order\`, \`total\`.

    globex
      off, which is switched off
        warning[unknown-variable] payload: There is no variable \`note\`; you can use \`event\`, \`date\`, \`order\`, \`total\`.
      removed
        error[unknown-variable] payload: There is no variable \`note\`; you can use \`event\`, \`date\`, \`order\`, \`total\`.
      retyped
        error[unknown-format] payload: There is no format \`0.00\`; you can use \`trim\`, \`one-line\`, \`upper\`, \`lower\`, \`cap\`, \`url-encode\`, \`xml-encode\`, \`json-encode\`, \`html-escape\`, \`slack-escape\`, \`markdown-escape\`, \`telegram-markdown\` and 2 more.

    3 of 6 webhooks break. 1 webhook that is switched off would break.
    "
  `);
  expect(status).toBe(1);
  const asJson = await runHookplate([...args, '--format', 'json'], { directory, env });
  const { checked, misfits } = JSON.parse(asJson.stdout) as { checked: number; misfits: Misfit[] };
  expect(checked).toBe(6);
  expect(misfits.map(({ id, isOff }) => `${id}${isOff ? ' (off)' : ''}`)).toEqual([
    ...['off (off)', 'removed', 'renamed', 'retyped'],
  ]);
});

it('takes a webhook that uses the former name of a renamed variable for one that fits', async () => {
  const { url, directory } = await storedBefore();
  const env = { DATABASE_URL: url, KEYS: key };
  await query(url, `delete from hookplate.webhook where id in ('off', 'retyped', 'removed')`);
  const renamed = { ...after, renamed: { number: 'order' } };
  writeFileSync(join(directory, 'renamed.json'), JSON.stringify(renamed));
  const check = (file: string) =>
    runHookplate(['check', '--database', '--catalogue', file], { directory, env });
  expect(await check('renamed.json')).toMatchObject({
    status: 0,
    stdout: '3 webhooks checked: none breaks.\n',
  });
  // Without the former name, it lists who still uses it.
  expect(await check('after.json')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('1 of 3 webhooks break.'),
  });
});

it('ends with 0 where only what is switched off breaks, and with 2 where it cannot look', async () => {
  const { url, directory } = await storedBefore();
  const env = { DATABASE_URL: url, KEYS: key };
  await query(url, `delete from hookplate.webhook where id in ('renamed', 'retyped', 'removed')`);
  expect(await runHookplate(args, { directory, env })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      '3 webhooks checked: none breaks. 1 webhook that is switched off would break.',
    ),
  });
  const other = Buffer.alloc(32, 8).toString('base64');
  const sealed = await runHookplate(args, { directory, env: { ...env, KEYS: other } });
  expect(sealed).toMatchObject({ status: 2, stderr: expect.stringContaining('No key opens 3 webhooks') });
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none', KEYS: key };
  expect(await runHookplate(args, { directory, env: nowhere })).toMatchObject({ status: 2 });
  const broken = await runHookplate(['check', '--database', '--catalogue', 'none.json'], { directory, env });
  expect(broken.status).toBe(2);
});

it('a server finds them after its start, says so, and lists them until they are mended', async () => {
  const { url } = await storedBefore();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const receiver = await httpServer();
  const found: (readonly Misfit[])[] = [];
  const server = await createHookplate({
    ...{ database, users, encryptionKeys: [key], templates: { threads: 0 } },
    events: defineEvents(after as never) as never,
    onMisfits: misfits => found.push(misfits),
  });
  onTestFinished(() => server.stop({ timeoutMs: 0 }));
  await server.start();
  await expect
    .poll(() => found.map(all => all.map(({ id }) => id)))
    .toEqual([['off', 'removed', 'renamed', 'retyped']]);
  const listed = async () => {
    const headers = { authorization: `Basic ${btoa('viewer:only-looks')}` };
    const response = await server.fetch(new Request('http://localhost/api/misfits', { headers }));
    return ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  expect(await listed()).toEqual(['off', 'removed', 'renamed', 'retyped']);
  const { id, profile, contentType, payload, ...rest } = webhook('acme', 'renamed', '');
  await server.save(
    { ...rest, profile, contentType, payload: '{"a":"$order$"}', url: receiver.url } as never,
    { id },
  );
  await server.remove('removed');
  expect(await listed()).toEqual(['off', 'retyped']);
});

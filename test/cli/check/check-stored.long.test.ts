import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createHookplate, type Misfit, type WebhookSeed } from '../../../src/server/index.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import type { EventDescription } from '../../../src/webhook/events/event-catalogue.ts';
import { emptyPostgres, query } from '../../outbox/test-database.ts';
import { users } from '../../server/test-users.ts';
import { monitor, shop, tickets } from '../../webhook/payloads/catalogues.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

/** The webhooks of well-known receivers, one of each file, with the name of their catalogue; those of the shop have none. */
const seeds = Object.entries({ shop: undefined, tickets: 'tickets', monitor: 'monitor' }).flatMap(
  ([folder, catalogue]) => {
    const files = new URL(`../../webhook/payloads/${folder}/`, import.meta.url);
    return readdirSync(files).map(file => {
      const config = parse(readFileSync(new URL(file, files), 'utf8')) as object;
      const id = file.replace('.yaml', '');
      return { ...config, ...(catalogue && { catalogue }), id, profile: 'profile-0' } as WebhookSeed;
    });
  },
);

/** What a file describes: nothing that every event has, and nobody's functions. */
function asFile({ events }: { readonly events: Readonly<Record<string, EventDescription>> }) {
  const definitions = Object.entries(events).map(([name, { variables, ...event }]) => {
    const { event: _event, date: _date, ...own } = variables;
    return [name, { ...event, variables: own }] as const;
  });
  return { events: Object.fromEntries(definitions) };
}

/** The shop no longer says which articles were sold. */
const withoutSku = JSON.stringify(asFile(shop)).replaceAll('"sku":"string",', '');

const profiles = 40;
const wanted = 10_000;

it('finds those that break among ten thousand of many profiles, and shows how far it has come', async () => {
  const url = await emptyPostgres();
  const server = await createHookplate({
    ...{ database: { url }, users, events: shop, catalogues: { tickets, monitor }, webhooks: seeds },
  });
  await server.stop();
  const copies = Math.ceil(wanted / seeds.length) - 1;
  await query(
    url,
    `insert into hookplate.webhook
     select (jsonb_populate_record(w, jsonb_build_object('id', id || '-' || n, 'name', null, 'profile', 'profile-' || n % ${profiles}))).*
     from hookplate.webhook w, generate_series(1, ${copies}) n`,
  );
  const total = seeds.length * (copies + 1);
  const after = defineEvents(JSON.parse(withoutSku) as Parameters<typeof defineEvents>[0]);
  const broken = seeds.filter(({ catalogue, profile: _, ...config }) => {
    const found = catalogue ? [] : validateWebhook(config, { events: after });
    return found.some(({ severity }) => severity === 'error');
  });
  const directory = directoryWith({
    'hookplate.config.json': JSON.stringify({
      database: { env: 'DATABASE_URL' },
      catalogues: { tickets: 'tickets.json', monitor: 'monitor.json' },
    }),
    'shop.json': withoutSku,
    'tickets.json': JSON.stringify(asFile(tickets)),
    'monitor.json': JSON.stringify(asFile(monitor)),
  });
  const args = ['check', '--database', '--catalogue', 'shop.json', '--format', 'json'];
  const { status, stdout, stderr } = await runHookplate(args, {
    ...{ directory, env: { DATABASE_URL: url }, isWatched: true },
  });
  const { checked, misfits } = JSON.parse(stdout) as { checked: number; misfits: readonly Misfit[] };
  expect({ status, checked }).toEqual({ status: 1, checked: total });
  expect(total).toBeGreaterThanOrEqual(wanted);
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThan(seeds.length / 2);
  const expected = broken.flatMap(({ id }) => [
    `profile-0 ${id}`,
    ...Array.from({ length: copies }, (_, index) => `profile-${(index + 1) % profiles} ${id}-${index + 1}`),
  ]);
  expect(misfits.map(({ profile, id }) => `${profile} ${id}`).toSorted()).toEqual(expected.toSorted());
  const shown = Array.from(
    stderr.matchAll(/\[[#-]{20}\] Checked (\d+) of (\d+) webhooks/g),
    ([, done, of]) => [Number(done), Number(of)],
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.every(([, of]) => of === total)).toBe(true);
  expect(shown.map(([done = 0]) => done)).toEqual(shown.map(([done = 0]) => done).toSorted((a, b) => a - b));
});

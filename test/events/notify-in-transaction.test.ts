import fc from 'fast-check';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createSealer } from '../../src/database/sealer.ts';
import { createHookplate } from '../../src/server/index.ts';
import { sealedNames } from '../../src/server/vault.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { migratedPostgres } from '../outbox/test-database.ts';
import { users } from '../server/test-users.ts';

/** Texts that break what is written without care: quotes, braces, halves of characters, NUL, and many of them. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '"',
    '\\',
    '$if(',
    '\0',
    '\ud800',
    '</script>',
    "'; drop table orders; --",
    '\u2028',
    '{{',
    '',
  ),
  fc.integer({ min: 1, max: 20_000 }).map(length => '"'.repeat(length)),
);
const kinds = {
  string: hostileText,
  number: fc.oneof(fc.double(), fc.constantFrom(-0, 1e308, 5e-324, 2 ** 53)),
  boolean: fc.boolean(),
  date: fc.date({ noInvalidDate: true }),
} as const;
type Kind = keyof typeof kinds;

const kind = fc.constantFrom<Kind[]>('string', 'number', 'boolean', 'date');
const variableNames = ['a', 'b', 'c', 'items'] as const;

/** A catalogue of one event, with facts that fit it. */
const told = fc.record({ a: kind, b: kind, c: kind, item: kind }).chain(({ item, ...types }) =>
  fc.record({
    types: fc.constant({ ...types, item }),
    facts: fc.record({
      a: kinds[types.a] as fc.Arbitrary<unknown>,
      b: kinds[types.b] as fc.Arbitrary<unknown>,
      c: kinds[types.c] as fc.Arbitrary<unknown>,
      items: fc.array(kinds[item] as fc.Arbitrary<unknown>, { maxLength: 5 }),
    }),
  }),
);

/** What may stand in the row of a webhook, written by whomever: from nearly right to no JSON at all. */
const stored = fc.oneof(
  fc
    .record({
      url: fc.oneof(fc.constant('http://127.0.0.1:9/'), hostileText),
      payload: fc.oneof(fc.constantFrom(...variableNames.map(name => `{"x":"$${name}$"}`)), hostileText),
      contentType: fc.constantFrom('application/json', 'text/xml', 'text/plain', ''),
      events: fc.constantFrom({ told: true }, {}, { other: true }),
    })
    .map(config =>
      JSON.stringify({ config: { method: 'POST', profile: 'acme', ...config }, secretHeaders: [] }),
    ),
  fc.constantFrom('', '{}', 'null', '{"config":', '\ufffd'),
);

/** As a server stores it without keys. */
function sealed(id: string, settings: string): Uint8Array {
  return createSealer([]).seal(Buffer.from(settings), sealedNames.webhook(id, 1));
}

it('an order and its event are stored together, by one statement, whatever its facts and the webhooks are', async () => {
  const url = await migratedPostgres();
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  await pool.query('create table orders (id int primary key)');
  let order = 0;
  await fc.assert(
    fc.asyncProperty(told, fc.array(stored, { maxLength: 3 }), async ({ types, facts }, webhooks) => {
      order++;
      const { item, ...variables } = types;
      const catalogue = defineEvents({
        variables: { ...variables, items: listOf(item) },
        events: { told: { title: 'Told' } },
      });
      await pool.query('delete from hookplate.webhook');
      for (const [index, settings] of webhooks.entries())
        await pool.query(
          `insert into hookplate.webhook (id, profile, settings, version, updated_by) values ($1, 'acme', $2, 1, 'x')`,
          [`w${order}-${index}`, sealed(`w${order}-${index}`, settings)],
        );
      const hookplate = await createHookplate({
        ...{ database: { pool }, users, unreadable: 'leave', onError: () => {} },
        events: catalogue as never,
      });
      const client = await pool.connect();
      let statements = 0;
      const transaction = {
        query: (text: string, values?: unknown[]) => {
          statements++;
          return client.query(text, values);
        },
      };
      await client.query('begin');
      await client.query('insert into orders values ($1)', [order]);
      const event = catalogue.create('told', facts as never);
      const { id } = await hookplate.notify(event, { profile: 'acme', transaction: transaction as never });
      await client.query('commit');
      client.release();
      await hookplate.stop({ timeoutMs: 0 });
      expect(statements).toBe(1);
      const { rows } = await pool.query(
        'select (select count(*)::int from orders where id = $1) as orders, (select count(*)::int from hookplate.event where id = $2) as events',
        [order, id],
      );
      expect(rows).toEqual([{ orders: 1, events: 1 }]);
    }),
    { numRuns: 40 },
  );
});

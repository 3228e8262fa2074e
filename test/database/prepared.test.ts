import { hash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { bytesOf, textOf } from '../../src/database/row.ts';
import { prepared, statementsIn } from '../../src/database/sql-executor.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { type Backend, backends, migratedDirectory, migratedPostgres } from '../outbox/test-database.ts';

const finding = prepared('select id from public.grown where id = $1::int');
const returning = prepared(
  'select $1::text as text, $2::bytea as bytes, $3::int as number, $4::float8 as fraction, $5::boolean as truth, $6::text as nothing',
);

async function open(backend: Backend): Promise<Connection> {
  const database = await openDatabase(
    backend === 'PGlite'
      ? { directory: await migratedDirectory() }
      : { url: await migratedPostgres(), poolSize: 1 },
  );
  onTestFinished(() => database.close());
  return anOpenDatabase(database, 'database');
}

it('the name of a prepared statement follows from its text alone, in whichever process', () => {
  const digest = hash('sha256', finding, 'hex');
  expect(statementsIn('hookplate')(finding).name).toBe(`hookplate_${digest.slice(0, 32)}`);
});

describe.each(backends)('a prepared statement on %s', backend => {
  it('is planned anew after a second, by what its table has become', async () => {
    const { query } = (await open(backend)).executor;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    onTestFinished(() => clock.mockRestore());
    await query('create table public.grown (id int primary key)');
    await query('insert into public.grown values (1)');
    await query('vacuum analyze public.grown');
    const find = async () => {
      // The first five plans are made for the values at hand.
      for (let index = 0; index < 6; index++) expect((await query(finding, [1])).rows).toEqual([{ id: 1 }]);
      const { rows } = await query(`explain execute ${statementsIn('hookplate')(finding).name} (1)`);
      return JSON.stringify(rows);
    };
    expect(await find()).toContain('Seq Scan');
    await query('insert into public.grown select generate_series(2, 20000)');
    expect(await find()).toContain('Seq Scan');
    clock.mockReturnValue(11_000);
    expect(await find()).toContain('Index');
  });

  it('takes every kind of value as it is, at the same time and in transactions, too', async () => {
    const { executor, transaction } = await open(backend);
    const texts = ['', "it's", `a "quoted" \\ text\n'); drop table x; --`, '$1 $$ {}', 'é😀', '\\x00'];
    const given = texts.map((text, index) => [
      text,
      Buffer.from(text),
      1 - index,
      index / 3,
      index > 2,
      null,
    ]);
    const wanted = given.map(([text, , number, fraction, truth]) => ({
      text,
      number,
      fraction,
      truth,
      nothing: null,
    }));
    const ask = async (query: typeof executor.query, values: unknown[]) => {
      const [row = {}] = (await query(returning, values)).rows;
      expect(Buffer.from(bytesOf(row, 'bytes') ?? []).toString()).toBe(textOf(row, 'text'));
      const { bytes, ...rest } = row;
      return rest;
    };
    expect(await transaction(tx => ask(tx.query, given[0] ?? []))).toEqual(wanted[0]);
    expect(await Promise.all(given.map(values => ask(executor.query, values)))).toEqual(wanted);
    for (const [index, values] of given.entries()) {
      expect(await transaction(tx => ask(tx.query, values))).toEqual(wanted[index]);
    }
  });
});

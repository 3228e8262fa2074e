import { expect, it } from 'vitest';
import { emptyPostgres, query } from '../../outbox/test-database.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const granted = `grant usage on schema "shop" to "app";
grant select, insert, update, delete on all tables in schema "shop" to "app";
grant execute on function "shop".make_partitions(date), "shop".drop_partitions(integer) to "app";
`;

it('hookplate migrate makes the tables, and prints for a role what the owner has to grant it', async () => {
  const url = await emptyPostgres();
  const database = { url: { env: 'DATABASE_URL' }, schema: 'shop' };
  const directory = directoryWith({ 'hookplate.config.json': JSON.stringify({ database, migrate: false }) });
  const run = (...args: string[]) =>
    runHookplate(['migrate', ...args], { directory, env: { DATABASE_URL: url } });
  const said = { status: 0, stderr: 'The tables are those of this version.\n' };
  expect(await run()).toMatchObject({ ...said, stdout: '' });
  expect(await query(url, 'select count(*)::int from shop.webhook')).toEqual([{ count: 0 }]);
  expect(await run('--role', 'app')).toMatchObject({ ...said, stdout: granted });
});

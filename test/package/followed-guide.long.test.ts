import { expect, it, onTestFinished } from 'vitest';
import { examplesOf } from '../docs/pages.ts';
import { emptyPostgres } from '../outbox/test-database.ts';
import { installPackage } from './installed-package.ts';

it('who follows the guide to transactions in an empty folder can run each program, again and in any order', async () => {
  const installed = await installPackage();
  onTestFinished(() => installed.remove());
  await installed.add(['pg', 'drizzle-orm', 'kysely', 'knex']);
  const env = { DATABASE_URL: await emptyPostgres() };
  const examples = examplesOf('docs/transactions.md');
  expect(examples.length).toBe(4);
  for (const { at, code } of examples) await installed.write(`${at.replace(/\W/g, '-')}.mjs`, code);
  const print = ({ at }: { readonly at: string }) => installed.run(`${at.replace(/\W/g, '-')}.mjs`, env);
  for (const example of examples) expect((await print(example)).trimEnd(), example.at).toBe(example.output);
  // Only the numbers of the orders have gone on.
  const numbers = /\d+/g;
  for (const example of examples.toReversed())
    expect((await print(example)).trimEnd().replace(numbers, 'n'), example.at).toBe(
      example.output.replace(numbers, 'n'),
    );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Screen } from '../../../src/studio/frame/screen.ts';
import { type Column, RowOrder } from '../../../src/studio/parts/data-table.ts';

interface Row {
  readonly name: string;
  readonly errors: number;
  readonly at: number;
}

const cell = () => '';
const name: Column<Row> = { title: 'Name', cell, by: row => row.name };
const errors: Column<Row> = { title: 'With errors', cell, by: row => row.errors, first: 'descending' };
const started: Column<Row> = { title: 'Started', cell, by: row => row.at, first: 'descending' };
const buttons: Column<Row> = { title: 'Actions', cell };
const columns = [name, errors, started, buttons];

/** The order of a table whose address changes as the router does it. */
function opened(query = '') {
  const at = { address: '' };
  const screen = {
    address: { path: '/processes', query: new URLSearchParams(query) },
    studio: {
      router: {
        replace: (address: string) => {
          at.address = address;
          screen.address.query = new URLSearchParams(address.split('?')[1] ?? '');
        },
      },
    },
  };
  // All that an order asks of its screen.
  const order = new RowOrder<Row>(screen as unknown as Screen, { columns, newest: 'Started' });
  return {
    order,
    at,
    sorted: (rows: readonly Row[]) => (order.compare ? rows.toSorted(order.compare) : rows),
  };
}

const rows: readonly Row[] = [
  { name: 'copy 10', errors: 2, at: 3 },
  { name: 'Copy 9', errors: 10, at: 2 },
  { name: 'archive', errors: 0, at: 1 },
];
const namesOf = (rows: readonly Row[]) => rows.map(row => row.name);

it('without an order in the address, rows stay as the server lists them, the newest first', () => {
  const { order, sorted } = opened();
  expect(sorted(rows)).toEqual(rows);
  expect(columns.map(column => order.directionOf(column))).toEqual([
    undefined,
    undefined,
    'descending',
    undefined,
  ]);
});

it('numbers are sorted as numbers, and those in texts as well, whatever the case', () => {
  expect(namesOf(opened('sort=name').sorted(rows))).toEqual(['archive', 'Copy 9', 'copy 10']);
  expect(namesOf(opened('sort=-with-errors').sorted(rows))).toEqual(['Copy 9', 'copy 10', 'archive']);
});

it.each(['nothing', 'actions', '-', 'Name', 'with errors'])('the order %j of an address is none', sort => {
  const { order, sorted } = opened(new URLSearchParams({ sort }).toString());
  expect(order.column).toBeUndefined();
  expect(sorted(rows)).toEqual(rows);
});

it('a header sorts by its column, then turns the rows round, and keeps the rest of the address', () => {
  const { order, at } = opened('status=unfinished');
  order.choose(errors);
  expect(at.address).toBe('processes?status=unfinished&sort=-with-errors');
  expect([order.column, order.directionOf(errors)]).toEqual([errors, 'descending']);
  order.choose(errors);
  expect(at.address).toBe('processes?status=unfinished&sort=with-errors');
  order.choose(name);
  expect([order.directionOf(name), order.directionOf(errors)]).toEqual(['ascending', undefined]);
  order.forget();
  expect(at.address).toBe('processes?status=unfinished');
});

it('the newest first is the usual order, which no address says', () => {
  const { order, at } = opened();
  order.choose(started);
  expect([at.address, order.directionOf(started)]).toEqual(['processes?sort=started', 'ascending']);
  order.choose(started);
  expect([at.address, order.directionOf(started)]).toEqual(['processes', 'descending']);
});

it('turned round, rows come in the opposite order, but for those that are alike', () => {
  const row = fc.record({ name: fc.string(), errors: fc.nat(3), at: fc.nat() });
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom('name', 'with-errors', 'started'), (drawn, by) => {
      const [up, down] = [opened(`sort=${by}`), opened(`sort=-${by}`)];
      const { compare } = up.order;
      const [rising, falling] = [up.sorted(drawn), down.sorted(drawn).toReversed()];
      rising.forEach((each, index) => {
        expect(compare?.(each, falling[index] ?? each)).toBe(0);
      });
    }),
  );
});

import { beforeEach, expect, it } from 'vitest';
import type { Page } from '../../../src/api/answers.ts';
import { ApiError } from '../../../src/studio/api/api.ts';
import type { Screen } from '../../../src/studio/frame/screen.ts';
import { RowOrder } from '../../../src/studio/parts/data-table.ts';
import { LiveList, type Wanted } from '../../../src/studio/parts/live-list.ts';

/** An item; the list asks for those that are `busy`. */
interface Row {
  readonly id: string;
  readonly state: 'busy' | 'done';
  readonly size: number;
}

/** The items of the server, the newest first. */
let stored: Row[] = [];
/** The requests in their order. */
let calls: string[] = [];
/** Holds answers back until it is over. */
let gate: Promise<void> = Promise.resolve();

beforeEach(() => {
  stored = [];
  calls = [];
  gate = Promise.resolve();
});

const busy = (id: number): Row => ({ id: `${id}`, state: 'busy', size: id % 7 });
const add = (from: number, to: number): void => {
  for (let id = from; id <= to; id++) stored.unshift(busy(id));
};
const end = (id: string): void => {
  stored = stored.map(row => (row.id === id ? { ...row, state: 'done', size: 100 } : row));
};

function rows(sort = '') {
  const screen = {
    addController: () => {},
    requestUpdate: () => {},
    address: { path: '/', query: new URLSearchParams({ sort }) },
    // All that a list asks of its screen.
  } as unknown as Screen;
  const columns = [{ title: 'Size', cell: () => '', by: ({ size }: Row) => size }];
  return new LiveList<Row>(screen, {
    filter: () => ({ state: 'busy' }),
    matches: ({ state }) => state === 'busy',
    order: new RowOrder(screen, { columns, newest: 'Time' }),
    idOf: ({ id }) => id,
    load: async ({ cursor = '', limit }: Wanted): Promise<Page<Row>> => {
      calls.push(`page ${cursor} ${limit}`);
      await gate;
      const listed = stored.filter(({ state }) => state === 'busy');
      const found = listed.slice(listed.findIndex(({ id }) => id === cursor) + 1);
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
    },
    loadOne: async id => {
      calls.push(`one ${id}`);
      const found = stored.find(row => row.id === id);
      if (!found) throw new ApiError('not-found', 404, 'It is not there.');
      return found;
    },
  });
}

const idsOf = (list: LiveList<Row>) => list.items?.map(({ id }) => id);

it('what changed is shown in its place, fetched once, and counted until it is hidden', async () => {
  add(1, 3);
  const list = rows();
  await list.show();
  end('2');
  await list.refresh();
  expect(idsOf(list)).toEqual(['3', '2', '1']);
  expect(list.items?.[1]).toEqual({ id: '2', state: 'done', size: 100 });
  expect(list.departed).toBe(1);
  await list.refresh();
  expect(calls.filter(call => call === 'one 2')).toHaveLength(1);
  await list.reload();
  expect([idsOf(list), list.departed]).toEqual([['3', '1'], 0]);
});

it('what changes again after it has left is fetched again', async () => {
  add(1, 2);
  const list = rows();
  await list.show();
  end('1');
  await list.refresh();
  stored = stored.map(row => (row.id === '1' ? { ...row, size: 200 } : row));
  list.patch('1', row => row);
  await list.refresh();
  expect(list.items?.[1]?.size).toBe(200);
});

it('what was deleted stays in its place, and is not asked for again', async () => {
  add(1, 3);
  const list = rows();
  await list.show();
  stored = stored.filter(({ id }) => id !== '2');
  await list.refresh();
  await list.refresh();
  expect([idsOf(list), list.departed]).toEqual([['3', '2', '1'], 1]);
  expect(calls.filter(call => call.startsWith('one'))).toEqual(['one 2']);
});

it('what happens while a page is fetched is fetched afterwards', async () => {
  add(1, 60);
  const list = rows();
  await list.show();
  let open = (): void => {};
  gate = new Promise(resolve => {
    open = resolve;
  });
  const older = list.older();
  const refreshed = list.refresh();
  add(61, 62);
  open();
  await Promise.all([older, refreshed]);
  expect(calls).toEqual(['page  50', 'page 11 50', 'page  60']);
  expect([list.items?.length, list.news]).toEqual([60, 2]);
});

it('a page that replaces a fetch of changes is followed by another one', async () => {
  add(1, 60);
  const list = rows();
  await list.show();
  end('20');
  const refreshed = list.refresh();
  await Promise.resolve();
  const older = list.older();
  await Promise.all([refreshed, older]);
  expect(calls).toEqual(['page  50', 'page  50', 'page 11 50', 'one 20', 'page  60', 'one 20']);
  expect(list.items?.length).toBe(60);
  expect(list.items?.find(({ id }) => id === '20')?.state).toBe('done');
});

it('what changed while nobody told of it is fetched again, however much is newer', async () => {
  add(1, 50);
  const list = rows();
  await list.show();
  for (let id = 1; id <= 50; id++) end(`${id}`);
  add(51, 200);
  await list.recover();
  expect(list.items?.filter(({ state }) => state === 'busy')).toEqual([]);
  expect(new Set(calls.filter(call => call.startsWith('one'))).size).toBe(50);
});

it('what changed while nobody told of it is fetched as one page, where nothing is newer', async () => {
  add(1, 50);
  const list = rows();
  await list.show();
  await list.recover();
  expect(calls).toEqual(['page  50', 'page  50']);
});

it('pages say nothing of what is older than they are: only what is known to have changed is asked for', async () => {
  add(1, 50);
  const list = rows();
  await list.show();
  add(51, 60);
  end('1');
  list.patch('1', row => ({ ...row, state: 'done' }));
  await list.refresh();
  expect(calls).toEqual(['page  50', 'page  50', 'one 1']);
  expect([list.items?.at(-1)?.size, list.news, list.hasMoreNews]).toEqual([100, 10, false]);
  add(61, 200);
  await list.refresh();
  expect([list.news, list.hasMoreNews]).toEqual([60, true]);
});

it('rows that were sorted stay where they are while what they are sorted by changes', async () => {
  add(1, 3);
  const list = rows('-size');
  await list.show();
  expect(idsOf(list)).toEqual(['3', '2', '1']);
  list.patch('1', row => ({ ...row, size: 50 }));
  expect(idsOf(list)).toEqual(['3', '2', '1']);
  stored = stored.map(row => (row.id === '1' ? { ...row, size: 50 } : row));
  await list.refresh();
  expect(idsOf(list)).toEqual(['3', '2', '1']);
  await list.reload();
  expect(idsOf(list)).toEqual(['1', '3', '2']);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../../src/database/database.ts';
import type { Row } from '../../../src/database/row.ts';
import { ChangeFeed } from '../../../src/server/change-feed.ts';

const process = {
  ...{ pid: 'p', project_id: 'etl', task_id: 'copy', profile: 'busy', status: 'running' },
  ...{ records_processed: 0, error_count: 0, version: 1 },
};

it('a viewer is told to reload when changes are left out, again while that lasts, and when it is over', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: 0 });
  let isCut = false;
  const query = async (text: string): Promise<{ rows: Row[] }> => {
    if (text.includes('select now()')) return { rows: [{ now: new Date() }] };
    return { rows: text.includes('hookplate.process') ? [{ ...process, is_cut: isCut }] : [] };
  };
  // It asks for nothing else.
  const feed = new ChangeFeed({ executor: { query } } as Connection, { reloadMs: 3000 });
  onTestFinished(() => feed.close());
  const told: string[] = [];
  feed.watch(news => void told.push(`${Date.now()}: ${news?.map(({ kind }) => kind)}`), {
    name: 'ada',
    profiles: new Set(['quiet']),
  });
  await vi.advanceTimersByTimeAsync(1500);
  expect(told).toEqual(['0: ']);
  isCut = true;
  await vi.advanceTimersByTimeAsync(7000);
  isCut = false;
  await vi.advanceTimersByTimeAsync(9000);
  expect(told).toEqual(['0: ', '2000: reload', '5000: reload', '8000: reload', '9000: reload']);
});

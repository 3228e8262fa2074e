import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProcessRecord } from '../../../src/workflow/process/process-record.ts';
import { RecordWriter, rewriting } from '../../../src/workflow/process/record-writer.ts';
import type { BoundedStore } from '../../../src/workflow/store/bounded-store.ts';
import { queuedRecord } from '../process-store-contract.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Behaviour = 'lands' | 'fails' | 'lands late' | 'lands unseen and late';

/** A store that behaves as it is told, call by call, and well when nothing is left to tell. */
function storeOf(behaviours: readonly Behaviour[]) {
  const left = [...behaviours];
  const late: (() => void)[] = [];
  let kept: ProcessRecord | undefined;
  const save: BoundedStore['save'] = async (record, onLate) => {
    const behaviour = left.shift() ?? 'lands';
    const land = (): void => {
      kept = record;
    };
    if (behaviour === 'lands') return land();
    if (behaviour === 'lands late') {
      late.push(() => {
        land();
        onLate();
      });
    }
    if (behaviour === 'lands unseen and late') {
      // The store carries it out, but says so only later.
      late.push(() => {
        land();
        late.push(onLate);
      });
    }
    throw new Error('It failed');
  };
  return { store: { save }, late, kept: () => kept };
}

function numbered(count: number): ProcessRecord {
  return { ...queuedRecord('p1'), recordsProcessed: count };
}

type Step =
  | { readonly kind: 'write' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'land'; readonly which: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: 'write' }),
    fc.constant<Step>({ kind: 'wait' }),
    fc.nat({ max: 5 }).map((which): Step => ({ kind: 'land', which })),
  ),
  { maxLength: 20 },
);
const { signal: lastCall } = new AbortController();

const behaviours = fc.array(
  fc.constantFrom<Behaviour>('lands', 'fails', 'lands late', 'lands unseen and late'),
  { maxLength: 15 },
);

it('the newest record is what remains, whatever fails and whatever lands late', async () => {
  await fc.assert(
    fc.asyncProperty(behaviours, steps, async (told, taken) => {
      const { store, late, kept } = storeOf(told);
      const writer = new RecordWriter({ store, lastCall, onFailure: () => {} });
      let count = 0;
      for (const step of taken) {
        if (step.kind === 'write') void writer.write(numbered(++count));
        else if (step.kind === 'wait') await vi.advanceTimersByTimeAsync(rewriting.firstMs);
        // In any order: calls may overtake each other on their way.
        else for (const land of late.splice(step.which, 1)) land();
      }
      for (let round = 0; round < 30; round++) {
        for (const land of late.splice(0)) land();
        await vi.advanceTimersByTimeAsync(rewriting.longestMs);
      }
      expect(writer.isWritten).toBe(true);
      if (count > 0) expect(kept()?.recordsProcessed).toBe(count);
    }),
  );
});

it('waits longer after each failure, and a minute at most', async () => {
  const { store } = storeOf(Array.from({ length: 12 }, () => 'fails'));
  const failedAt: number[] = [];
  const writer = new RecordWriter({ store, lastCall, onFailure: () => failedAt.push(Date.now()) });
  void writer.write(numbered(1));
  await vi.advanceTimersByTimeAsync(12 * rewriting.longestMs);
  const pauses = failedAt.slice(1).map((time, index) => time - (failedAt[index] ?? 0));
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

it('tries each record once after the last call, at once where it waits to try again', async () => {
  const { store } = storeOf(Array.from({ length: 5 }, () => 'fails'));
  const end = new AbortController();
  let failures = 0;
  const writer = new RecordWriter({ store, lastCall: end.signal, onFailure: () => failures++ });
  const first = writer.write(numbered(1));
  await vi.advanceTimersByTimeAsync(rewriting.firstMs - 1);
  expect(failures).toBe(1);
  end.abort();
  await first;
  expect(failures).toBe(2);
  await writer.write(numbered(2));
  expect([failures, writer.isWritten]).toEqual([3, false]);
});

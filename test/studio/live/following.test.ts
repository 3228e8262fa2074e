import type { ReactiveController } from 'lit';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ChangeListener, ChangeStream } from '../../../src/studio/api/change-stream.ts';
import { Following } from '../../../src/studio/parts/following.ts';

let tell: ChangeListener = () => {};
let reopen = (): void => {};
/** What the screen has fetched. */
let fetched: string[] = [];

beforeEach(() => {
  fetched = [];
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function follow(recover?: () => Promise<void>): void {
  const watch: ChangeStream['watch'] = (onChange, onReopened) => {
    [tell, reopen] = [onChange, onReopened];
    return () => {};
  };
  let controller: ReactiveController | undefined;
  const host = {
    studio: { changes: { watch } },
    addController: (added: ReactiveController) => {
      controller = added;
    },
    // All that it asks of its screen.
  } as unknown as ConstructorParameters<typeof Following>[0];
  new Following(host, {
    concerns: ({ kind }) => kind === 'event',
    refresh: async () => void fetched.push('changes'),
    ...(recover && { recover }),
  });
  controller?.hostConnected?.();
}

it('a screen is fetched again once, as a whole, however often changes are left out in the meantime', async () => {
  follow(async () => void fetched.push('everything'));
  for (let times = 0; times < 5; times++) tell({ kind: 'reload' });
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['everything']);
  tell({ kind: 'event', data: { id: 'evt_1', profile: 'p' } });
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['everything', 'changes']);
  reopen();
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['everything', 'changes', 'everything']);
});

it('a screen that is always fetched as a whole is so after changes that are left out', async () => {
  follow();
  tell({ kind: 'reload' });
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['changes']);
});

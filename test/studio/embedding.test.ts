import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Embedding } from '../../src/studio/frame/embedding.ts';

/** The page around, which answers when it is told to. */
let host: { readonly postMessage: (message: object) => void; wanted: number; give: (token?: string) => void };

beforeEach(() => {
  vi.useFakeTimers();
  const listeners: ((event: object) => void)[] = [];
  host = {
    wanted: 0,
    postMessage: message => {
      if ('hookplate' in message && message.hookplate === 'token-wanted') host.wanted++;
    },
    give: token => {
      for (const listener of listeners) listener({ source: host, data: { hookplate: 'token', token } });
    },
  };
  vi.stubGlobal('document', {
    baseURI: 'https://hooks.example/webhooks/embed/',
    documentElement: { style: {} },
    body: {},
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  );
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) =>
    listeners.push(listener),
  );
  vi.stubGlobal('parent', host);
  vi.stubGlobal('window', {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const minute = 60_000;
const token = (of: string): string => `hkpp_${of.repeat(43)}`;

/** An element whose first token, which it has already, is valid for ten minutes. */
async function begun() {
  const embedding = new Embedding();
  const onRenewed = vi.fn<() => void>();
  embedding.onRenewed = onRenewed;
  const first = embedding.token();
  host.give(token('a'));
  await first;
  embedding.renewBefore(new Date(Date.now() + 10 * minute).toISOString());
  return { embedding, onRenewed };
}

it('a token is replaced a minute before it ends, and so is each that follows', async () => {
  const { embedding, onRenewed } = await begun();
  expect(embedding.server).toBe('https://hooks.example/webhooks/');
  await vi.advanceTimersByTimeAsync(9 * minute - 1);
  expect([host.wanted, onRenewed.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([host.wanted, onRenewed.mock.calls.length]).toEqual([2, 0]);
  // Until there is another one, the one before it is used.
  expect(await embedding.token()).toBe(token('a'));
  host.give(token('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onRenewed).toHaveBeenCalledOnce();
  expect(await embedding.token()).toBe(token('b'));
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect(host.wanted).toBe(3);
});

it('where the page around gives none, the token before it is kept until it is refused', async () => {
  const { embedding, onRenewed } = await begun();
  await vi.advanceTimersByTimeAsync(9 * minute);
  host.give();
  await vi.advanceTimersByTimeAsync(0);
  expect(onRenewed).not.toHaveBeenCalled();
  expect(await embedding.token()).toBe(token('a'));
  const refused = embedding.token();
  await refused;
  const next = embedding.token(refused);
  expect(host.wanted).toBe(3);
  host.give(token('b'));
  expect(await next).toBe(token('b'));
});

it('a token that ends at once is not asked for all the time, and only the last end counts', async () => {
  const { embedding } = await begun();
  embedding.renewBefore(new Date(Date.now() + 1).toISOString());
  await vi.advanceTimersByTimeAsync(999);
  expect(host.wanted).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(host.wanted).toBe(2);
  host.give(token('b'));
  embedding.renewBefore(new Date(Date.now() + 10 * minute).toISOString());
  await vi.advanceTimersByTimeAsync(9 * minute - 1);
  expect(host.wanted).toBe(2);
});

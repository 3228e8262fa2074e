import { once } from 'node:events';
import { createOutbox } from '../../src/outbox/index.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import { median } from '../measure.ts';
import type { BenchDatabase } from './bench-database.ts';
import { enqueueAll, startWorker } from './rates.ts';

export interface HeapOptions {
  /** As many are due when the process begins. */
  readonly pending: number;
  /** It is looked at each time that so many more have been delivered. */
  readonly every: number;
}

const looks = 9;

/** Megabytes of heap that a process keeps alive while it delivers: the median of several looks. */
export async function measureHeap(
  { options, connection }: BenchDatabase,
  request: WebhookRequest,
  { pending, every }: HeapOptions,
): Promise<number> {
  const outbox = await createOutbox({ database: connection });
  await enqueueAll(outbox, request, pending);
  await outbox.stop();
  const child = await startWorker(options, ['--expose-gc']);
  const heaps: number[] = [];
  let delivered = 0;
  await new Promise<void>(resolve => {
    child.on('message', message => {
      if (typeof message === 'number') heaps.push(message);
      else if (++delivered % every === 0 && delivered <= looks * every) child.send('heap');
      if (heaps.length === looks) resolve();
    });
    child.send('go');
  });
  // It has more to deliver.
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return median(heaps) / 2 ** 20;
}

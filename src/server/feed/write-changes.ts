import type { SSEStreamingApi } from 'hono/streaming';
import { Problem } from '../../workflow/http/problem.ts';
import type { ChangeFeed } from './change-feed.ts';
import { ChangeLine } from './change-line.ts';
import type { Change } from './find-changes.ts';

/**
 * Between two signs of life on a stream, in milliseconds: proxies close what is silent. As often it is asked whether its
 * client may still watch.
 */
export const heartbeatMs = 15_000;
/** After this, a client connects again, and shows its credentials again: an hour. */
const longestStreamMs = 3_600_000;
/** How many streams may be open at the same time. */
const mostStreams = 500;
/** How many of them one caller may have open: nobody keeps all others from watching. */
const mostStreamsOfOne = 20;
/** Changes that wait for a client that does not read. */
const mostWaiting = 5000;

/** Who watches a stream. */
interface Viewer {
  readonly name: string;
  readonly isStillWelcome: () => Promise<boolean>;
}

/** @throws {Problem} 503 where there is no room for another stream, of this caller or of anybody. */
export function assertRoom(feed: ChangeFeed, caller: string): void {
  const hasMany = feed.countOf(caller) >= mostStreamsOfOne;
  if (!hasMany && feed.size < mostStreams) return;
  const message = hasMany
    ? `You have ${mostStreamsOfOne} streams open, which is as many as one may have: close one.`
    : 'Too many pages watch at once.';
  throw new Problem(503, 'too-many-streams', message, { 'retry-after': '30' });
}

/** Writes changes to a stream until its client leaves or is not welcome any more, the feed ends or an hour is over. */
export async function writeChanges(
  stream: SSEStreamingApi,
  feed: ChangeFeed,
  { name, isStillWelcome }: Viewer,
): Promise<void> {
  const line = new ChangeLine();
  const end = (): void => {
    line.end();
    // Who does not read would hold up a write, and with it the end, for ever.
    stream.abort();
  };
  const unwatch = feed.watch(changes => {
    if (!changes || line.length + changes.length > mostWaiting) end();
    else line.add(changes);
  }, name);
  stream.onAbort(end);
  const life = setTimeout(end, longestStreamMs).unref();
  // Who cannot be asked about may come again, with credentials.
  const checking = setInterval(() => {
    isStillWelcome().then(isWelcome => isWelcome || end(), end);
  }, heartbeatMs).unref();
  try {
    while (!line.isOver) await write(stream, await line.next(heartbeatMs));
  } finally {
    clearTimeout(life);
    clearInterval(checking);
    unwatch();
  }
}

async function write(stream: SSEStreamingApi, changes: readonly Change[]): Promise<void> {
  for (const { kind, data } of changes) await stream.writeSSE({ event: kind, data: JSON.stringify(data) });
  // Not a comment: scripts are told of events alone, and learn from what does not come that a line is dead.
  if (changes.length === 0) {
    await stream.writeSSE({ event: 'alive', data: JSON.stringify({ everyMs: heartbeatMs }) });
  }
}

import { streamSSE } from 'hono/streaming';
import * as v from 'valibot';
import { defineRoute, type Route } from '../routes/route.ts';
import type { ChangeFeed } from './change-feed.ts';
import { assertRoom, heartbeatMs, writeChanges } from './write-changes.ts';

/** What happens to processes and deliveries, in all instances, for pages that watch. */
export function changeRoute(feed: ChangeFeed): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/events',
    operationId: 'watch',
    summary:
      'Watch processes and deliveries as server-sent events `process` and `delivery`, with `alive` in between',
    role: 'viewer',
    answers: {
      200: {
        description: `Events. \`alive\` comes at once, and where nothing has happened for ${heartbeatMs / 1000} seconds; its data says how often, in milliseconds (\`{"everyMs":${heartbeatMs}}\`), so that a client can tell a dead line from a quiet one. The stream ends after an hour, to be opened again, as soon as the database cannot be asked, and soon after its caller loses access.`,
        mediaType: 'text/event-stream',
        schema: v.string(),
      },
    },
    problems: {
      503: 'Too many streams are open, of this caller or of all; or the database does not answer, or the server is stopping.',
    },
    handle: async ({ context, caller: { name }, isStillWelcome }) => {
      await feed.assertAnswers();
      assertRoom(feed, name);
      context.header('x-accel-buffering', 'no');
      context.header('cache-control', 'no-store');
      // A stream without a reader would never end.
      if (context.req.method === 'HEAD') {
        return context.body(null, 200, { 'content-type': 'text/event-stream' });
      }
      return streamSSE(context, stream => writeChanges(stream, feed, { name, isStillWelcome }));
    },
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ApiEnv } from '../api/route.ts';

/** A handler of Node.js and of frameworks on it, such as Express. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Frameworks take the path under which a handler is mounted from `url`, and keep the whole one beside it. */
export function nodeHandlerOf(fetch: Hono<ApiEnv>['fetch']): NodeHandler {
  // `Request` and `Response` stay as the application has them.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const { originalUrl } = request as IncomingMessage & { readonly originalUrl?: unknown };
    if (typeof originalUrl === 'string') request.url = originalUrl;
    void listener(request, response);
  };
}

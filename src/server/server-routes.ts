import type { Hono } from 'hono';
import { usualDisableAfterMs } from '../outbox/outbox-options.ts';
import { tokenRoutes } from './access/token-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { changeRoute } from './feed/change-route.ts';
import { flowRoutes } from './flows/flow-routes.ts';
import { healthRoutes } from './health/health-routes.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import { processRoutes } from './processes/process-routes.ts';
import type { Route } from './routes/route.ts';
import type { ServerEnv } from './routes/server-context.ts';
import type { ServerSettings } from './server-options.ts';
import type { ServerParts } from './server-parts.ts';
import { redactionOf } from './webhooks/redaction.ts';
import { trialRoutes } from './webhooks/trial/trial-routes.ts';
import { webhookChanges } from './webhooks/webhook-changes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Every route of the server but those of the workflow API. */
export function allRoutes(
  { database, events: catalogue, clock: now, publicUrl, basePath, authenticate, delivery }: ServerSettings,
  parts: ServerParts,
  app: Hono<ServerEnv>,
): readonly Route[] {
  const { webhooks: store, outbox, tokens, tester, directory, metrics, service, isRunning } = parts;
  const serverUrlOf = (request: Request, segments: number): string => {
    if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
    const { origin, pathname } = new URL(request.url);
    return origin + pathname.split('/').slice(0, -segments).join('/');
  };
  const routes = [
    ...overviewRoutes({ catalogue, directory, webhooks: store, outbox, now }),
    // Before those with an id in their place.
    ...trialRoutes({ store, tester, catalogue, now }),
    ...webhookRoutes({ store, catalogue, now }),
    ...webhookChanges({ store, catalogue, now }),
    ...deliveryRoutes({
      outbox,
      disableAfterMs: delivery.disableAfterMs ?? usualDisableAfterMs,
      redactionOf: message => redactionOf(message, store),
    }),
    ...flowRoutes({
      directory,
      store: parts.flows,
      apiUrlOf: request => `${serverUrlOf(request, 5)}/api/v2`,
      userOf: ({ name, hasToken }) => (authenticate || hasToken ? undefined : name),
      fetch: (request, environment) => app.fetch(request, environment),
      basePath,
    }),
    ...processRoutes({ store: parts.processes, service, outbox, directory }),
    ...tokenRoutes({ tokens, now }),
    changeRoute(parts.feed),
    ...healthRoutes({ connection: database, metrics, isRunning }),
  ];
  return [...routes, openApiRoute({ routes, serverUrlOf })];
}

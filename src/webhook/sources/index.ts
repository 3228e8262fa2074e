import { alertmanager } from './alertmanager.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { sentry } from './sentry.ts';
import type { Source } from './source.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';

export { alertmanagerEvents } from './alertmanager.ts';
export { githubEvents } from './github.ts';
export { gitlabEvents } from './gitlab.ts';
export { grafanaEvents } from './grafana.ts';
export { sentryEvents } from './sentry.ts';
export type {
  HmacSignature,
  Reading,
  SignedTimestamp,
  Source,
  SourceCatalogue,
  SourceRequest,
  SourceSignature,
  StandardSignature,
  TokenSignature,
} from './source.ts';
export { stripeEvents } from './stripe.ts';
export { alertmanager, github, gitlab, grafana, sentry, standardWebhooks, stripe };

/** Every source of the gallery; name those that you need, where few will do. */
export const sources: readonly Source[] = [
  alertmanager,
  grafana,
  github,
  gitlab,
  sentry,
  stripe,
  standardWebhooks,
];

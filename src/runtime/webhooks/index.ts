/* For the requests of webhooks. */
export { oneOf } from '../../http/define-options.ts';
export { buildRequest, type RequestSettings } from '../../webhook/build-request.ts';
export type { WebhookRequest } from '../../webhook/webhook-request.ts';

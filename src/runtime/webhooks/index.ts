/* For the requests of webhooks. */
export { buildRequest, type RequestSettings } from '../../webhook/build-request.ts';
export { eventNameReader } from '../../webhook/events/event-name.ts';
export type { WebhookRequest } from '../../webhook/webhook-request.ts';

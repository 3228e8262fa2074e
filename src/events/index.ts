export type { StoredEvent, WaitReason } from './event.ts';
export {
  createEvents,
  createNotifier,
  type Events,
  type EventsOptions,
  type Notified,
  type NotifierOptions,
  type Notify,
  type NotifyOptions,
  type StopEventsOptions,
} from './events.ts';
export type { EventBacklog, EventQuery } from './find-events.ts';
export type { ProfileWebhook, WebhooksOf } from './profile-webhooks.ts';

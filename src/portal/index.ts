export { definePortal, type TokenSource, WebhookPortal } from './webhook-portal.ts';

export { defineReceiver } from './define-receiver.ts';
export { draftWebhook, type WebhookDraft } from './draft-webhook.ts';
export * from './gallery.ts';
export type { KnownReceiver, Receiver, ReceiverCategory, TemplateFor } from './receiver.ts';
export {
  type ExampleOptions,
  type ExampleTemplate,
  type Proposal,
  templateFromExample,
} from './template-from-example.ts';

export { defineReceiver } from './define-receiver.ts';
export { draftMessage, draftWebhook, type MessageDraft, type WebhookDraft } from './draft-webhook.ts';
export * from './gallery.ts';
export type {
  KnownReceiver,
  Level,
  Markup,
  MessagePart,
  MessageText,
  Receiver,
  ReceiverCategory,
  ReceiverMessage,
  TemplateFor,
} from './receiver.ts';
export {
  type ExampleOptions,
  type ExampleTemplate,
  type Proposal,
  templateFromExample,
} from './template-from-example.ts';

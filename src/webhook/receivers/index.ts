import { discord } from './discord.ts';
import { healthchecksIo } from './healthchecks-io.ts';
import { pagerduty } from './pagerduty.ts';
import type { Receiver } from './receiver.ts';
import { slack } from './slack.ts';
import { slackBlocks } from './slack-blocks.ts';

export { defineReceiver } from './define-receiver.ts';
export { draftWebhook, type WebhookDraft } from './draft-webhook.ts';
export type { JsonSchema, Receiver, TemplateFor } from './receiver.ts';
export { discord, healthchecksIo, pagerduty, slack, slackBlocks };

/** Every receiver of the gallery; name those that you need, where few will do. */
export const receivers: readonly Receiver[] = [slack, slackBlocks, discord, pagerduty, healthchecksIo];

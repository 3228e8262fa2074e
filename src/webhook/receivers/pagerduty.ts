import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { layout, plain } from './writing.ts';

/** PagerDuty's Events API v2: alerts that begin and end. */
export const pagerduty: Receiver = {
  id: 'pagerduty',
  name: 'PagerDuty',
  hosts: ['events.pagerduty.com/v2/enqueue', 'events.eu.pagerduty.com/v2/enqueue'],
  method: 'POST',
  url: 'https://events.pagerduty.com/v2/enqueue',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['routing_key', 'event_action'],
    properties: {
      routing_key: {
        type: 'string',
        minLength: 32,
        maxLength: 32,
        description: 'The integration key of a service in PagerDuty, which has 32 characters.',
      },
      event_action: {
        enum: ['trigger', 'acknowledge', 'resolve'],
        description: 'What happens to the alert: trigger, acknowledge or resolve.',
      },
      dedup_key: {
        type: 'string',
        maxLength: 255,
        description: 'Which alert it is: events with the same key belong together.',
      },
      payload: {
        type: 'object',
        required: ['summary', 'source', 'severity'],
        properties: {
          summary: {
            type: 'string',
            maxLength: 1024,
            description: 'What happened, in at most 1,024 characters: it becomes the title of the alert.',
          },
          source: { type: 'string', description: 'What the alert is about, such as the name of a host.' },
          severity: {
            enum: ['critical', 'error', 'warning', 'info'],
            description: 'How bad it is: critical, error, warning or info.',
          },
          timestamp: { type: 'string', description: 'When it happened, in ISO 8601.' },
          component: { type: 'string', description: 'The part of the source that it concerns.' },
          group: { type: 'string', description: 'The group of parts that it belongs to.' },
          class: { type: 'string', description: 'The kind of event.' },
          custom_details: { type: 'object', description: 'Anything else that helps whoever is called.' },
        },
      },
      client: { type: 'string', description: 'The name of the program that reports it.' },
      client_url: { type: 'string', description: 'An address where people find more.' },
      links: {
        type: 'array',
        description: 'Links that the alert shows.',
        items: {
          type: 'object',
          required: ['href'],
          properties: {
            href: { type: 'string', description: 'The address of the link.' },
            text: { type: 'string', description: 'What the link says.' },
          },
        },
      },
      images: {
        type: 'array',
        description: 'Images that the alert shows.',
        items: {
          type: 'object',
          required: ['src'],
          properties: {
            src: { type: 'string', description: 'The address of the image, by HTTPS.' },
            href: { type: 'string', description: 'Where a click on it leads.' },
            alt: { type: 'string', description: 'What the image shows, in words.' },
          },
        },
      },
    },
    if: { properties: { event_action: { const: 'trigger' } }, required: ['event_action'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: ['payload'] },
    else: { required: ['dedup_key'] },
  },
  setup: 'In PagerDuty, open the tab "Integrations" of a service and add "Events API v2": it has the key.',
  documentation: [
    'https://developer.pagerduty.com/docs/send-alert-event',
    'https://raw.githubusercontent.com/PagerDuty/api-schema/main/reference/events-v2/openapiv3.json',
  ],
  checked: '2026-11',
  secret: 'routing_key',
  payload: catalogue => {
    const message = new Message(catalogue);
    return layout`{
  "routing_key": "YOUR_INTEGRATION_KEY_32_LETTERS_",
  "event_action": "${message.level({ critical: 'trigger', error: 'trigger', warning: 'trigger', info: 'trigger', ok: 'resolve' })}",
  "dedup_key": "${message.key(plain, 255)}",
  "payload": {
    "summary": "${message.title(plain, 1024)}",
    "source": "${message.subject(plain, 255)}",
    "severity": "${message.level({ critical: 'critical', error: 'error', warning: 'warning', info: 'info', ok: 'info' })}",
    "timestamp": $date$,
    "custom_details": {
      ${message.members()}
    }
  }
}`;
  },
};

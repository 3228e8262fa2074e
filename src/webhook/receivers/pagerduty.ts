import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, list, object, text, when } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** PagerDuty's Events API v2: alerts that begin and end. */
export const pagerduty: Receiver = {
  id: 'pagerduty',
  name: 'PagerDuty',
  category: 'incidents',
  hosts: ['events.pagerduty.com/v2/enqueue', 'events.eu.pagerduty.com/v2/enqueue'],
  method: 'POST',
  url: 'https://events.pagerduty.com/v2/enqueue',
  contentType: 'application/json',
  schema: object(
    {
      routing_key: text('The integration key of a service in PagerDuty, which has 32 characters.', {
        min: 32,
        max: 32,
      }),
      event_action: choice('What happens to the alert', ['trigger', 'acknowledge', 'resolve']),
      dedup_key: text('Which alert it is: events with the same key belong together.', { max: 255 }),
      payload: object(
        {
          summary: text('What happened, in at most {max} characters: it becomes the title of the alert.', {
            max: 1024,
          }),
          source: text('What the alert is about, such as the name of a host.'),
          severity: choice('How bad it is', ['critical', 'error', 'warning', 'info']),
          timestamp: text('When it happened, in ISO 8601.'),
          component: text('The part of the source that it concerns.'),
          group: text('The group of parts that it belongs to.'),
          class: text('The kind of event.'),
          custom_details: { type: 'object', description: 'Anything else that helps whoever is called.' },
        },
        { required: ['summary', 'source', 'severity'] },
      ),
      client: text('The name of the program that reports it.'),
      client_url: text('An address where people find more.'),
      links: list(
        'Links that the alert shows.',
        object(
          {
            href: text('The address of the link.'),
            text: text('What the link says.'),
          },
          { required: ['href'] },
        ),
      ),
      images: list(
        'Images that the alert shows.',
        object(
          {
            src: text('The address of the image, by HTTPS.'),
            href: text('Where a click on it leads.'),
            alt: text('What the image shows, in words.'),
          },
          { required: ['src'] },
        ),
      ),
    },
    { required: ['routing_key', 'event_action'] },
    when(
      { properties: { event_action: { const: 'trigger' } }, required: ['event_action'] },
      { required: ['payload'] },
      { required: ['dedup_key'] },
    ),
  ),
  setup: 'In PagerDuty, open the tab "Integrations" of a service and add "Events API v2": it has the key.',
  documentation: [
    'https://developer.pagerduty.com/docs/send-alert-event',
    'https://raw.githubusercontent.com/PagerDuty/api-schema/main/reference/events-v2/openapiv3.json',
  ],
  checked: '2026-11',
  secret: 'routing_key',
  message: {
    text: { markup: 'plain', max: 1024 },
    to: { label: 'Integration key', example: '0123456789abcdef0123456789abcdef' },
    payload: [
      '{"routing_key":"',
      { part: 'to' },
      '","event_action":"',
      {
        part: 'level',
        texts: { critical: 'trigger', error: 'trigger', warning: 'trigger', info: 'trigger', ok: 'resolve' },
      },
      '","dedup_key":"',
      { part: 'key', max: 255 },
      '","payload":{"summary":"',
      { part: 'text' },
      '","source":"',
      { part: 'subject', max: 255 },
      '","severity":"',
      {
        part: 'level',
        texts: { critical: 'critical', error: 'error', warning: 'warning', info: 'info', ok: 'info' },
      },
      '"}}',
    ],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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

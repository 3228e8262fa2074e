import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { markdown, plain } from './writing.ts';

/** Events of Datadog. */
export const datadog: Receiver = {
  id: 'datadog',
  name: 'Datadog',
  hosts: [
    'api.datadoghq.com/api/v1/events',
    'api.datadoghq.eu/api/v1/events',
    'api.us3.datadoghq.com/api/v1/events',
    'api.us5.datadoghq.com/api/v1/events',
    'api.ap1.datadoghq.com/api/v1/events',
    'api.ap2.datadoghq.com/api/v1/events',
    'api.ddog-gov.com/api/v1/events',
    'api.us2.ddog-gov.com/api/v1/events',
  ],
  method: 'POST',
  url: 'https://api.datadoghq.com/api/v1/events',
  headers: [{ name: 'DD-API-KEY', value: 'YOUR_API_KEY' }],
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['title', 'text'],
    properties: {
      title: { type: 'string', description: 'What happened.' },
      text: {
        type: 'string',
        maxLength: 4000,
        description: 'All about it, in at most 4,000 characters; between two lines of `%%%` it is Markdown.',
      },
      alert_type: {
        enum: ['error', 'warning', 'info', 'success', 'user_update', 'recommendation', 'snapshot'],
        description: 'How bad it is: error, warning, info or success.',
      },
      aggregation_key: {
        type: 'string',
        maxLength: 100,
        description: 'Which events belong together, in at most 100 characters.',
      },
      date_happened: { type: 'integer', description: 'When it happened, in whole seconds since 1970.' },
      device_name: { type: 'string', description: 'The device that it is about.' },
      host: { type: 'string', description: 'The host that it is about.' },
      priority: { enum: ['normal', 'low'], description: 'How important it is: normal or low.' },
      related_event_id: { type: 'integer', description: 'The event that this one belongs to.' },
      source_type_name: { type: 'string', description: 'The kind of program that it comes from.' },
      tags: {
        type: 'array',
        items: { type: 'string', description: 'A tag, such as env:production.' },
        description: 'The tags of the event.',
      },
    },
  },
  setup: 'In Datadog, open "Organization Settings", "API Keys": it has the key.',
  documentation: ['https://docs.datadoghq.com/api/latest/events/post-an-event/'],
  checked: '2026-11',
  secret: 'DD-API-KEY',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "title": "${message.title(plain, 500)}",
  "text": "%%%\\n${message.details(markdown, 3980, { bullet: '* ', line: (label, value) => `**${label}:** ${value}  ` })}\\n%%%",
  "alert_type": "${message.level({ critical: 'error', error: 'error', warning: 'warning', info: 'info', ok: 'success' })}",
  "aggregation_key": "${message.key(plain, 100)}",
  "date_happened": $date; format="epoch-seconds"$,
  "tags": ["event:$event$"]
}`;
  },
};

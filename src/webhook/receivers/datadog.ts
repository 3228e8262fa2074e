import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, integer, list, object, text } from './schemas.ts';
import { markdown, plain } from './writing.ts';

/** Events of Datadog. */
export const datadog: Receiver = {
  id: 'datadog',
  name: 'Datadog',
  category: 'monitoring',
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
  schema: object(
    {
      title: text('What happened.'),
      text: text('All about it, in at most {max} characters; between two lines of `%%%` it is Markdown.', {
        max: 4000,
      }),
      alert_type: choice('How bad it is: error, warning, info or success.', [
        'error',
        'warning',
        'info',
        'success',
        'user_update',
        'recommendation',
        'snapshot',
      ]),
      aggregation_key: text('Which events belong together', { max: 100 }),
      date_happened: integer('When it happened, in whole seconds since 1970.'),
      device_name: text('The device that it is about.'),
      host: text('The host that it is about.'),
      priority: choice('How important it is', ['normal', 'low']),
      related_event_id: integer('The event that this one belongs to.'),
      source_type_name: text('The kind of program that it comes from.'),
      tags: list('The tags of the event.', text('A tag, such as env:production.')),
    },
    { required: ['title', 'text'] },
  ),
  setup: 'In Datadog, open "Organization Settings", "API Keys": it has the key.',
  documentation: ['https://docs.datadoghq.com/api/latest/events/post-an-event/'],
  checked: '2026-11',
  secret: 'DD-API-KEY',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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

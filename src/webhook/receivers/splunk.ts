import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** Splunk's HTTP Event Collector. */
export const splunk: Receiver = {
  id: 'splunk',
  name: 'Splunk',
  category: 'monitoring',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST:8088/services/collector/event',
  headers: [{ name: 'Authorization', value: 'Splunk YOUR_TOKEN' }],
  contentType: 'application/json',
  schema: object(
    {
      event: {
        type: ['string', 'object'],
        description: 'The event itself, as text or as an object.',
      },
      time: { type: ['number', 'string'], description: 'When it happened, in seconds since 1970.' },
      host: text('The host that it comes from.'),
      source: text('The program that it comes from.'),
      sourcetype: text('The kind of data.'),
      index: text('The index that keeps it.'),
      fields: { type: 'object', description: 'More fields to index, in an object without objects inside.' },
    },
    { required: ['event'] },
  ),
  setup: 'In Splunk, open "Settings", "Data inputs", "HTTP Event Collector", and make a token.',
  documentation: [
    'https://help.splunk.com/splunk-enterprise/get-data-in/collect-http-event-data/format-events-for-http-event-collector',
  ],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return layout`{
  "time": $date; format="epoch-seconds.SSS"$,
  "source": "hookplate",
  "sourcetype": "_json",
  "event": {
    "message": "${message.title(plain, 1000)}",
    "severity": "${message.level({ critical: 'critical', error: 'error', warning: 'warning', info: 'info', ok: 'ok' })}",
    "facts": {
      ${message.members()}
    }
  }
}`;
  },
};

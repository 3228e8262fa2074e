import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** A CloudEvent in structured mode, version 1.0. */
export const cloudevents: Receiver = {
  id: 'cloudevents',
  name: 'CloudEvents',
  category: 'generic',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/',
  contentType: 'application/cloudevents+json',
  schema: object(
    {
      id: text('What no other event of the source has.', { min: 1 }),
      source: text('Where it happened, as a reference to a URI.', { min: 1 }),
      specversion: { const: '1.0', description: 'The version of CloudEvents: 1.0.' },
      type: text('The kind of event.', { min: 1 }),
      datacontenttype: text('The media type of the data.', { min: 1 }),
      dataschema: text('The address of the schema of the data.', { min: 1 }),
      subject: text('What it is about.', { min: 1 }),
      time: text('When it happened, in RFC 3339.', { min: 1 }),
      data_base64: text('Binary data.'),
    },
    {
      required: ['id', 'source', 'specversion', 'type'],
      not: { required: ['data', 'data_base64'] },
    },
  ),
  documentation: [
    'https://github.com/cloudevents/spec/blob/main/cloudevents/spec.md',
    'https://github.com/cloudevents/spec/blob/main/cloudevents/formats/json-format.md',
    'https://github.com/cloudevents/spec/blob/main/cloudevents/formats/cloudevents.json',
  ],
  checked: '2026-11',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return layout`{
  "specversion": "1.0",
  "id": "${message.id()}",
  "source": "urn:your:source",
  "type": "$event$",
  "subject": "${message.subject(plain, 200)}",
  "time": "$date$",
  "datacontenttype": "application/json",
  "data": {
    ${message.members()}
  }
}`;
  },
};

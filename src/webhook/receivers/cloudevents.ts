import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { layout, plain } from './writing.ts';

/** A CloudEvent in structured mode, version 1.0. */
export const cloudevents: Receiver = {
  id: 'cloudevents',
  name: 'CloudEvents',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/',
  contentType: 'application/cloudevents+json',
  schema: {
    type: 'object',
    required: ['id', 'source', 'specversion', 'type'],
    properties: {
      id: { type: 'string', minLength: 1, description: 'What no other event of the source has.' },
      source: { type: 'string', minLength: 1, description: 'Where it happened, as a reference to a URI.' },
      specversion: { const: '1.0', description: 'The version of CloudEvents: 1.0.' },
      type: { type: 'string', minLength: 1, description: 'The kind of event.' },
      datacontenttype: { type: 'string', minLength: 1, description: 'The media type of the data.' },
      dataschema: { type: 'string', minLength: 1, description: 'The address of the schema of the data.' },
      subject: { type: 'string', minLength: 1, description: 'What it is about.' },
      time: { type: 'string', minLength: 1, description: 'When it happened, in RFC 3339.' },
      data_base64: { type: 'string', description: 'Binary data.' },
    },
    not: { required: ['data', 'data_base64'] },
  },
  documentation: [
    'https://github.com/cloudevents/spec/blob/main/cloudevents/spec.md',
    'https://github.com/cloudevents/spec/blob/main/cloudevents/formats/json-format.md',
    'https://github.com/cloudevents/spec/blob/main/cloudevents/formats/cloudevents.json',
  ],
  checked: '2026-11',
  payload: catalogue => {
    const message = new Message(catalogue);
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

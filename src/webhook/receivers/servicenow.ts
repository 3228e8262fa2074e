import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plain } from './writing.ts';

/** Events of ServiceNow's Event Management. */
export const servicenow: Receiver = {
  id: 'servicenow',
  name: 'ServiceNow events',
  hosts: ['*.service-now.com/api/global/em/jsonv2'],
  method: 'POST',
  url: 'https://YOUR_INSTANCE.service-now.com/api/global/em/jsonv2',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['records'],
    properties: {
      records: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/event' },
        description: 'One or more events.',
      },
    },
    $defs: {
      event: {
        type: 'object',
        required: ['severity'],
        properties: {
          source: {
            type: 'string',
            maxLength: 100,
            description: 'The program that reports it, in at most 100 characters.',
          },
          event_class: { type: 'string', description: 'Which instance of that program it is.' },
          node: {
            type: 'string',
            maxLength: 100,
            description: 'The host that it is about, in at most 100 characters.',
          },
          resource: {
            type: 'string',
            maxLength: 100,
            description: 'The part of the host that it is about, in at most 100 characters.',
          },
          metric_name: { type: 'string', description: 'The name of what was measured.' },
          type: {
            type: 'string',
            maxLength: 100,
            description: 'The kind of event, in at most 100 characters.',
          },
          message_key: {
            type: 'string',
            maxLength: 1024,
            description:
              'Which alert it is, in at most 1,024 characters: events with the same key belong together.',
          },
          severity: {
            enum: ['0', '1', '2', '3', '4', '5', 0, 1, 2, 3, 4, 5],
            description: 'How bad it is: from 1, critical, to 5, all right; 0 says that it is over.',
          },
          description: {
            type: 'string',
            maxLength: 4000,
            description: 'What happened, in at most 4,000 characters.',
          },
          additional_info: { type: 'string', description: 'More facts, as the text of a JSON object.' },
          time_of_event: {
            type: 'string',
            maxLength: 40,
            description: 'When it happened, in UTC, such as 2026-11-02 13:45:00.',
          },
          resolution_state: {
            enum: ['New', 'Closing'],
            description: 'Whether it is over: Closing closes the alert.',
          },
        },
      },
    },
  },
  setup:
    'The name of your instance begins its address; the user who sends events needs the role "evt_mgmt_integration".',
  documentation: [
    'https://www.servicenow.com/docs/r/zurich/it-operations-management/event-management/send-events-via-web-service.html',
    'https://www.servicenow.com/docs/r/it-operations-management/event-management/c_EMIntegrateRequirementEvent.html',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "records": [
    {
      "source": "hookplate",
      "node": "${message.subject(plain, 100)}",
      "type": "$event$",
      "message_key": "hookplate-${message.key(plain, 200)}",
      "severity": "${message.level({ critical: '1', error: '2', warning: '4', info: '5', ok: '0' })}",
      "description": "${message.text(plain, 4000)}"
    }
  ]
}`;
  },
};

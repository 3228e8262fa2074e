import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plain } from './writing.ts';

/** Events of ServiceNow's Event Management. */
export const servicenow: Receiver = {
  id: 'servicenow',
  name: 'ServiceNow events',
  hosts: ['*.service-now.com/api/now/table/em_event'],
  method: 'POST',
  url: 'https://YOUR_INSTANCE.service-now.com/api/now/table/em_event',
  contentType: 'application/json',
  schema: {
    type: 'object',
    properties: {
      source: {
        type: 'string',
        maxLength: 100,
        description: 'The program that reports it, in at most 100 characters.',
      },
      event_class: { type: 'string', description: 'Which instance of that program it is.' },
      node: { type: 'string', description: 'The host that it is about.' },
      resource: { type: 'string', description: 'The part of the host that it is about.' },
      metric_name: { type: 'string', description: 'The name of what was measured.' },
      type: { type: 'string', description: 'The kind of event.' },
      message_key: {
        type: 'string',
        description: 'Which alert it is: events with the same key belong together.',
      },
      severity: {
        enum: ['0', '1', '2', '3', '4', '5', 0, 1, 2, 3, 4, 5],
        description: 'How bad it is: from 1, critical, to 5, all right; 0 says that it is over.',
      },
      description: { type: 'string', description: 'What happened.' },
      additional_info: { type: 'string', description: 'More facts, as the text of a JSON object.' },
    },
  },
  documentation: [
    'https://www.servicenow.com/docs/r/u7nZu9GEUxWr9UkuDmbe6w/f6bfBYFv2BIy1OvxW8DLgg',
    'https://docs.servicenow.com/bundle/istanbul-it-operations-management/page/product/event-management/task/send-events-via-web-service.html',
    'https://docs.servicenow.com/bundle/orlando-it-operations-management/page/product/event-management/concept/c_EMIntegrateRequirementEvent.html',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "source": "hookplate",
  "node": "${message.subject(plain, 100)}",
  "type": "$event$",
  "message_key": "hookplate-${message.key(plain, 200)}",
  "severity": "${message.level({ critical: '1', error: '2', warning: '4', info: '5', ok: '0' })}",
  "description": "${message.text(plain, 4000)}"
}`;
  },
};

import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, list, object, text } from './schemas.ts';
import { plain } from './writing.ts';

/** Events of ServiceNow's Event Management. */
export const servicenow: Receiver = {
  id: 'servicenow',
  name: 'ServiceNow events',
  category: 'incidents',
  hosts: ['*.service-now.com/api/global/em/jsonv2'],
  method: 'POST',
  url: 'https://YOUR_INSTANCE.service-now.com/api/global/em/jsonv2',
  contentType: 'application/json',
  schema: object(
    { records: list('One or more events.', { $ref: '#/$defs/event' }, { min: 1 }) },
    {
      required: ['records'],
      $defs: {
        event: object(
          {
            source: text('The program that reports it', { max: 100 }),
            event_class: text('Which instance of that program it is.'),
            node: text('The host that it is about', { max: 100 }),
            resource: text('The part of the host that it is about', { max: 100 }),
            metric_name: text('The name of what was measured.'),
            type: text('The kind of event', { max: 100 }),
            message_key: text(
              'Which alert it is, in at most {max} characters: events with the same key belong together.',
              { max: 1024 },
            ),
            severity: {
              enum: ['0', '1', '2', '3', '4', '5', 0, 1, 2, 3, 4, 5],
              description: 'How bad it is: from 1, critical, to 5, all right; 0 says that it is over.',
            },
            description: text('What happened', { max: 4000 }),
            additional_info: text('More facts, as the text of a JSON object.'),
            time_of_event: text('When it happened, in UTC, such as 2026-11-02 13:45:00.', { max: 40 }),
            resolution_state: choice('Whether it is over: Closing closes the alert.', ['New', 'Closing']),
          },
          { required: ['severity'] },
        ),
      },
    },
  ),
  setup:
    'The name of your instance begins its address; the user who sends events needs the role "evt_mgmt_integration".',
  documentation: [
    'https://www.servicenow.com/docs/r/zurich/it-operations-management/event-management/send-events-via-web-service.html',
    'https://www.servicenow.com/docs/r/it-operations-management/event-management/c_EMIntegrateRequirementEvent.html',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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

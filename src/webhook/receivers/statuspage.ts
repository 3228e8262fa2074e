import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, flag, list, object, text } from './schemas.ts';
import { plain } from './writing.ts';

/** Incidents of Atlassian Statuspage. */
export const statuspage: Receiver = {
  id: 'statuspage',
  name: 'Statuspage',
  category: 'incidents',
  hosts: ['api.statuspage.io/v1/pages/*/incidents'],
  method: 'POST',
  url: 'https://api.statuspage.io/v1/pages/YOUR_PAGE_ID/incidents',
  headers: [{ name: 'Authorization', value: 'OAuth YOUR_API_KEY' }],
  contentType: 'application/json',
  schema: object(
    {
      incident: object(
        {
          name: text('The name of the incident, which everybody sees.'),
          status: choice('How far it is: investigating, identified, monitoring or resolved.', [
            'investigating',
            'identified',
            'monitoring',
            'resolved',
            'scheduled',
            'in_progress',
            'verifying',
            'completed',
          ]),
          impact_override: choice('How bad it is: none, minor, major or critical.', [
            'none',
            'maintenance',
            'minor',
            'major',
            'critical',
          ]),
          body: text('What is known of it.'),
          component_ids: list('The components that it concerns.', text('The id of a component.')),
          deliver_notifications: flag('Whether subscribers are told.'),
        },
        {
          required: ['name'],
          description: 'The incident.',
        },
      ),
    },
    { required: ['incident'] },
  ),
  setup: 'In Statuspage, open "API info" in the menu of your user: it has the key and the id of the page.',
  documentation: ['https://developer.statuspage.io/#operation/postPagesPageIdIncidents'],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `{
  "incident": {
    "name": "${message.title(plain, 200)}",
    "status": "${message.isOver('resolved', 'investigating')}",
    "body": "${message.details(plain, 20_000)}"
  }
}`;
  },
};

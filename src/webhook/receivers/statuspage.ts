import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plain } from './writing.ts';

/** Incidents of Atlassian Statuspage. */
export const statuspage: Receiver = {
  id: 'statuspage',
  name: 'Statuspage',
  hosts: ['api.statuspage.io/v1/pages/*/incidents'],
  method: 'POST',
  url: 'https://api.statuspage.io/v1/pages/YOUR_PAGE_ID/incidents',
  headers: [{ name: 'Authorization', value: 'OAuth YOUR_API_KEY' }],
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['incident'],
    properties: {
      incident: {
        type: 'object',
        required: ['name'],
        description: 'The incident.',
        properties: {
          name: { type: 'string', description: 'The name of the incident, which everybody sees.' },
          status: {
            enum: [
              'investigating',
              'identified',
              'monitoring',
              'resolved',
              'scheduled',
              'in_progress',
              'verifying',
              'completed',
            ],
            description: 'How far it is: investigating, identified, monitoring or resolved.',
          },
          impact_override: {
            enum: ['none', 'maintenance', 'minor', 'major', 'critical'],
            description: 'How bad it is: none, minor, major or critical.',
          },
          body: { type: 'string', description: 'What is known of it.' },
          component_ids: {
            type: 'array',
            items: { type: 'string', description: 'The id of a component.' },
            description: 'The components that it concerns.',
          },
          deliver_notifications: { type: 'boolean', description: 'Whether subscribers are told.' },
        },
      },
    },
  },
  setup: 'In Statuspage, open "API info" in the menu of your user: it has the key and the id of the page.',
  documentation: ['https://developer.statuspage.io/#operation/postPagesPageIdIncidents'],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "incident": {
    "name": "${message.title(plain, 200)}",
    "status": "${message.isOver('resolved', 'investigating')}",
    "body": "${message.details(plain, 20_000)}"
  }
}`;
  },
};

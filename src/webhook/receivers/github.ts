import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** A `repository_dispatch` of GitHub, which starts the workflows of a repository that wait for it. */
export const github: Receiver = {
  id: 'github',
  name: 'GitHub repository dispatch',
  category: 'generic',
  hosts: ['api.github.com/repos/*/*/dispatches'],
  method: 'POST',
  url: 'https://api.github.com/repos/YOUR_ACCOUNT/YOUR_REPOSITORY/dispatches',
  headers: [
    { name: 'Accept', value: 'application/vnd.github+json' },
    { name: 'Authorization', value: 'Bearer YOUR_TOKEN' },
    { name: 'X-GitHub-Api-Version', value: '2022-11-28' },
  ],
  contentType: 'application/json',
  schema: object(
    {
      event_type: text('What workflows wait for', { min: 1, max: 100 }),
      client_payload: {
        type: 'object',
        maxProperties: 10,
        description: 'What workflows can read, with at most ten members at the top.',
      },
    },
    { required: ['event_type'] },
  ),
  setup:
    'On GitHub, open "Developer settings" and make a token, which needs write access to the contents of the repository.',
  documentation: ['https://docs.github.com/en/rest/repos/repos#create-a-repository-dispatch-event'],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return layout`{
  "event_type": "$event$",
  "client_payload": {
    "title": "${message.title(plain, 1000)}",
    "facts": {
      ${message.members()}
    }
  }
}`;
  },
};

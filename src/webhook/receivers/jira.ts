import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { list, object, text, when } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** Issues of Jira Cloud, whose description is a document in Atlassian's format. */
export const jira: Receiver = {
  id: 'jira',
  name: 'Jira',
  category: 'incidents',
  hosts: ['*.atlassian.net/rest/api/3/issue', 'api.atlassian.com/ex/jira/*/rest/api/3/issue'],
  method: 'POST',
  url: 'https://YOUR_SITE.atlassian.net/rest/api/3/issue',
  contentType: 'application/json',
  schema: object(
    {
      fields: object(
        {
          project: { type: 'object', description: 'The project, by its key or its id.' },
          issuetype: { type: 'object', description: 'The kind of issue, by its name or its id.' },
          summary: text('What it is about, in one line of at most {max} characters.', { min: 1, max: 255 }),
          description: { $ref: '#/$defs/document' },
          labels: list('The labels of the issue.', {
            type: 'string',
            pattern: '^\\S+$',
            description: 'A label, without blanks.',
          }),
          priority: { type: 'object', description: 'The priority, by its name or its id.' },
        },
        {
          required: ['project', 'issuetype', 'summary'],
          description: 'The fields of the issue.',
        },
      ),
    },
    {
      required: ['fields'],
      $defs: {
        document: object(
          {
            version: { const: 1, description: 'Always 1.' },
            type: { const: 'doc', description: 'Always doc.' },
            content: list('The parts of the document, from top to bottom.', { $ref: '#/$defs/node' }),
          },
          {
            required: ['version', 'type', 'content'],
            description: 'A document in the Atlassian Document Format.',
          },
        ),
        node: object(
          {
            type: text('The kind of node, such as paragraph or text.'),
            content: list('The nodes inside.', { $ref: '#/$defs/node' }),
          },
          { required: ['type'] },
          when(
            { properties: { type: { const: 'text' } } },
            {
              required: ['text'],
              properties: {
                text: text('The text of the node, which is not empty.', { min: 1 }),
              },
            },
          ),
        ),
      },
    },
  ),
  documentation: [
    'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post',
    'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    'https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/',
    'https://developer.atlassian.com/cloud/jira/platform/apis/document/nodes/text/',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const paragraphs = message.items(
      { label: { writing: plain, most: 100 }, value: { writing: plain, most: 5000 } },
      (label, value) =>
        `{ "type": "paragraph", "content": [{ "type": "text", "text": "${label}: ${value}" }] }`,
    );
    return layout`{
  "fields": {
    "project": { "key": "YOUR_PROJECT" },
    "issuetype": { "name": "Task" },
    "summary": "${message.title(plain, 255)}",
    "description": {
      "version": 1,
      "type": "doc",
      "content": [
        ${paragraphs}
      ]
    }
  }
}`;
  },
};

import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { layout, plain } from './writing.ts';

/** Issues of Jira Cloud, whose description is a document in Atlassian's format. */
export const jira: Receiver = {
  id: 'jira',
  name: 'Jira',
  hosts: ['*.atlassian.net/rest/api/3/issue', 'api.atlassian.com/ex/jira/*/rest/api/3/issue'],
  method: 'POST',
  url: 'https://YOUR_SITE.atlassian.net/rest/api/3/issue',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['fields'],
    properties: {
      fields: {
        type: 'object',
        required: ['project', 'issuetype', 'summary'],
        description: 'The fields of the issue.',
        properties: {
          project: { type: 'object', description: 'The project, by its key or its id.' },
          issuetype: { type: 'object', description: 'The kind of issue, by its name or its id.' },
          summary: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            description: 'What it is about, in one line of at most 255 characters.',
          },
          description: { $ref: '#/$defs/document' },
          labels: {
            type: 'array',
            items: { type: 'string', pattern: '^\\S+$', description: 'A label, without blanks.' },
            description: 'The labels of the issue.',
          },
          priority: { type: 'object', description: 'The priority, by its name or its id.' },
        },
      },
    },
    $defs: {
      document: {
        type: 'object',
        required: ['version', 'type', 'content'],
        description: 'A document in the Atlassian Document Format.',
        properties: {
          version: { const: 1, description: 'Always 1.' },
          type: { const: 'doc', description: 'Always doc.' },
          content: {
            type: 'array',
            items: { $ref: '#/$defs/node' },
            description: 'The parts of the document, from top to bottom.',
          },
        },
      },
      node: {
        type: 'object',
        required: ['type'],
        properties: {
          type: { type: 'string', description: 'The kind of node, such as paragraph or text.' },
          content: { type: 'array', items: { $ref: '#/$defs/node' }, description: 'The nodes inside.' },
        },
        if: { properties: { type: { const: 'text' } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: {
          required: ['text'],
          properties: {
            text: { type: 'string', minLength: 1, description: 'The text of the node, which is not empty.' },
          },
        },
      },
    },
  },
  documentation: [
    'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post',
    'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    'https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/',
    'https://developer.atlassian.com/cloud/jira/platform/apis/document/nodes/text/',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue => {
    const message = new Message(catalogue);
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

import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { plain } from './writing.ts';

/** The bulk API of Elasticsearch, which takes an action and its document in turns, one in each line. */
export const elastic: Receiver = {
  id: 'elastic',
  name: 'Elasticsearch',
  category: 'monitoring',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/_bulk',
  headers: [{ name: 'Authorization', value: 'ApiKey YOUR_API_KEY' }],
  contentType: 'application/x-ndjson',
  schema: { type: 'object', description: 'Each line is an object: an action, or a document.' },
  documentation: ['https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk'],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `{"create": {"_index": "YOUR_INDEX"}}
{"@timestamp": "$date$", "message": "${message.title(plain, 1000)}", "log": {"level": "${message.level({ critical: 'critical', error: 'error', warning: 'warning', info: 'info', ok: 'info' })}"}, "facts": {${message.members().replaceAll('\n', ' ')}}}
`;
  },
};

import type { EditedContent } from '../../editor/index.ts';
import type { FieldWords } from '../unsaved/conflict-view.ts';
import type { Fields } from '../unsaved/fields.ts';

/** A webhook as one list of settings: its signing secret stands beside the configuration elsewhere. */
export function fieldsOf({ config, signingSecret }: EditedContent): Fields {
  return { ...config, ...(signingSecret !== undefined && { signingSecret }) };
}

export function contentFrom({ signingSecret, ...config }: Fields): EditedContent {
  // It was made from a content.
  const secret = signingSecret as EditedContent['signingSecret'];
  return { config, ...(secret !== undefined && { signingSecret: secret }) };
}

export const webhookWords: FieldWords = {
  labels: {
    events: 'Process',
    method: 'Method',
    url: 'URL',
    headers: 'Headers',
    authentication: 'Authentication',
    signingSecret: 'Signing secret',
    timeZone: 'Time zone',
    output: 'Output',
    contentType: 'Content type',
    payload: 'Payload',
  },
  show: (field, value) => (field === 'signingSecret' ? secretState(value) : shownValue(value)),
};

/** What becomes of a secret, of which no page shows the value. */
function secretState(value: unknown): string {
  if (value === undefined) return 'None';
  if (value === null) return 'Removed here';
  if (typeof value === 'string') return 'Changed here';
  const { set } = { set: true, ...(value as object) };
  return set ? 'Stored' : 'To be written again';
}

/** A setting as text: a payload as it is, the events that are on, secrets as asterisks. */
function shownValue(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(each => headerText(each)).join('\n');
  const entries = Object.entries(value ?? {});
  if (entries.every(([, on]) => typeof on === 'boolean'))
    return entries.flatMap(([name, on]) => (on ? [name] : [])).join(', ') || 'none';
  return entries
    .map(([name, of]) => `${name}: ${typeof of === 'string' && name !== 'password' ? of : '***'}`)
    .join('\n');
}

function headerText(header: unknown): string {
  const { name, value, secret } = { name: '', value: '', secret: false, ...(header as object) };
  return `${name}: ${typeof value === 'string' && !secret ? value : '***'}`;
}

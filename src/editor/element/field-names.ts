import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import { type Draft, filledRows } from './draft.ts';

/** A field of a configuration as it is on the page. */
export interface FieldOfPage {
  /** The key of its editor, if it holds a template. */
  readonly editor?: string;
  /** What people call it. */
  readonly label: string;
}

const labels: Readonly<Record<string, string>> = {
  url: 'URL',
  payload: 'Payload',
  method: 'Method',
  contentType: 'Content type',
  events: 'Events',
  profile: 'Profile',
  '': 'Webhook',
};

/** Where a field of a diagnostic, such as `headers[0].value`, is on the page. */
export function fieldOfPage(field: string, draft: Draft): FieldOfPage {
  if (field === 'url' || field === 'payload') return { editor: field, label: labels[field] ?? field };
  const [, index, part] = /^headers\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (index === undefined) return { label: labels[field.split('.')[0] ?? ''] ?? field };
  const row = filledRows(draft)[Number(index)];
  const label = `Header ${row ? draft.headers.indexOf(row) + 1 : Number(index) + 1}`;
  return row && part === 'value' ? { editor: editorOfHeader(row), label } : { label };
}

export function editorOfHeader({ key }: Draft['headers'][number]): string {
  return `header ${key}`;
}

/** The text of a field of a configuration, where it has one. */
export function textOfField(config: Readonly<Record<string, unknown>>, field: string): string {
  const [, index, part] = /^headers\[(\d+)\]\.(name|value)$/.exec(field) ?? [];
  const { headers } = config;
  const holder = index !== undefined && Array.isArray(headers) ? headers[Number(index)] : config;
  const text: unknown = holder?.[part ?? field];
  return typeof text === 'string' ? text : '';
}

/** `Payload, line 3`: where a diagnostic is, in a text as it was checked. */
export function placeOf({ field, range }: WebhookDiagnostic, draft: Draft, text: string): string {
  const { label } = fieldOfPage(field, draft);
  if (!text.includes('\n')) return label;
  return `${label}, line ${text.slice(0, range.start).split('\n').length}`;
}

/** Writes the text of a field that no editor holds. */
export function setTextOfField(draft: Draft, field: string, text: string): void {
  const [, index] = /^headers\[(\d+)\]\.name$/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(draft)[Number(index)];
  if (row) row.name = text;
  else if (field === 'contentType' || field === 'method') draft[field] = text;
  else draft.rest = { ...draft.rest, [field]: text };
}

/** The field of a configuration that an editor holds. */
export function fieldOfEditor(editor: string, draft: Draft): string {
  if (!editor.startsWith('header ')) return editor;
  const index = filledRows(draft).findIndex(row => editorOfHeader(row) === editor);
  return `headers[${index}].value`;
}

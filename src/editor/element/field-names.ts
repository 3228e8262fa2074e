import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { type Draft, filledRows, type HeaderRow } from './draft.ts';
import { secretText } from './secrets/secret-text.ts';

/** A field of a configuration as it is on the page. */
export interface FieldOfPage {
  /** The key of its editor, if it holds a template that is shown. */
  readonly editor?: string;
  /** The `data-field` of its control, if it is one of another kind. */
  readonly control?: string;
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
  'authentication.username': 'Username',
  'authentication.password': 'Password',
  authentication: 'Authentication',
  signingSecret: 'Signing secret',
  timeZone: 'Time zone',
  output: 'Output',
  headers: 'Headers',
  '': 'Webhook',
};

/** What people call the events that are on or off. */
export function eventsName({ names }: AnyCatalogue): string {
  return names.join() === 'Started,Completed,Errored' ? 'Process' : 'Events';
}

/** Where a field of a diagnostic, such as `headers[0].value`, is on the page. */
export function fieldOfPage(field: string, draft: Draft): FieldOfPage {
  if (field === 'url' || field === 'payload') return { editor: field, label: labels[field] ?? field };
  const [, index, part] = /^headers\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (index !== undefined) return fieldOfHeader(filledRows(draft)[Number(index)], Number(index), part, draft);
  if (Object.hasOwn(labels, field)) return { control: field, label: labels[field] ?? field };
  const setting = field.split('.')[0] ?? '';
  return { control: setting, label: labels[setting] ?? field };
}

function fieldOfHeader(
  row: HeaderRow | undefined,
  index: number,
  part: string | undefined,
  draft: Draft,
): FieldOfPage {
  const label = `Header ${row ? draft.headers.indexOf(row) + 1 : index + 1}`;
  if (!row) return { label };
  if (part === 'value' && !row.isSecret) return { editor: editorOfHeader(row), label };
  return {
    control: part === 'value' ? `${editorOfHeader(row)} value` : `${editorOfHeader(row)} name`,
    label,
  };
}

export function editorOfHeader({ key }: Pick<HeaderRow, 'key'>): string {
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

interface Checked {
  readonly draft: Draft;
  readonly catalogue: AnyCatalogue;
  readonly checkedText: (field: string) => string;
}

/** `Payload, line 3`: where a diagnostic is, in a text as it was checked. */
export function placeOf(
  { field, range }: { readonly field: string; readonly range: SourceRange },
  { draft, catalogue, checkedText }: Checked,
): string {
  const label = field === 'events' ? eventsName(catalogue) : fieldOfPage(field, draft).label;
  const text = checkedText(field);
  if (!text.includes('\n')) return label;
  return `${label}, line ${text.slice(0, range.start).split('\n').length}`;
}

/** Writes the text of a field that no editor holds. */
export function setTextOfField(draft: Draft, field: string, text: string): void {
  const [, index, part] = /^headers\[(\d+)\]\.(name|value)$/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(draft)[Number(index)];
  if (row && part === 'name') row.name = text;
  else if (row) row.value = secretText(text);
  else if (field === 'contentType' || field === 'method' || field === 'timeZone' || field === 'output')
    draft[field] = text;
  else draft.rest = { ...draft.rest, [field]: text };
}

/** The field of a configuration that an editor holds. */
export function fieldOfEditor(editor: string, draft: Draft): string {
  if (!editor.startsWith('header ')) return editor;
  const index = filledRows(draft).findIndex(row => editorOfHeader(row) === editor);
  return `headers[${index}].value`;
}

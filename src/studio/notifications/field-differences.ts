import type { EditedContent } from '../../editor/index.ts';

/** A setting that two versions of a webhook have different values of. */
export interface FieldDifference {
  readonly field: string;
  /** What people call it. */
  readonly label: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether it was changed here, and not only there. */
  readonly isMine: boolean;
}

const labels: Readonly<Record<string, string>> = {
  events: 'Process',
  method: 'Method',
  url: 'URL',
  authentication: 'Authentication',
  headers: 'Headers',
  contentType: 'Content type',
  payload: 'Payload',
  output: 'Output',
  timeZone: 'Time zone',
};

/** In which settings two versions differ, in the order in which they are edited. */
export function differences(
  mine: EditedContent,
  theirs: EditedContent,
  base: EditedContent,
): readonly FieldDifference[] {
  const fields = [...new Set([...Object.keys(mine.config), ...Object.keys(theirs.config)])];
  const order = Object.keys(labels);
  return fields
    .filter(field => !isSame(mine.config[field], theirs.config[field]))
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map(field => ({
      field,
      label: labels[field] ?? field,
      mine: mine.config[field],
      theirs: theirs.config[field],
      isMine: !isSame(mine.config[field], base.config[field]),
    }));
}

/** One version with some settings of the other. */
export function merged(
  mine: EditedContent,
  theirs: EditedContent,
  isTheirs: (field: string) => boolean,
): EditedContent {
  const fields = new Set([...Object.keys(mine.config), ...Object.keys(theirs.config)]);
  const config = Object.fromEntries(
    [...fields].flatMap(field => {
      const value = (isTheirs(field) ? theirs : mine).config[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  return { ...mine, config };
}

/** A setting as text: a payload as it is, the events that are on, secrets as asterisks. */
export function shownValue(value: unknown): string {
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

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** Events that are off say nothing, and the order of settings does not either. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, of]) => of !== false);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

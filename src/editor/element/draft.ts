import { hasBody } from '../../webhook/config/webhook-config.ts';

/** A header as a row of the form. */
export interface HeaderRow {
  /** Tells it apart from other rows, wherever it stands. */
  readonly key: number;
  name: string;
  value: string;
}

/**
 * What the fields hold. It keeps more than a configuration: what a GET has no use for is there again when somebody changes
 * the method back.
 */
export interface Draft {
  /** Settings without a field, as they were given. */
  rest: Readonly<Record<string, unknown>>;
  readonly events: Record<string, boolean>;
  method: string;
  url: string;
  headers: HeaderRow[];
  contentType: string;
  payload: string;
}

let rows = 0;

export function headerRow(name = '', value = ''): HeaderRow {
  return { key: rows++, name, value };
}

/** What a configuration says, however much of it is there. */
export function draftOf(config: unknown): Draft {
  const { events, method, url, headers, contentType, payload, ...rest } = recordOf(config);
  return {
    rest,
    events: Object.fromEntries(Object.entries(recordOf(events)).map(([name, on]) => [name, on === true])),
    method: textOf(method) || 'POST',
    url: textOf(url),
    headers: (Array.isArray(headers) ? headers : []).map(header => {
      const { name, value } = recordOf(header);
      return headerRow(textOf(name), textOf(value));
    }),
    contentType: textOf(contentType),
    // As every field of text on a page has it, so that ranges are the same for all.
    payload: textOf(payload).replace(/\r\n?/g, '\n'),
  };
}

/** What is saved of it: no empty row, and nothing that a method has no use for. */
export function configOf(draft: Draft): Record<string, unknown> {
  const { rest, events, method, url, contentType, payload } = draft;
  const { output, ...others } = rest;
  const headers = filledRows(draft).map(({ name, value }) => ({ name, value }));
  const body = hasBody({ method, ...(payload !== '' && { payload }) });
  return {
    ...others,
    events: { ...events },
    method,
    url,
    ...(headers.length > 0 && { headers }),
    ...(body && contentType !== '' && { contentType }),
    ...(body && payload !== '' && { payload }),
    ...(body && output !== undefined && { output }),
  };
}

/** The rows that are headers of the configuration, in its order. */
export function filledRows({ headers }: Draft): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name !== '' || value !== '');
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import { validateWebhook } from '../../src/webhook/check.ts';
import { postConfig } from './webhook-configs.ts';

/** "code at field", with the part of the field's text that its range covers. */
export function summaries(config: unknown): string[] {
  return validateWebhook(config).map(({ code, field, range }) => {
    const text = textAt(config, field);
    return `${code} at ${field} [${text === undefined ? `${range.start},${range.end}` : text.slice(range.start, range.end)}]`;
  });
}

/** The text of a field. */
export function textAt(config: unknown, field: string): string | undefined {
  let value = config;
  for (const key of field.match(/\w+/g) ?? []) {
    value = Object(value)[key];
  }
  return typeof value === 'string' ? value : undefined;
}

/** A configuration whose second header is this one. */
export function withHeader(name: string, value = 'x'): unknown {
  return {
    ...postConfig,
    headers: [
      { name: 'X-First', value: '' },
      { name, value },
    ],
  };
}

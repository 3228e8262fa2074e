import { compileTemplate } from '../template/template.ts';
import type { KnownName } from './names-at.ts';
import type { TemplateScope } from './template-scope.ts';

const longest = 80;

/** A value as people read it. */
export function sampleText(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (value instanceof Date) return value.toISOString();
  return cut(typeof value === 'object' ? JSON.stringify(value, withoutBigInt) : String(value));
}

/** JSON has no integers of any size. */
function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** What a tag with this name and these options writes, as plain text; `undefined` if the options are wrong. */
export function writtenText(
  { type }: KnownName,
  value: unknown,
  options: string,
  { timeZone }: Pick<TemplateScope, 'timeZone'>,
): string | undefined {
  try {
    const template = compileTemplate(`$value${options}$`, { variables: { value: type }, timeZone });
    return cut(template.render({ value }));
  } catch {
    // A diagnostic says what is wrong.
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

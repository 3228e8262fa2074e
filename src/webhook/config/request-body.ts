import type { OutputName } from '../../output/output.ts';

/** The possible formats of a payload. */
export const payloadOutputs = [
  'text',
  'json',
  'json-lines',
  'form',
  'xml',
] as const satisfies readonly OutputName[];

/** The content type of a payload if the configuration has none. */
export const defaultContentType = 'text/plain; charset=utf-8';

/** Whether a request with these settings has a body. */
export function hasBody({
  method,
  payload,
}: {
  readonly method: unknown;
  readonly payload?: unknown;
}): boolean {
  return method !== 'GET' && (method !== 'DELETE' || payload !== undefined);
}

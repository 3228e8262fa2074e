import { tokenPattern } from '../http/field-syntax.ts';
import type { OutputName } from './output.ts';

/** Content types of JSON Lines; none of these is registered. */
export const jsonLinesTypes: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonl',
  'application/jsonlines',
  'application/x-jsonlines',
  'application/json-lines',
  'application/x-json-lines',
];

const mediaType = new RegExp(`^[ \\t]*(${tokenPattern})/(${tokenPattern})[ \\t]*(?:;|$)`);

/**
 * The output format of a body with this content type (RFC 9110, section 8.3.1; structured suffixes by RFC 6839).
 * Parameters and case are ignored; anything that is not a media type is `text`.
 */
export function outputForContentType(contentType: string): OutputName {
  const [, type = '', subtype = ''] = mediaType.exec(contentType.toLowerCase()) ?? [];
  const name = `${type}/${subtype}`;
  if (name === 'application/json' || name === 'text/json' || subtype.endsWith('+json')) return 'json';
  if (jsonLinesTypes.includes(name)) return 'json-lines';
  if (name === 'application/xml' || name === 'text/xml' || subtype.endsWith('+xml')) return 'xml';
  return name === 'application/x-www-form-urlencoded' ? 'form' : 'text';
}

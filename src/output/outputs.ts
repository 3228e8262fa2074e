import { tokenPattern } from '../http/field-syntax.ts';
import { form } from './form.ts';
import { header } from './header.ts';
import { jsonLines } from './json/lines.ts';
import { json } from './json/output.ts';
import type { Output, OutputName } from './output.ts';
import { text } from './text.ts';
import { url } from './url/output.ts';
import { xml } from './xml/output.ts';

/** All output formats by name. A state is meaningful only to the output that created it. */
export const outputs: Readonly<Record<OutputName, Output<unknown>>> = {
  text: opaque(text),
  json: opaque(json),
  'json-lines': opaque(jsonLines),
  url: opaque(url),
  form: opaque(form),
  xml: opaque(xml),
  header: opaque(header),
};

function opaque<State>(output: Output<State>): Output<unknown> {
  // A walk passes to an output only states that the same output created, whatever their type is.
  return output as Output<unknown>;
}

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

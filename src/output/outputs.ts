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

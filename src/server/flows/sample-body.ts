import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../http/json-value.ts';
import type { ParameterMapping } from '../../workflow/parameters/parameter-mapping.ts';
import { parseReference } from '../../workflow/parameters/parameter-reference.ts';

/** What there was before parameters are changed. */
interface Before {
  readonly parameters: ParameterMapping;
  readonly openSampleBody: () => JsonValue;
}

/** A sample stays as it is when parameters are changed, unless it was made from them. */
export function nextSampleBody(parameters: ParameterMapping, before: Before | undefined): JsonValue {
  const made = sampleBodyFor(parameters);
  if (!before) return made;
  const sample = before.openSampleBody();
  // What was stored has other prototypes.
  const madeBefore = JSON.parse(JSON.stringify(sampleBodyFor(before.parameters)));
  return isDeepStrictEqual(sample, madeBefore) ? made : sample;
}

interface Branch {
  [name: string]: Branch | string;
}

/** A body that has something for each parameter of a mapping: what a first test runs with. */
export function sampleBodyFor(parameters: ParameterMapping): JsonValue {
  const body: Branch = Object.create(null);
  for (const [parameter, text] of Object.entries(parameters)) {
    const reference = parseReference(text, parameter);
    const names = reference.kind === 'path' ? reference.names : [reference.name];
    let branch = body;
    for (const name of names.slice(0, -1)) {
      const next = branch[name];
      const inner: Branch = typeof next === 'object' ? next : Object.create(null);
      branch[name] = inner;
      branch = inner;
    }
    const last = names.at(-1) ?? '';
    branch[last] ??= 'example';
  }
  return body;
}

import { RenderError } from '../../../src/template/render/render-error.ts';
import type { VariableSchema } from '../../../src/template/resolve/variables.ts';
import type { Template } from '../../../src/template/template.ts';
import { defaultMaxOutputBytes } from '../../../src/template/template-options.ts';
import { parseXml } from '../../parse-xml.ts';
import { alternating, benignContext, type HostileContext, hostileContext } from './hostile-contexts.ts';
import type { ProvedOutput } from './template-sources.ts';

/** The output of a template for a hostile context, and its outputs for kind words on the same path. */
export interface Rendering {
  readonly text: string;
  readonly benign: () => readonly [string, string];
}

interface Templates {
  readonly source: string;
  readonly template: Template<VariableSchema>;
  /** The same one without a bound on its output. */
  readonly unbounded: () => Template<VariableSchema>;
}

/** The outputs whose promise is told without other renderings on the same path. */
const standAlone: readonly ProvedOutput[] = ['json', 'json-lines', 'xml', 'header'];

/** The texts that the generators compare with; kind contexts keep them, so as to take the same path. */
const compared = ['', 'x', 'on', 'Started', 'Completed', 'Errored'];

/** Kind words cannot take the same path where a mutation compares with another text, which a hostile value may be. */
function comparesWithOthers(source: string): boolean {
  return [...source.matchAll(/[!=]= *"([^"]*)"/g)].some(([, text = '']) => !compared.includes(text));
}

/** Renders the hostile context of a seed; nothing where a value, or the length of the output, is a reason to refuse. */
export function renderHostile(
  { source, template, unbounded }: Templates,
  seed: number,
  output: ProvedOutput,
): Rendering | undefined {
  if (!standAlone.includes(output) && comparesWithOthers(source)) return undefined;
  const contextOf = () => {
    const context = hostileContext(seed);
    return seed % 2 === 0 && standAlone.includes(output) ? alternating(context) : context;
  };
  const context = contextOf();
  const [one, other] = [benignContext(context, 'one', source), benignContext(context, 'other', source)];
  const before = structuredValues(hostileContext(seed));
  try {
    const text = template.render(contextOf());
    return { text, benign: () => [template.render(one), template.render(other)] };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (error.code === 'output-too-long') {
      insist(isTooLong(unbounded(), contextOf()), 'not too long');
      return undefined;
    }
    const value = before.get(error.variable);
    if (!mayRefuse(error, value, output)) throw error;
    return undefined;
  }
}

/** Where a value is refused that comes after the bound, there is no output to be measured. */
function isTooLong(unbounded: Template<VariableSchema>, context: HostileContext): boolean {
  try {
    return Buffer.byteLength(unbounded.render(context)) > defaultMaxOutputBytes;
  } catch (error) {
    return error instanceof RenderError;
  }
}

/** The values as they were before a `toJSON` could change them. */
function structuredValues(context: HostileContext): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(context));
  for (const [name, value] of Object.entries(context.order ?? {})) values.set(`order.${name}`, value);
  return values;
}

function mayRefuse({ code, variable }: RenderError, value: unknown, output: ProvedOutput): boolean {
  // The values of items and of parts of JSON are not known here.
  if (/^(?:word|alert|note|day|custom)\b|^(?:words|alerts|days)\[/.test(variable))
    return code !== 'unreadable' && code !== 'output-too-long';
  switch (code) {
    case 'no-text':
      return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'object';
    case 'not-a-date':
      return /^(?:date|dueAt)$/.test(variable) && !(value instanceof Date && isDate(value));
    case 'invalid-date':
      if (/^(?:date|dueAt)$/.test(variable) && typeof value === 'number')
        return !(Math.abs(value) <= 8.64e15);
      return value instanceof Date && Number.isNaN(value.getTime());
    case 'refused-value':
      return output === 'url';
    case 'missing-value':
    case 'output-too-long':
    case 'unreadable':
      return false;
    case 'not-a-number':
      return /^(?:count|paid)$/.test(variable) && typeof value === 'string';
    case 'not-a-group':
      return value !== undefined && value !== null && typeof value !== 'object';
    case 'not-a-list':
      return value !== undefined && value !== null && !(Array.isArray(value) && hasLength(value));
  }
}

function hasLength(list: readonly unknown[]): boolean {
  return Object.getOwnPropertyDescriptor(list, 'length')?.value === list.length;
}

function isDate(value: Date): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** Throws where a rendering breaks the promise for its output. */
export const assertPromise: Readonly<Record<ProvedOutput, (rendering: Rendering) => void>> = {
  json: ({ text }) => JSON.parse(text),
  'json-lines': ({ text }) => {
    const lines = text.split(/\r?\n/);
    for (const [index, line] of lines.entries())
      if (line !== '' || index < lines.length - 1) JSON.parse(line);
  },
  xml: ({ text }) => insist(parseXml(text) !== undefined, 'not well-formed'),
  url: ({ text, benign }) => {
    const [url, one, other] = [new URL(text), ...benign().map(source => new URL(source))];
    if (!one || !other) throw new Error('a benign rendering is missing');
    insist(url.protocol === one.protocol && url.host === one.host, 'another origin');
    insist(url.username === one.username && url.password === one.password, 'other credentials');
    assertAlike(segments(url), segments(one), segments(other));
    assertAlike(names(url.searchParams), names(one.searchParams), names(other.searchParams));
  },
  form: ({ text, benign }) => {
    const [one, other] = benign();
    const [found, first, second] = [text, one, other].map(source => names(new URLSearchParams(source)));
    assertAlike(found ?? [], first ?? [], second ?? []);
  },
  header: ({ text }) => insist(/^[ -~]*$/.test(text), 'not one line of ASCII'),
};

function segments({ pathname }: URL): readonly string[] {
  return pathname.split('/');
}

function names(parameters: URLSearchParams): readonly string[] {
  return [...parameters.keys()];
}

/** As many path segments or parameter names, and the same but for those that hold values. */
function assertAlike(found: readonly string[], one: readonly string[], other: readonly string[]): void {
  insist(found.length === one.length, 'another number of path segments or parameters');
  one.forEach((text, index) => {
    // A boolean that holds prints `true` in every context, until a `toJSON` changes it.
    if (text === other[index] && !text.includes('true')) insist(found[index] === text, 'another text');
  });
}

function insist(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';

/** An operation of an OpenAPI document, as far as requests and answers are made from it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly responses: Readonly<Record<string, Described>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

interface DescribedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, Described>>;
}

type PathItem = { readonly parameters?: readonly Parameter[] } & {
  readonly [M in (typeof methods)[number]]?: DescribedOperation;
};

const methods = ['get', 'post', 'put', 'delete'] as const;

export interface OpenApi {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: object;
}

export interface MadeRequest {
  /** Its place among all, which a failure shows instead of all that it is described by. */
  readonly operation: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const described = item[method];
      if (!described) return [];
      const { parameters = [], requestBody, responses } = described;
      return {
        method: method.toUpperCase(),
        path,
        parameters: [...(item.parameters ?? []), ...parameters],
        body: requestBody?.content['application/json'].schema,
        responses,
      };
    }),
  );
}

/** Requests for an operation: most as the document describes them, some with a mistake. `known` are ids that exist. */
export function requestsFor(
  operation: Operation,
  index: number,
  known: readonly string[],
): fc.Arbitrary<MadeRequest> {
  const { parameters, body, path } = operation;
  const parameter = (place: string): fc.Arbitrary<Record<string, string>> =>
    fc.record(
      Object.fromEntries(
        parameters.filter(each => each.in === place).map(each => [each.name, textFor(each, known)]),
      ),
      { requiredKeys: parameters.filter(each => each.in === place && each.required).map(({ name }) => name) },
    ) as fc.Arbitrary<Record<string, string>>;
  const mistake = fc.constantFrom({}, {}, {}, {}, { surprise: '1' }, { limit: '-1' }, { cursor: 'AAAA' });
  return fc
    .record({
      path: parameter('path'),
      query: fc.tuple(parameter('query'), mistake).map(([query, extra]) => ({ ...query, ...extra })),
      headers: parameter('header'),
      body: body ? bodyFor(body) : fc.constant(undefined),
    })
    .map(made => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(made.path[name] ?? ''),
      );
      const query = new URLSearchParams(made.query).toString();
      const headers = {
        ...made.headers,
        ...(made.body !== undefined && { 'content-type': 'application/json' }),
      };
      return {
        operation: index,
        url: `http://localhost${filled}${query && `?${query}`}`,
        headers,
        body: made.body,
      };
    });
}

function textFor({ name, schema }: Parameter, known: readonly string[]): fc.Arbitrary<string> {
  if (name === 'If-Match') return fc.constantFrom('*', '"1"', '"2"', 'W/"1"', 'nonsense');
  if (name === 'trigger') return fc.constantFrom('API', 'API', 'API', 'CRON');
  const made = valueFor(schema).map(String).filter(isSendable);
  return known.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, made) : made;
}

/** `.` and `..` are steps of a path, and a header holds no line breaks. */
function isSendable(text: string): boolean {
  return text !== '' && !/^\.{1,2}$/.test(text) && !/[^\t\x20-\x7e]/.test(text);
}

function bodyFor(schema: Schema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: valueFor(schema).map(value => JSON.stringify(value) ?? 'null') },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[]', '"\\ud800"', `${'['.repeat(500)}${']'.repeat(500)}`),
    },
  );
}

/** A value of a schema, or nearly: what the schema says in words alone may be missed. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valueFor));
  switch (schema.type) {
    case 'string':
      return stringFor(schema);
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer':
      return fc.integer();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return objectFor(schema);
    default:
      return fc.jsonValue();
  }
}

/** Templates and URLs among the texts: what is stored is looked at by more than the schema. */
const likelyTexts = [
  'https://example.com/hook?event=$event$',
  'http://127.0.0.1:9/x',
  'application/json',
  '{"text":"$event$"}',
  '$profile$',
  '$if(isError)$x$endif$',
  '$if(',
  'nightly',
  'x-key',
  'GET',
  'a/b~2',
  'value of region',
  'line\r\nbreak',
  '\u0000',
  '\ud800',
];

function stringFor({ pattern, format }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map(date => date.toISOString());
  }
  return fc.oneof(fc.constantFrom(...likelyTexts), fc.string());
}

function objectFor({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const own = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valueFor(property)])),
    { requiredKeys: [...required] },
  );
  if (Object.keys(properties).length > 0 || additionalProperties === false) return own;
  const inner = typeof additionalProperties === 'object' ? valueFor(additionalProperties) : fc.jsonValue();
  return fc.dictionary(fc.oneof(fc.constantFrom('url', 'method', 'events', 'headers'), fc.string()), inner, {
    maxKeys: 4,
  });
}

/** The part of an answer that its operation does not describe, if any. */
export async function undescribed(
  operation: Operation,
  { method, response }: { readonly method: string; readonly response: Response },
  { components }: OpenApi,
): Promise<string | undefined> {
  const { status } = response;
  const described = operation.responses[status];
  const isHead = method === 'HEAD';
  if (status === 500) return 'a 500';
  if (!described) return `the status ${status}: ${await response.text()}`;
  for (const [name, { required = false }] of Object.entries(described.headers ?? {})) {
    if (required && response.headers.get(name) === null) return `${status} without the header ${name}`;
  }
  const type = response.headers.get('content-type');
  if (isHead && (await response.text()) !== '') return 'a body of a HEAD request';
  if (!described.content) return type === null ? undefined : `a body with ${status}`;
  const content = described.content[type ?? ''];
  if (!content) return `the content type ${type} with ${status}`;
  if (type === 'text/event-stream') await response.body?.cancel();
  if (isHead || !type?.endsWith('json')) return undefined;
  return mismatch(await response.json(), content.schema, components);
}

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictTuples: false });
// The package is CommonJS; its default export is the function.
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addKeyword('components');
const validators = new Map<object, ReturnType<typeof ajv.compile>>();

function mismatch(body: unknown, schema: object, components: object): string | undefined {
  const validate =
    validators.get(schema) ?? ajv.compile({ ...closed(schema), components: closed(components) });
  validators.set(schema, validate);
  return validate(body)
    ? undefined
    : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 2000)}`;
}

/** With no fields but those that are described. */
function closed(value: unknown): object {
  return close(value) as object;
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, close(inner)]);
  const isClosed = 'properties' in value && !('additionalProperties' in value);
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries);
}

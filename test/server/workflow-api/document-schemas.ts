import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { createWorkflowApi } from '../../../src/server/processes/workflow-api.ts';
import { sampleService } from '../../workflow/sample-service.ts';

/** The parts of the document that answers are compared with. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

interface Operation {
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/** The document of an API that is found under an address. The validator of OpenAPI holds it to this shape in a test of its own. */
export async function workflowDocument(publicUrl: string): Promise<Described> {
  const api = createWorkflowApi(sampleService(), { authenticate: () => true, publicUrl });
  return (await (await api.request('/api/v2/openapi.json')).json()) as Described;
}

/** Fails unless the document describes this answer of a route: its status, headers, media type, and body to the last field. */
export async function expectDescribed(response: Response, path: string, method: string): Promise<void> {
  const document = await workflowDocument('http://127.0.0.1');
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[response.status];
  if (!described) throw new Error(`${method} ${path} answered ${response.status}, which is not described`);
  for (const [name, { required = false }] of Object.entries(described.headers ?? {})) {
    if (required) expect(response.headers.get(name), name).not.toBeNull();
  }
  const type = response.headers.get('content-type') ?? '';
  const schema = described.content[type]?.schema;
  if (!schema) throw new Error(`${method} ${path} answered ${type}, which is not described`);
  expectValid(await response.clone().json(), schema, document.components);
}

function expectValid(body: unknown, schema: object, components: object): void {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
  // The package is CommonJS; its default export is the function.
  (addFormats as unknown as typeof addFormats.default)(ajv);
  ajv.addKeyword('components');
  const validate = ajv.compile({ ...schema, components: closed(components) });
  validate(body);
  expect(validate.errors ?? [], JSON.stringify(body)).toEqual([]);
}

/** With no fields but those that are described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner)]);
  return Object.fromEntries('properties' in value ? [...entries, ['additionalProperties', false]] : entries);
}

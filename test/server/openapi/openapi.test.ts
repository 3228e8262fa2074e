import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { runs } from '../../properties.ts';
import { type TestServer, testServer } from '../test-server.ts';
import { basicOf, passwords } from '../test-users.ts';
import { type OpenApi, operationsOf, requestsFor, undescribed } from './openapi-requests.ts';

interface Named {
  readonly id: string;
}

/** Ids that exist, so that not every request of an id is answered with 404. */
async function populate({ json }: TestServer, target: string): Promise<readonly string[]> {
  const config = {
    profile: 'nightly',
    events: { Started: true },
    method: 'GET',
    url: `${target}/?event=$event$`,
  };
  const webhook = await json<Named>('POST', '/api/webhooks', { body: { config } });
  const { pid } = await json<{ pid: string }>('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
    body: { job: { tables: [] } },
  });
  const token = await json<Named>('POST', '/api/tokens', { body: { name: 'ci', role: 'viewer' } });
  const idsOf = async (path: string) =>
    (await json<{ items: Named[] }>('GET', path)).items.map(({ id }) => id);
  await expect.poll(() => idsOf('/api/deliveries')).toHaveLength(1);
  const others = [...(await idsOf('/api/deliveries')), ...(await idsOf('/api/endpoints'))];
  return [webhook.id, pid, token.id, ...others, 'etl', 'copy', 'held'];
}

describe('the OpenAPI document of the server', () => {
  it('is valid OpenAPI 3.1, with every operation under its own name', async () => {
    const { json } = await testServer();
    const document = await json<OpenApi>('GET', '/api/openapi.json');
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
    const names = [...JSON.stringify(document.paths).matchAll(/"operationId":"(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(35);
  });

  it('describes all that comes of any request that is made from it, and nothing is a 500', async () => {
    const { url } = await httpServer();
    const causes: unknown[] = [];
    const tested = await testServer({ onError: error => causes.push(error) });
    const document: OpenApi = await tested.json('GET', '/api/openapi.json');
    const known = await populate(tested, url);
    const operations = operationsOf(document);
    const arbitraries = operations.map((operation, index) => requestsFor(operation, index, known));
    const request = fc
      .nat({ max: operations.length - 1 })
      .chain(index => arbitraries[index] ?? fc.constant(undefined));
    const role = fc.constantFrom('editor', 'editor', 'editor', 'operator', 'viewer');
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(request, role, fc.boolean(), async (made, as, isHead) => {
        if (!made) return;
        const operation = operations[made.operation];
        if (!operation) return;
        const { headers, body } = made;
        const method = operation.method === 'GET' && isHead ? 'HEAD' : operation.method;
        const response = await tested.server.fetch(
          new Request(made.url, {
            method,
            headers: { authorization: basicOf(as, passwords[as]), ...headers },
            ...(body !== undefined && { body }),
          }),
        );
        statuses.add(`${operation.method} ${operation.path} ${response.status}`);
        expect(await undescribed(operation, { method, response }, document)).toBeUndefined();
      }),
      { numRuns: runs(1500, 400) },
    );
    expect(causes).toEqual([]);
    for (const { method, path } of operations) {
      expect([...statuses].some(status => status.startsWith(`${method} ${path} `))).toBe(true);
    }
  });
});

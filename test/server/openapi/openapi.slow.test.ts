import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { runs } from '../../properties.ts';
import { type TestServer, testServer } from '../test-server.ts';
import { basicOf, passwords } from '../test-users.ts';
import { type OpenApi, operationsOf, requestsFor, undescribed } from './openapi-requests.ts';

interface Described {
  readonly description?: string;
}

type Paths = Readonly<
  Record<
    string,
    Record<string, { readonly requestBody?: Described; readonly responses: Record<number, Described> }>
  >
>;

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
  await expect.poll(() => idsOf('/api/messages')).toHaveLength(1);
  const others = [...(await idsOf('/api/messages')), ...(await idsOf('/api/endpoints'))];
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

  it('names the limits that are in force', async () => {
    const { json } = await testServer({
      templates: {
        ...{ threads: 3, deadlineMs: 2500, maxPerCaller: 4, maxQueued: 33 },
        ...{ maxPayloadBytes: 7001, maxUrlBytes: 7002, maxDiagnostics: 44, maxAnswerBytes: 700_000 },
      },
      processes: { maxQueued: 55, maxQueuedBytes: 66_666 },
    });
    const { paths } = await json<{ paths: Paths }>('GET', '/api/openapi.json');
    const said = (path: string, method: string, status: number) =>
      paths[path]?.[method]?.responses[status]?.description;
    const bodyOf = (path: string, method: string) => paths[path]?.[method]?.requestBody;
    const saving = [
      ['/api/webhooks', 'post'],
      ['/api/webhooks/{id}', 'put'],
    ] as const;
    for (const [path, method] of saving) {
      expect(JSON.stringify(bodyOf(path, method))).toMatch(/at most 7002 bytes.*at most 7001 bytes/);
    }
    const checking = ['', '/validate', '/preview', '/test', '/{id}/test'].map(
      path => [`/api/webhooks${path}`, 'post'] as const,
    );
    for (const [path, method] of [...saving, ...checking]) {
      expect(bodyOf(path, method)?.description).toBe('At most 1048576 bytes, nested at most 100 deep.');
      expect(said(path, method, 429)).toContain('4 configurations of this caller');
      expect(said(path, method, 429)).toContain(
        '10 wrong passwords came from this address within 60 seconds',
      );
      expect(said(path, method, 503)).toContain(
        '33 configurations of all callers wait to be checked, or this one has waited for 2.5 s',
      );
      expect(said(path, method, 504)).toContain('longer than 2.5 s');
      expect(said(path, method, 422)).toContain('512 MiB of memory');
    }
    expect(said('/api/webhooks/validate', 'post', 200)).toMatch(/at most 44, .* at most 700000 bytes/);
    for (const path of ['/api/webhooks', '/api/webhooks/{id}/versions']) {
      expect(said(path, 'get', 200)).toContain('at most 700000 bytes');
    }
    expect(said('/api/webhooks/test', 'post', 422)).toContain('more than 350000 bytes');
    expect(said('/api/webhooks/preview', 'post', 200)).toContain('at most 700000 bytes');
    const running = '/api/v2/project/{projectId}/task/{taskId}/run';
    expect(bodyOf(running, 'post')?.description).toBe('At most 1048576 bytes.');
    expect(said(running, 'post', 503)).toMatch(/ 55 runs are queued, or .* 66666 bytes of bodies\./);
    expect(said('/api/changes', 'get', 503)).toMatch(
      /20 streams open, or all who are limited to the same profiles have 100, or all callers have 500/,
    );
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
      { numRuns: runs(1500, 600) },
    );
    expect(causes).toEqual([]);
    for (const { method, path } of operations) {
      expect([...statuses].some(status => status.startsWith(`${method} ${path} `))).toBe(true);
    }
  });
});

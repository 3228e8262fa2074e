import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWorkflowApi } from '../../../src/server/processes/workflow-api.ts';
import { runs } from '../../properties.ts';
import { sampleService } from '../../workflow/sample-service.ts';
import { serve } from '../../workflow/serve-workflow.ts';

const segment = fc.oneof(
  fc.constantFrom(
    'project',
    'projects',
    'task',
    'tasks',
    'run',
    'status',
    'interrupt',
    'openapi.json',
    'etl',
    'brief',
  ),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%2',
    '%2F',
    '%2e%2e',
    '%00',
    '%FF',
    '%E2%82',
    '*',
    ':pid',
    '{x}',
    '@',
    '\\',
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
  fc.webSegment(),
);

/** Most begin as a route does, so that they come far. */
const paths = fc
  .tuple(
    fc.constantFrom('/api/v2/', '/api/v2/', '/api/', '/'),
    fc.array(segment, { maxLength: 7 }),
    fc.constantFrom('', '?trigger=API', '?%', '?trigger=%'),
  )
  .map(([base, segments, query]) => base + segments.join('/') + query);

const methods = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');

it('any path gives a route or 404, whatever the method', async () => {
  const app = createWorkflowApi(sampleService(), { authenticate: () => true });
  await fc.assert(
    fc.asyncProperty(paths, methods, async (path, method) => {
      const response = await app.fetch(new Request(new URL(`http://x.test${path}`), { method }));
      expectForeseen(response.status, path, method);
    }),
    { numRuns: runs(2000) },
  );
});

it('any path on the wire gives a route or 404, whatever a client would have made of it', async () => {
  const { hostname, port } = new URL(
    await serve(createWorkflowApi(sampleService(), { authenticate: () => true }).fetch),
  );
  const statusOf = (method: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, method, path }, response => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', reject).end();
    });
  await fc.assert(
    fc.asyncProperty(paths, methods, async (path, method) => {
      // A request target has no backslash (RFC 9112, section 3.2): the HTTP server itself refuses it.
      const target = path.replaceAll('\\', '%5C');
      expectForeseen(await statusOf(method, target), target, method);
    }),
    { numRuns: runs(300) },
  );
});

/** A path that is a route for some method answers 405 to others; one that runs a task asks for a query and a type first. */
function expectForeseen(status: number, path: string, method: string): void {
  const isRun = method === 'POST' && /\/(?:run|r%75n)/.test(path);
  const isDocument = path.includes('openapi.json');
  const foreseen = [404, 405, ...(isRun ? [400, 415] : []), ...(isDocument ? [200] : [])];
  expect(foreseen, `${method} ${path}`).toContain(status);
}

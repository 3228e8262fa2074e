import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { createWorkflowApi } from '../../../src/server/processes/workflow-api.ts';

import { sampleService } from '../../workflow/sample-service.ts';
import { ada, basic, serve } from '../../workflow/serve-workflow.ts';
import { workflowDocument } from './document-schemas.ts';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, with every reference resolved', async () => {
    const validator = new Validator();
    const result = await validator.validate({ ...(await workflowDocument('https://example.com/api/v2')) });
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(JSON.stringify(validator.resolveRefs())).not.toContain('$ref');
  });

  it('is served under the address of the API, and names it', async () => {
    const origin = await serve(
      createWorkflowApi(sampleService(), { authenticate: [ada], basePath: '/wf' }).fetch,
    );
    const response = await fetch(`${origin}/wf/openapi.json`, { headers: { authorization: basic(ada) } });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(await workflowDocument(`${origin}/wf`));
  });

  it('describes every route, each operation under its own name', async () => {
    const { paths } = await workflowDocument('https://example.com');
    const text = JSON.stringify(paths);
    const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['run', 'runFullForm', 'status', 'interrupt', 'interruptByPost', 'openapi']);
  });

  it('makes its schemas from those that the answers are typed by', async () => {
    const { components } = await workflowDocument('https://example.com');
    expect(components).toMatchObject({
      schemas: {
        Status: {
          type: 'object',
          properties: {
            status: { enum: ['queued', 'running', 'completed', 'error', 'interrupted'] },
            startedAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
            recordsProcessed: { type: 'integer', minimum: 0 },
          },
          required: expect.not.arrayContaining(['error']),
        },
        Run: { required: ['pid', 'status', 'projectId', 'taskId', 'statusUrl', 'interruptUrl'] },
      },
    });
  });
});

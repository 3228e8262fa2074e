import { expect, it } from 'vitest';
import { createWorkflowApi } from '../../src/server/processes/workflow-api.ts';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import { captureWarnings } from '../captured-warnings.ts';
import { sampleService } from './sample-service.ts';

const secret = 'postgres://admin:hunter2@db';

it('a webhook that failed is a warning of the process where nobody listens, and quotes nothing', async () => {
  const heard = captureWarnings();
  const webhook = {
    profile: 'nightly',
    events: { Completed: true },
    method: 'GET',
    url: 'https://hooks.example.com/hunter2',
  } as const;
  const deliver = (): never => {
    throw new Error(secret);
  };
  const service = sampleService({ webhooks: [webhook], dispatcher: { deliver } });
  const { pid } = await service.run('etl', 'brief', null);
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toEqual({
    code: 'workflow-webhook-failure',
    message: `The webhook \`nightly\` could not be notified of Completed of the process ${pid}; pass \`onError\` to the service to learn why.`,
  });
});

it('a status that is not written is one too, once for each process and not at each new try', async () => {
  const heard = captureWarnings();
  let tries = 0;
  const save = (): never => {
    tries++;
    throw new Error(secret);
  };
  const service = sampleService({ store: { ...createMemoryStore(), save } });
  const { pid } = await service.run('etl', 'brief', null);
  await expect.poll(() => tries).toBeGreaterThan(2);
  await service.close({ timeoutMs: 0 });
  const message = `The status of the process ${pid} could not be stored; pass \`onError\` to the service to learn why.`;
  expect(heard).toEqual([{ code: 'workflow-store-failure', message }]);
});

it('so is a request that was answered with 500', async () => {
  const heard = captureWarnings();
  const find = (): never => {
    throw new Error(secret);
  };
  const service = sampleService({ store: { ...createMemoryStore(), find } });
  const api = createWorkflowApi(service, { authenticate: () => true });
  expect((await api.request('/api/v2/status/p')).status).toBe(500);
  const message = 'A request was answered with 500; pass `onError` to the workflow API to learn why.';
  expect(heard).toEqual([{ code: 'workflow-request-error', message }]);
});

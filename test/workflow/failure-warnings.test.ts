import { expect, it, onTestFinished } from 'vitest';
import { createWorkflowApi } from '../../src/workflow/http/workflow-api.ts';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import { sampleService } from './sample-service.ts';

const secret = 'postgres://admin:hunter2@db';

/** The warnings of this process from now on that have this code. */
function warnings(code: string): readonly Error[] {
  const heard: Error[] = [];
  const hear = (warning: NodeJS.ErrnoException): void => {
    if (warning.code === code) heard.push(warning);
  };
  process.on('warning', hear);
  onTestFinished(() => {
    process.off('warning', hear);
  });
  return heard;
}

it('a webhook that failed is a warning of the process where nobody listens, and quotes nothing', async () => {
  const heard = warnings('workflow-webhook-failure');
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
  expect(heard[0]?.name).toBe('HookplateWarning');
  expect(heard[0]?.message).toBe(
    `The webhook \`nightly\` could not be notified of Completed of the process ${pid}; pass \`onError\` to the service to learn why.`,
  );
});

it('a status that was not written is one too', async () => {
  const heard = warnings('workflow-store-failure');
  const save = (): never => {
    throw new Error(secret);
  };
  const service = sampleService({ store: { ...createMemoryStore(), save } });
  await service.run('etl', 'brief', null);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard.join()).not.toContain('hunter2');
});

it('so is a request that was answered with 500', async () => {
  const heard = warnings('workflow-request-error');
  const find = (): never => {
    throw new Error(secret);
  };
  const service = sampleService({ store: { ...createMemoryStore(), find } });
  const api = createWorkflowApi(service, { authenticate: () => true });
  expect((await api.request('/api/v2/status/p')).status).toBe(500);
  await expect.poll(() => heard.length).toBe(1);
  expect(heard.join()).not.toContain('hunter2');
});

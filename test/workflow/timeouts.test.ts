import { describe, expect, it } from 'vitest';
import { createWorkflowClient } from '../../src/client/workflow-client.ts';
import { createWorkflowService } from '../../src/workflow/workflow-service.ts';
import { recordingDispatcher } from './recording-dispatcher.ts';
import { briefTask, sampleService } from './sample-service.ts';

const baseUrl = 'http://127.0.0.1/';
const wrong = [Number.POSITIVE_INFINITY, 2 ** 31, Number.NaN, -1, 0.5, '5'];
const expected = 'Ms: expected a whole number of milliseconds from';

/** A caller without types can pass anything. */
function asNumber(value: unknown): number {
  return value as number;
}

describe.each(wrong)('a timeout of %s is refused by', timeout => {
  const timeoutMs = asNumber(timeout);

  it('close, which can be called again', async () => {
    const service = sampleService();
    await expect(service.close({ timeoutMs })).rejects.toThrow(`options.timeout${expected}`);
    expect((await service.run('etl', 'brief', null)).projectId).toBe('etl');
    await service.close();
  });

  it('the client and its wait', async () => {
    expect(() => createWorkflowClient({ baseUrl, timeoutMs })).toThrow(`options.timeout${expected}`);
    const client = createWorkflowClient({ baseUrl });
    await expect(client.wait('p', { timeoutMs })).rejects.toThrow(`options.timeout${expected}`);
  });

  it('the service, for its store, its tasks and their end', () => {
    const options = { projects: {}, webhooks: [], dispatcher: recordingDispatcher() };
    expect(() => createWorkflowService({ ...options, storeTimeoutMs: timeoutMs })).toThrow(
      `storeTimeout${expected}`,
    );
    expect(() => createWorkflowService({ ...options, stopTimeoutMs: timeoutMs })).toThrow(
      `stopTimeout${expected}`,
    );
    const projects = { p: { tasks: { t: { ...briefTask, timeoutMs } } } };
    expect(() => createWorkflowService({ ...options, projects })).toThrow(
      `projects.p.tasks.t.timeout${expected}`,
    );
  });
});

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../../src/workflow/index.ts', import.meta.url));

/** Runs code in a Node of its own, in which Hono is not installed. */
function withoutHono(code: string): string {
  const hide = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (/^hono(?:\\/|$)/.test(name)) {
        throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
      }
      return next(name, context);
    } });
    const workflow = await import(${JSON.stringify(entry)});
    const service = workflow.createWorkflowService({
      projects: { etl: { tasks: { t: { profile: 'p', run: () => undefined } } } },
      webhooks: [],
      dispatcher: { deliver: async () => ({}) },
    });
    ${code}`;
  const options = { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', hide], options).trim();
}

test('without Hono the service and the client work', () => {
  const code = `
    workflow.createWorkflowClient({ baseUrl: 'http://127.0.0.1' });
    console.log((await service.run('etl', 't', null)).taskId);`;
  expect(withoutHono(code)).toBe('t');
});

test('without Hono the API names the command that installs it', () => {
  const code = `
    try {
      workflow.workflowApi(service, { authenticate: () => true });
    } catch (error) {
      console.log(error.message);
    }`;
  expect(withoutHono(code)).toBe('workflowApi needs Hono 4, which is not installed: npm install hono@4');
});

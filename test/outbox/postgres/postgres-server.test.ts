import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('leaves the exit status of a process that uses it as it is', () => {
  const server = new URL('./postgres-server.ts', import.meta.url).href;
  const script = `await import(${JSON.stringify(server)}); process.exitCode = 3;`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(status).toBe(3);
});

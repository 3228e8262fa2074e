import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the example of alerts runs, and all three receivers accept what they get', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    'examples/alert-relay/start.ts',
    '--once',
  ]);
  const accepted = [...stdout.matchAll(/^(.*) accepts this$/gm)].map(([, receiver]) => receiver);
  expect(accepted.slice(0, 3).toSorted()).toEqual(['Microsoft Teams', 'Slack', 'WeCom']);
  expect(accepted.slice(3).toSorted()).toEqual(['Microsoft Teams', 'Slack', 'WeCom']);
  expect(stdout).not.toContain('refuses');
  expect(stderr).toContain('Listening');
});

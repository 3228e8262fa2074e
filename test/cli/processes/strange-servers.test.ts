import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { runHookplate } from '../run-hookplate.ts';

const pid = 'a\u001b[2J\nstatus: completed';
const error = 'x\r\nstatus: completed\u009b31m\u202e';

describe('hookplate run, status and interrupt', () => {
  it('print each fact of a server on one line, with nothing that steers a terminal', async () => {
    const server = await httpServer((response, { path }) => {
      const answer = path.includes('/status/')
        ? { pid, status: 'error\u0007', error, projectId: '\u001b]0;x\u0007' }
        : { pid };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    const base = ['--base-url', `${server.url}/api`];
    const asked = await runHookplate(['status', 'p', ...base]);
    expect(asked.stdout).toBe(
      'pid: p\nstatus: error␇\nprojectId: ␛]0;x␇\nerror: x␍status: completed\ufffd31m\ufffd\n',
    );
    const run = await runHookplate(['run', 'a', 'b', ...base]);
    expect(run).toMatchObject({ status: 0, stdout: 'pid: a␛[2J␊status: completed\n' });
    const json = await runHookplate(['status', 'p', ...base, '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ pid: 'p', error });
  });

  it.each([
    ['There is no task of this name.', 'There is no task of this name.'],
    ['no\nstatus: completed\u001b[1m', 'no␊status: completed␛[1m.'],
  ])('end what a server refuses with one full stop, on one line', async (detail, said) => {
    const server = await httpServer(response => {
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ detail }));
    });
    const asked = await runHookplate(['status', 'p', '--base-url', `${server.url}/api`]);
    expect(asked).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: GET ${server.url}/api/status/p answered 404: ${said}\n`,
    });
  });
});

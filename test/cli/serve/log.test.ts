import { expect, it } from 'vitest';
import { createLog, type LogFormat, logFailure } from '../../../src/cli/serve/log.ts';

/** The line about an error behind a 500. */
function lineOf(format: LogFormat): string {
  const lines: string[] = [];
  const log = createLog(
    format,
    line => lines.push(line),
    () => 0,
  );
  const error = Object.assign(new TypeError('wrong password: hunter2'), { code: 'E42' });
  error.stack = `${error.stack?.split('\n')[0]}\n    at task (/srv/tasks.js:3:7)`;
  const asked = { requestId: '1b4e28ba', method: 'GET', route: '/api/webhooks/{id}' };
  logFailure(log, { kind: 'request', ...asked, error });
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

it('has the error behind a 500 by its class and place, with the id of its request', () => {
  expect(JSON.parse(lineOf('json'))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    message: 'A request was answered with 500: TypeError E42 at task (/srv/tasks.js:3:7)',
    requestId: '1b4e28ba',
    method: 'GET',
    route: '/api/webhooks/{id}',
  });
  expect(lineOf('text')).toBe(
    '00:00:00 error: A request was answered with 500: TypeError E42 at task (/srv/tasks.js:3:7) requestId=1b4e28ba method=GET route=/api/webhooks/{id}\n',
  );
});

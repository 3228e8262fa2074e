import { type Demonstration, endOf, runPaths } from './demonstration.ts';
import { waitUntil } from './wait-until.ts';

const body = { job: { tables: ['orders', 'customers'] } };

/** Sections 4.1 and 5 of the specification: run a task. */
export async function runTasks(demonstration: Demonstration): Promise<void> {
  const { call, list } = demonstration;
  const { section, check } = list;
  section('4.1  Run a task');
  const run = await call('POST', runPaths.base('full-copy'), { body });
  check('POST /project/{projectId}/task/{taskId}/run starts a process', run.status === 202, run);
  const full = await call('POST', runPaths.full('database-to-source'), { body: { rows: 200 } });
  check('POST /projects/{projectId}/tasks/{taskId}/run does, too', full.status === 202, full);
  const untold = await call('POST', runPaths.base('full-copy').replace('?trigger=API', ''), { body });
  check('a run without trigger=API is refused', untold.status === 400, untold);
  const noJson = await call('POST', runPaths.base('full-copy'), { body: '{"job":' });
  check('a body that is not JSON is refused, with the place', 'position' in noJson.body, noJson);
  const nested = await call('POST', runPaths.base('full-copy'), { body: { job: {} } });
  check('a parameter is read from a nested field, and missed there', 'missing' in nested.body, nested);
  const unknown = await call('POST', runPaths.base('no-such-task'), { body });
  check('a task that does not exist is not found', unknown.status === 404, unknown);

  section('5    Authentication');
  const nobody = await call('POST', runPaths.base('full-copy'), { body, user: '' });
  check('nobody may run a task without a name and a password', nobody.status === 401, nobody);
  const wrong = await call('POST', runPaths.base('full-copy'), { body, user: 'ada:byron' });
  check('nor with a wrong password', wrong.status === 401, wrong);

  section('4.2  Read the status of a process');
  const copied = await endOf(demonstration, run.body.pid);
  check('it ends as completed', copied?.status === 'completed', copied);
  check('it says how many records it has processed', copied?.recordsProcessed === 500, copied);
  const written = await endOf(demonstration, full.body.pid);
  check('a task that is a program reports the same way', written?.recordsProcessed === 200, written);
  const failing = await call('POST', runPaths.base('database-to-source'), {
    body: { rows: 500, failAt: 200 },
  });
  const failed = await endOf(demonstration, failing.body.pid);
  check('a process that fails is in error', failed?.status === 'error', failed);
  check('it says why', failed?.error === 'The source refused row 200', failed);
}

/** Section 4.3: interrupt a process. */
export async function interruptProcesses(demonstration: Demonstration): Promise<void> {
  const { call, list } = demonstration;
  const { section, check } = list;
  section('4.3  Interrupt a process');
  for (const [task, long] of [
    ['full-copy', { job: { tables: Array(1000).fill('orders') } }],
    ['database-to-source', { rows: 1_000_000 }],
  ] as const) {
    const { body: run } = await call('POST', runPaths.base(task), { body: long });
    const { pid } = run;
    await waitUntil(async () => {
      const { body } = await call('GET', `/api/v2/status/${pid}`);
      return Number(body.recordsProcessed) > 0 || undefined;
    });
    const interrupted = await call('GET', `/api/v2/interrupt/${pid}`);
    check(`GET /interrupt/{pid} tells a process of ${task} to stop`, interrupted.status === 202, interrupted);
    const ended = await endOf(demonstration, pid);
    check('it is interrupted', ended?.status === 'interrupted', ended);
  }
  const unknown = await call('GET', '/api/v2/interrupt/no-such-process');
  check('a process that does not exist is not found', unknown.status === 404, unknown);
}

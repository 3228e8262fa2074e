import { randomBytes } from 'node:crypto';
import { startInbox } from '../inbox.ts';
import { createApiCaller } from './demo/api-caller.ts';
import { configureApi } from './demo/api-configuration.ts';
import { createChecklist } from './demo/checklist.ts';
import { configureNotifications, sendNotifications } from './demo/notifications.ts';
import { interruptProcesses, runTasks } from './demo/run-tasks.ts';
import { startServer } from './demo/server-process.ts';

/*
 * Starts the server of this example and does by HTTP what there is to do with it, section by section of the specification
 * of the workflow API and its webhooks. Exits with 0 only if all of it holds.
 */

const password = randomBytes(12).toString('base64url');
const list = createChecklist(console.log);
const inbox = await startInbox(0);
try {
  const server = await startServer({
    ADA_PASSWORD: password,
    GRACE_PASSWORD: password,
    INBOX: inbox.origin,
  });
  try {
    const demonstration = { call: createApiCaller(server.origin, password), inbox, list };
    await runTasks(demonstration);
    await interruptProcesses(demonstration);
    await configureApi(demonstration);
    await sendNotifications(demonstration);
    await configureNotifications(demonstration);
  } finally {
    list.section('It is told to stop');
    const status = await server.stop();
    list.check('it ends with the status 0', status === 0, status);
  }
} finally {
  await inbox.close();
}
process.exitCode = list.allHold() ? 0 : 1;

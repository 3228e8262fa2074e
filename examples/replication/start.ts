import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describeRequest, startInbox } from '../inbox.ts';
import { nextSteps } from './next-steps.ts';

/*
 * Starts the server of this example and the inbox of its webhooks, prints what can be tried with them, and shows what
 * arrives, until Ctrl-C. What stands after `npm run replication --` goes to `hookplate serve`, such as `--port 8090`. The webhooks are
 * stored with the address of the inbox when the server first starts: with another INBOX_PORT, name another `--database`.
 */

const { ADA_PASSWORD = 'lovelace', GRACE_PASSWORD = 'hopper', INBOX_PORT = '8081' } = process.env;
const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
const config = fileURLToPath(new URL('hookplate.config.ts', import.meta.url));

const inbox = await startInbox(Number(INBOX_PORT), request => {
  console.log(`\n${describeRequest(request).replaceAll(/^/gm, '  │ ')}`);
}).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  process.exitCode = 2;
  const otherPort = Number(INBOX_PORT) + 10;
  console.error(
    `Port ${INBOX_PORT}, of the inbox, is used by another program: end that one, or choose another port, and another directory for the data: INBOX_PORT=${otherPort} npm run replication -- --database data-${otherPort}`,
  );
});

if (inbox) {
  const server = spawn(process.execPath, [program, 'serve', '--config', config, ...process.argv.slice(2)], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ADA_PASSWORD, GRACE_PASSWORD, INBOX: inbox.origin },
  });
  // A Ctrl-C reaches both; the server stops in its own time, and this one after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => signal === 'SIGTERM' && server.kill(signal));
  }
  server.stdout.setEncoding('utf8').once('data', (address: string) => {
    console.log(nextSteps(address.trim(), inbox.origin, { ADA_PASSWORD, GRACE_PASSWORD }));
  });
  const [status] = await once(server, 'exit');
  await inbox.close();
  // After Ctrl-C, which is how this is meant to end, npm need not complain.
  process.exitCode = status === 130 ? 0 : status;
}

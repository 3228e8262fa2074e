import { startWorkflowServer } from './workflow-server.ts';

/*
 * The workflow API to try by hand, on port 8080 or that of the variable PORT, until it is interrupted;
 * docs/run-processes.md has the commands.
 */

const { PORT = '8080' } = process.env;
const port = Number(PORT);
const { origin, receiver } = await startWorkflowServer({ port }).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  console.error(
    `Port ${port} is used by another program: end that one, or choose another port: PORT=${port + 1} npm run serve`,
  );
  process.exit(1);
});
console.log(`The workflow API listens on ${origin}/api/v2 (user ada, password lovelace).`);

let shown = 0;
setInterval(() => {
  for (const { method, url, body } of receiver.arrivals.slice(shown))
    console.log(`\n${method} ${url}\n${body}`);
  shown = receiver.arrivals.length;
}, 100);

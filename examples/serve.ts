import { startWorkflowServer } from './workflow-server.ts';

/* The workflow API to try by hand, on port 8080, until it is interrupted; docs/run-processes.md has the commands. */

const { origin, receiver } = await startWorkflowServer({ port: 8080 });
console.log(`The workflow API listens on ${origin}/api/v2 (user ada, password lovelace).`);

let shown = 0;
setInterval(() => {
  for (const { method, url, body } of receiver.arrivals.slice(shown))
    console.log(`\n${method} ${url}\n${body}`);
  shown = receiver.arrivals.length;
}, 100);

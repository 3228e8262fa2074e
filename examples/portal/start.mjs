import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { defineEvents } from 'hookplate';
import { createHookplate, serveNode } from 'hookplate/server';

/*
 * A shop whose page has the portal of its customer inside, while the portal is served at another origin: `npm run portal`. PORT chooses
 * another port for the shop; the portal has the next one. What is stored stays in the folder `hookplate-portal`.
 */

const port = Number(process.env.PORT ?? 3000);
const shopOrigin = `http://localhost:${port}`;
const portalUrl = `http://localhost:${port + 1}`;

const shop = defineEvents({
  variables: { order: 'number', item: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});
const hookplate = await createHookplate({
  database: { directory: process.env.DIRECTORY ?? 'hookplate-portal' },
  events: shop,
  publicUrl: portalUrl,
  frameAncestors: [shopOrigin], // whose pages may have it inside
  allow: ['127.0.0.0/8'],
});
await hookplate.start();
const portal = await serveNode(hookplate, { port: port + 1 });

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Shop</title><script type="module" src="/page.js"></script></head>
<body><h1>Your shop</h1><button>Order a pot</button><webhook-portal src="${portalUrl}"></webhook-portal></body>
</html>`;
const script = `import { definePortal } from '/portal.js';
definePortal();
const portal = document.querySelector('webhook-portal');
portal.token = async () => (await fetch('/webhook-token', { method: 'POST' })).text();
document.querySelector('button').onclick = () => fetch('/order', { method: 'POST' });`;
const module = await readFile(fileURLToPath(import.meta.resolve('hookplate/portal')));

let orders = 0;
const application = createServer(async (request, response) => {
  const send = (type, body) => response.setHeader('content-type', type).end(body);
  if (request.url === '/page.js') return send('text/javascript', script);
  if (request.url === '/portal.js') return send('text/javascript', module); // your bundler does this
  if (request.url === '/webhook-token' && request.method === 'POST') {
    // Whoever is signed in to the shop, which you know: here it is always the customer acme.
    response.setHeader('cache-control', 'no-store');
    return send('text/plain', await hookplate.portalToken({ profile: 'acme', name: 'ada@acme.example' }));
  }
  if (request.url === '/order' && request.method === 'POST') {
    orders++;
    await hookplate.notify(shop.create('order.placed', { order: orders, item: 'Pot' }), { profile: 'acme' });
    return response.writeHead(204).end();
  }
  return send('text/html', page);
}).listen(port);
console.log(`The shop with the portal inside: ${shopOrigin}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    application.close();
    application.closeAllConnections();
    await portal.close();
    await hookplate.stop();
  });
}

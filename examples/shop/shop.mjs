import { createServer } from 'node:http';
import { defineEvents } from 'hookplate';
import { createHookplate } from 'hookplate/server';
import pg from 'pg';

const shop = defineEvents({
  variables: { order: 'number', item: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query('create table if not exists orders (id serial primary key, customer text, item text)');
const hookplate = await createHookplate({
  database: { pool }, // its tables stand in a schema of their own
  events: shop,
  basePath: '/webhooks',
  authenticate: ({ headers }) => {
    const [, customer] = /customer=(acme|globex)/.exec(headers.get('cookie')) ?? []; // your own sessions
    return customer && { name: customer, role: 'editor', profiles: [customer] };
  },
  allow: ['127.0.0.0/8'], // to try it out: otherwise only public addresses are called
});
await hookplate.start(); // this process delivers; others may, too

async function placeOrder(customer, item, transaction) {
  await transaction.query('begin');
  const inserting = 'insert into orders (customer, item) values ($1, $2) returning id';
  const order = (await transaction.query(inserting, [customer, item])).rows[0].id;
  await hookplate.notify(shop.create('order.placed', { order, item }), { profile: customer, transaction });
  await transaction.query('commit'); // both or neither: now the message is on its way
}
createServer(async (request, response) => {
  if (request.url.startsWith('/webhooks')) return hookplate.node(request, response); // the pages of each
  const customer = request.url === '/globex' ? 'globex' : 'acme';
  if (request.method === 'POST') {
    const client = await pool.connect();
    await placeOrder(customer, 'Pot', client).finally(() => client.release(true)); // a failure is rolled back
  }
  response.setHeader('set-cookie', `customer=${customer}; HttpOnly`).setHeader('content-type', 'text/html');
  response.end(`<form method="post"><button>Order a pot</button></form><a href="/webhooks/">Webhooks</a>`);
}).listen(process.env.PORT ?? 3000);

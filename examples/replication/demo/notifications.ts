import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from '../../inbox.ts';
import { signingSecret } from '../webhooks.ts';
import { type Demonstration, endOf, equals, requestsOf, runPaths } from './demonstration.ts';

/** Sections 4.5 and 6: what a profile's webhooks send, and when. */
export async function sendNotifications(demonstration: Demonstration): Promise<void> {
  const { call, list } = demonstration;
  const { section, check } = list;
  section('4.5  Outgoing webhook requests, and 6  their events');
  const { pid } = (await call('POST', runPaths.base('full-copy'), { body: { job: { tables: ['orders'] } } }))
    .body;
  await endOf(demonstration, pid);
  const gets = await requestsOf(demonstration, pid, { by: 'get', count: 2 });
  check('Started and Completed are sent by GET', equals(eventsIn(gets), ['Started', 'Completed']), gets);
  const query = queryOf(gets[1]);
  const at = query.get('at') ?? '';
  query.delete('at');
  const told = `process=${pid}&profile=Nightly+replication&event=Completed&records=250&errors=0`;
  check('the URL says what the template says', query.toString() === told, query.toString());
  check('the date has its format', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(at), at);
  const posts = await requestsOf(demonstration, pid, { by: 'post', count: 2 });
  check('they are sent by POST', posts.length === 2, posts);
  const completed = { text: 'Nightly replication: Completed', process: pid, records: 250, ok: true };
  check('the payload is JSON, and says it, too', equals(bodyOf(posts[1]), completed), posts[1]);
  const { 'content-type': type, 'x-profile': header } = posts[1]?.headers ?? {};
  check('it has its content type', type === 'application/json', type);
  check('and its header', header === 'Nightly replication', header);
  check('all of them are signed', [...gets, ...posts].every(isSigned), [...gets, ...posts]);
  await sendErrored(demonstration);
}

/** Whether a request has the signature of Standard Webhooks, as any receiver can compute it. */
function isSigned({ headers, body }: ReceivedRequest): boolean {
  const key = Buffer.from(signingSecret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

async function sendErrored(demonstration: Demonstration): Promise<void> {
  const { call, list } = demonstration;
  const { pid } = (await call('POST', runPaths.base('database-to-source'), { body: { failAt: 200 } })).body;
  await endOf(demonstration, pid);
  const gets = await requestsOf(demonstration, pid, { by: 'get', count: 2 });
  list.check('Errored is sent by GET', equals(eventsIn(gets), ['Started', 'Errored']), gets);
  list.check('with the number of errors', queryOf(gets[1]).get('errors') === '1', gets[1]);
  const posts = await requestsOf(demonstration, pid, { by: 'post', count: 2 });
  const errored = {
    text: 'Nightly replication: Errored',
    process: pid,
    records: 200,
    errors: 1,
    ok: false,
  };
  list.check('and by POST, as the conditions say', equals(bodyOf(posts[1]), errored), posts[1]);
}

/** Section 6: the check-boxes of the events, Save and Test Connection. */
export async function configureNotifications(demonstration: Demonstration): Promise<void> {
  const { call, inbox, list } = demonstration;
  const { section, check } = list;
  section('6    Save and Test Connection');
  const test = await call('POST', '/api/webhooks/status-page/test', { body: {} });
  check('Test Connection sends', test.status === 200, test);
  const { pathname, search } = new URL(test.body.request?.url ?? '', inbox.origin);
  const sent = inbox.requests.find(({ url }) => url === pathname + search);
  check('Started, at once', queryOf(sent).get('event') === 'Started', sent);

  const address = '/api/webhooks/status-page';
  const stored = await call('GET', address);
  const { config = { events: {}, url: '' } } = stored.body;
  const headers = { 'if-match': stored.headers.get('etag') ?? '' };
  const misspelt = { ...config, url: config.url.replace('$profile$', '$profle$') };
  const refused = await call('PUT', address, { headers, body: { config: misspelt } });
  check('Save refuses a template with a mistake, and says which', refused.status === 422, refused);
  const body = { config: { ...config, events: { ...config.events, Completed: false } } };
  const saved = await call('PUT', address, { headers, body });
  check('Save takes a check-box off', saved.status === 200, saved);
  const { pid } = (await call('POST', runPaths.base('full-copy'), { body: { job: { tables: ['orders'] } } }))
    .body;
  await requestsOf(demonstration, pid, { by: 'post', count: 2 });
  const gets = await requestsOf(demonstration, pid, { by: 'get', count: 1 });
  check('then that event is not sent, and the others are', equals(eventsIn(gets), ['Started']), gets);
  const failed = await call('GET', '/api/messages?state=failed');
  check('no message has failed', equals(failed.body.items, []), failed);
}

function queryOf(request: ReceivedRequest | undefined): URLSearchParams {
  return new URL(request?.url ?? '', 'http://inbox').searchParams;
}

function eventsIn(requests: readonly ReceivedRequest[]): readonly (string | null)[] {
  return requests.map(request => queryOf(request).get('event'));
}

function bodyOf(request: ReceivedRequest | undefined): unknown {
  try {
    return JSON.parse(request?.body ?? '');
  } catch {
    return undefined;
  }
}

import { type Demonstration, endOf, runPaths } from './demonstration.ts';

const flow = '/api/flows/replication/full-copy/api';

/** Section 4.4: edit, test and delete how a task can be started from outside. */
export async function configureApi(demonstration: Demonstration): Promise<void> {
  const { call, list } = demonstration;
  const { section, check } = list;
  section('4.4  The API configuration of a flow');
  const found = await call('GET', flow);
  const { baseUrl, endpoints } = found.body;
  check('it shows the base URL', String(baseUrl).endsWith('/api/v2'), found);
  const shown = JSON.stringify(endpoints);
  check('it shows the POST endpoint in both forms', /\/task\/.*\/tasks\//.test(shown), endpoints);
  check('it shows the GET endpoints', /\/status\/.*\/interrupt\//.test(shown), endpoints);

  const edited = await call('PUT', flow, {
    headers: { 'if-match': found.headers.get('etag') ?? '' },
    body: {
      enabled: true,
      parameters: { tables: 'value of list' },
      sampleBody: { what: { list: ['orders'] } },
    },
  });
  check('edit changes it', edited.status === 200, edited);
  const overwritten = await call('PUT', flow, {
    headers: { 'if-match': found.headers.get('etag') ?? '' },
    body: { enabled: false, parameters: {}, sampleBody: null },
  });
  check(
    'edit overwrites nothing that somebody has changed meanwhile',
    overwritten.status === 412,
    overwritten,
  );

  const test = await call('POST', `${flow}/test`, { body: {} });
  check('test starts the task with the sample body', test.status === 202, test);
  const ended = await endOf(demonstration, test.body.pid);
  check('it works with the parameters as they were edited', ended?.recordsProcessed === 250, ended);

  const version = edited.headers.get('etag') ?? '';
  const deleted = await call('DELETE', flow, { headers: { 'if-match': version } });
  check('delete removes it', deleted.status === 204, deleted);
  const run = { body: { what: { list: ['orders'] } } };
  const gone = await call('POST', runPaths.base('full-copy'), run);
  check('then the task cannot be started from outside', gone.status === 404, gone);
  const again = await call('PUT', flow, {
    headers: { 'if-none-match': '*' },
    body: {
      enabled: true,
      parameters: { tables: 'job/tables' },
      sampleBody: { job: { tables: ['orders'] } },
    },
  });
  check('it can be set up again', again.status === 201, again);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basicAuthentication } from '../../../src/api/basic-authentication.ts';
import { createWorkflowApi, type WorkflowApiOptions } from '../../../src/server/processes/workflow-api.ts';
import { captureWarnings } from '../../captured-warnings.ts';
import { heldTask, sampleService } from '../../workflow/sample-service.ts';
import { ada, basic } from '../../workflow/serve-workflow.ts';

const grace = { username: 'grace', password: 'hopper' };

function ask(
  authenticate: WorkflowApiOptions['authenticate'],
  authorization?: string,
  path = '/openapi.json',
  method = 'GET',
) {
  const app = createWorkflowApi(sampleService(), { authenticate });
  const headers = authorization === undefined ? {} : { authorization };
  return app.request(`/api/v2${path}`, { method, headers });
}

it.each([
  ['POST', '/project/etl/task/brief/run?trigger=API'],
  ['POST', '/projects/etl/tasks/brief/run?trigger=API'],
  ['GET', '/status/x'],
  ['GET', '/interrupt/x'],
  ['POST', '/interrupt/x'],
  ['HEAD', '/interrupt/x'],
  ['GET', '/openapi.json'],
  ['DELETE', '/status/x'],
  ['GET', '/nope'],
])('%s %s needs credentials, and says in which form', async (method, path) => {
  const response = await ask([ada], undefined, path, method);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="workflow", charset="UTF-8"');
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

it('an interruption without credentials interrupts nothing', async () => {
  const task = heldTask();
  const service = sampleService({ tasks: { load: task } });
  const { pid } = await service.run('etl', 'load', null);
  const response = await createWorkflowApi(service, { authenticate: [ada] }).request(
    `/api/v2/interrupt/${pid}`,
  );
  expect(response.status).toBe(401);
  expect(task.inputs[0]?.signal.aborted).toBe(false);
});

describe('Basic authentication', () => {
  it.each([
    ['the credentials, in UTF-8', basic(ada)],
    ['those of someone else on the list', basic(grace)],
    ['the scheme in any case', basic(ada).replace('Basic', 'bAsIC')],
    ['more than one blank', basic(ada).replace(' ', '   ')],
    ['letters with marks written apart', basic({ ...ada, password: ada.password.normalize('NFD') })],
  ])('takes %s', async (_, authorization) => {
    expect((await ask([ada, grace], authorization)).status).toBe(200);
  });

  it.each([
    ['an empty header', ''],
    ['another scheme', basic(ada).replace('Basic', 'Bearer')],
    ['no credentials', 'Basic '],
    ['what is not Base64', 'Basic ada:pass'],
    ['no colon', `Basic ${btoa('ada')}`],
    ['another password', basic({ ...ada, password: 'pass' })],
    ['an empty password', basic({ ...ada, password: '' })],
    ['the password of someone else', basic({ ...ada, password: grace.password })],
    ['another name', basic({ ...ada, username: 'Ada' })],
    ['Latin-1', `Basic ${Buffer.from('ada:pass:w\xf6rd', 'latin1').toString('base64')}`],
    ['more after the credentials', `${basic(ada)} x`],
  ])('refuses %s', async (_, authorization) => {
    expect((await ask([ada, grace], authorization)).status).toBe(401);
  });

  it('takes exactly the credentials that are known, whatever they are', () => {
    const username = fc.string({ unit: 'grapheme' }).filter(text => !text.includes(':'));
    const password = fc.string({ unit: 'grapheme', minLength: 1 });
    const credentials = fc.record({ username, password });
    fc.assert(
      fc.property(credentials, credentials, (known, given) => {
        const judge = basicAuthentication([known]);
        const request = (one: typeof known) =>
          new Request('http://x.test', { headers: { authorization: basic(one) } });
        const normal = ({ username, password }: typeof known) => `${username}:${password}`.normalize('NFC');
        expect(judge(request(known))).toBe(true);
        expect(judge(request(given))).toBe(normal(known) === normal(given));
      }),
    );
  });

  it('any header is judged, never an error', () => {
    const judge = basicAuthentication([ada]);
    const header = fc.oneof(
      fc.string(),
      fc.base64String().map(text => `Basic ${text}`),
    );
    fc.assert(
      fc.property(header, authorization => {
        const request = {
          headers: new Headers([['authorization', authorization.replace(/[^\x20-\x7e]/g, '')]]),
        };
        // Only the headers are read.
        expect(judge(request as Request)).toBe(false);
      }),
    );
  });

  it.each([
    [[]],
    [[{ username: 'a:b', password: 'x' }]],
    [[{ username: 'a', password: '' }]],
    [[{ username: 'a' }]],
    [[undefined]],
    [undefined],
    ['ada'],
  ])('%j is refused when the API is made', authenticate => {
    // JavaScript callers can pass anything.
    const options = { authenticate } as unknown as WorkflowApiOptions;
    expect(() => createWorkflowApi(sampleService(), options)).toThrow(/^options\.authenticate/);
  });
});

describe('a judge of requests', () => {
  const byKey = (request: Request): boolean | 'forbidden' => {
    const key = request.headers.get('authorization');
    return key === 'Key guest' ? 'forbidden' : key === 'Key admin';
  };

  it.each([
    ['Key admin', 200],
    ['Key guest', 403],
    ['Key nobody', 401],
  ])('answers %s with %d', async (key, status) => {
    expect((await ask(byKey, key)).status).toBe(status);
    expect((await ask(async request => byKey(request), key)).status).toBe(status);
  });

  it.each([undefined, null, 1, 'yes', {}])('lets nobody in by %j', async access => {
    // A judge in JavaScript can return anything.
    const judge = (() => access) as unknown as () => boolean;
    expect((await ask(judge)).status).toBe(401);
  });

  it('that throws lets nobody in', async () => {
    const warnings = captureWarnings();
    const response = await ask(() => {
      throw new Error('ldap://secret');
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(warnings).toEqual([{ code: 'workflow-request-error', message: expect.stringContaining('500') }]);
  });
});

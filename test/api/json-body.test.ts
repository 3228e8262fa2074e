import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes, readBytes } from '../../src/api/json-body.ts';
import type { JsonValue } from '../../src/output/json/json-value.ts';
import { createWorkflowApi } from '../../src/server/processes/workflow-api.ts';
import { defaults } from '../../src/workflow/service-options.ts';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import type { Task } from '../../src/workflow/task.ts';
import { runs } from '../properties.ts';
import { heldTask, sampleService } from '../workflow/sample-service.ts';
import { serve } from '../workflow/serve-workflow.ts';

const path = '/api/v2/project/etl/task/keep/run?trigger=API';
const json = { 'content-type': 'application/json' };

/** An API whose task keeps the bodies that it is given. */
function keepingApi() {
  const bodies: JsonValue[] = [];
  const keep: Task = {
    profile: 'nightly',
    run: ({ body }) => {
      bodies.push(body);
      return undefined;
    },
  };
  const service = sampleService({ tasks: { keep }, store: createMemoryStore({ maxEnded: 0 }) });
  const app = createWorkflowApi(service, { authenticate: () => true });
  const post = (body: RequestInit['body'], headers: Record<string, string> = json) =>
    app.request(path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  return { app, bodies, post };
}

async function problemOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  return body;
}

describe('a body', () => {
  it.each(['null', '0', '"x"', '[]', ' {"a": {"b": [1.5e3]}}\r\n', '\ufeff{"bom":true}', '{"a":1,"a":2}'])(
    'may be any JSON: %j',
    async text => {
      const { post, bodies } = keepingApi();
      expect((await post(text)).status).toBe(202);
      expect(bodies).toEqual([JSON.parse(text.replace('\ufeff', ''))]);
    },
  );

  it.each([
    ['', 'expected a value, found the end at line 1, column 1', 0, 1, 1],
    ['{"a":1,}', 'after the comma, found `}` at line 1, column 7', 6, 1, 7],
    ['{\n  "a": 1\n  "b": 2\n}', 'found `"` at line 3, column 3', 13, 3, 3],
    ["{'a':1}", "found `'` at line 1, column 2", 1, 1, 2],
    ['[1,2', 'found the end at line 1, column 5', 4, 1, 5],
    ['{"a":NaN}', 'found `NaN` at line 1, column 6', 5, 1, 6],
    ['"é\n"', 'at line 1, column 3', 2, 1, 3],
  ])('that is not JSON is 400 and says where: %j', async (text, detail, offset, line, column) => {
    const response = await keepingApi().post(text);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      code: 'invalid-json',
      detail: expect.stringContaining(detail),
      position: { offset, line, column },
    });
  });

  it('that is not UTF-8 is 400 and says at which byte', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"\ufffdé'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const response = await keepingApi().post(bytes);
    expect(await problemOf(response)).toMatchObject({
      status: 400,
      code: 'invalid-utf8',
      detail: /offset 11\./,
    });
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'text/json, application/json',
  ])('of the type %j is 415', async type => {
    const response = await keepingApi().post(
      Buffer.from('{}'),
      type === undefined ? {} : { 'content-type': type },
    );
    expect(response.status).toBe(415);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x="a;b"'])(
    'of the type %j is taken',
    async type => {
      expect((await keepingApi().post('{}', { 'content-type': type })).status).toBe(202);
    },
  );

  it('that is compressed is 415', async () => {
    const response = await keepingApi().post('{}', { ...json, 'content-encoding': 'gzip' });
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect((await keepingApi().post('{}', { ...json, 'content-encoding': 'identity' })).status).toBe(202);
  });

  it('may have 1 MiB, nested as deep as that allows, also under an idempotency key', async () => {
    expect(maxBodyBytes).toBe(1_048_576);
    const { post, bodies } = keepingApi();
    const deep = '['.repeat(maxBodyBytes / 2) + ']'.repeat(maxBodyBytes / 2);
    expect((await post(deep)).status).toBe(202);
    expect((await post(deep, { ...json, 'idempotency-key': 'k' })).status).toBe(202);
    expect((await post(deep.slice(0, -1))).status).toBe(400);
    expect(bodies).toHaveLength(2);
  });
});

it('bodies of queued runs are bounded in bytes, 16 MiB by default: beyond it is 429', async () => {
  expect(defaults.maxQueuedBytes).toBe(16 * 1024 * 1024);
  const service = sampleService({
    tasks: { keep: heldTask() },
    maxQueuedBytes: 2 * maxBodyBytes,
  });
  const app = createWorkflowApi(service, { authenticate: () => true });
  const body = `[${'[],'.repeat((maxBodyBytes - 4) / 3)}0]`;
  const answers: number[] = [];
  for (let sent = 0; sent < 3; sent++) {
    answers.push((await app.request(path, { method: 'POST', headers: json, body })).status);
  }
  expect(body).toHaveLength(maxBodyBytes - 1);
  expect(answers).toEqual([202, 202, 429]);
});

describe('a body of more than 1 MiB is 413 over real HTTP', () => {
  const chunk = Buffer.alloc(65_536, 0x20);

  /** Sends a body in chunks, and resolves to the status as soon as there is one. */
  function send(origin: string, chunks: number, headers: Record<string, string | number>): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(origin + path, { method: 'POST', headers: { ...json, ...headers } });
      request.on('response', response => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      const write = (left: number): void => {
        if (left === 0) request.end('{}');
        else if (!request.destroyed) request.write(chunk, () => write(left - 1));
      };
      write(chunks);
    });
  }

  it('whether its length is announced or only found', async () => {
    const { app, bodies } = keepingApi();
    const origin = await serve(app.fetch);
    expect(await send(origin, 17, { 'content-length': 17 * chunk.length + 2 })).toBe(413);
    expect(await send(origin, 16, {})).toBe(413);
    expect(await send(origin, 4000, {})).toBe(413);
    expect(bodies).toEqual([]);
    expect(await send(origin, 15, {})).toBe(202);
    expect(bodies).toEqual([{}]);
  });
});

it('a short body takes its room before it arrives, a longer one as it does', async () => {
  const taken: number[] = [];
  const take = (count: number): void => {
    taken.push(count);
    if (taken.length > 1) throw new Error('There is no room.');
  };
  const read = (length: number, body: ReadableStream): Promise<Uint8Array> => {
    const headers = { 'content-length': String(length) };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    return readBytes(new Request('http://localhost', init), maxBodyBytes, take);
  };
  const silent = () => new ReadableStream();
  const one = () => new ReadableStream({ start: controller => controller.enqueue(new Uint8Array(1)) });
  void read(16_384, silent());
  expect(taken).toEqual([16_384]);
  await expect(read(16_384, silent())).rejects.toThrow('There is no room.');
  await expect(read(16_385, one())).rejects.toThrow('There is no room.');
  expect(taken).toEqual([16_384, 16_384, 1]);
});

describe('whatever is sent', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map(text => Buffer.from(text)),
    fc.tuple(fc.json(), fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([text, at, more]) => {
      const buffer = Buffer.from(text);
      const index = at % (buffer.length + 1);
      return Buffer.concat([buffer.subarray(0, index), more, buffer.subarray(index + 1)]);
    }),
  );

  it('any byte string as a body is 202 exactly where it is JSON, and 400 otherwise', async () => {
    const { post } = keepingApi();
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (body, hasKey) => {
        const { status } = await post(body, hasKey ? { ...json, 'idempotency-key': 'k' } : json);
        expect(status).toBe(isJson(body) ? 202 : 400);
      }),
      { numRuns: runs(500) },
    );
  });

  function isJson(body: Uint8Array): boolean {
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
      return true;
    } catch {
      return false;
    }
  }

  it('any headers give an answer that is foreseen', async () => {
    const { post } = keepingApi();
    const value = fc.string({ maxLength: 30 }).map(text => text.replace(/[^\x20-\x7e]/g, ''));
    const headers = fc.record({
      'content-type': fc.oneof(fc.constant('application/json'), value),
      'idempotency-key': value,
    });
    await fc.assert(
      fc.asyncProperty(headers, async given => {
        expect([202, 400, 415, 422]).toContain((await post('{}', given)).status);
      }),
    );
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { maxBodyBytes } from '../../../src/api/json-body.ts';
import { createWorkflowApi } from '../../../src/server/processes/workflow-api.ts';
import { sampleService } from '../../workflow/sample-service.ts';
import { ada, basic, serve } from '../../workflow/serve-workflow.ts';

const path = '/api/v2/project/etl/task/brief/run?trigger=API';

function serveApi(): Promise<string> {
  return serve(createWorkflowApi(sampleService(), { authenticate: [ada] }).fetch);
}

/** A client with one connection, and what it does with bodies of this API. */
function clientOf(origin: string) {
  const agent = new Agent({ connections: 1 });
  onTestFinished(() => agent.destroy());
  return async (body: string | Buffer, authorization = basic(ada)) => {
    const headers = { 'content-type': 'application/json', authorization };
    const answer = await request(origin + path, { dispatcher: agent, method: 'POST', headers, body });
    await answer.body.dump();
    const { connection = 'none' } = answer.headers;
    return [answer.statusCode, connection];
  };
}

it('413 says that the connection closes, and the next request of the same client is answered', async () => {
  const post = clientOf(await serveApi());
  for (let round = 0; round < 10; round++) {
    expect(await post(Buffer.alloc(maxBodyBytes + 1, 0x20))).toEqual([413, 'close']);
    expect(await post('{}')).toEqual([202, 'keep-alive']);
  }
});

it('an answer to a body that was read keeps the connection; one to a body that was not says that it closes', async () => {
  const post = clientOf(await serveApi());
  expect(await post('{"a":')).toEqual([400, 'keep-alive']);
  expect(await post('{}', 'Basic bm86')).toEqual([401, 'close']);
  expect(await post('', 'Basic bm86')).toEqual([401, 'keep-alive']);
  expect(await post('{}')).toEqual([202, 'keep-alive']);
});

it('401 during a slow upload says that the connection closes, and it does', async () => {
  const { hostname, port } = new URL(await serveApi());
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`);
  socket.write('content-length: 1000\r\n\r\n{"a":');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
});

import { expect, it } from 'vitest';
import { AnswerReader } from '../../../src/delivery/wire/answer-reader.ts';
import { parseWireRequest } from '../../../src/delivery/wire/request.ts';
import { createTracedAgent } from '../../../src/delivery/wire/traced-agent.ts';
import { get } from '../loopback-dispatcher.ts';

it('nothing is dialled for a request that was given up before', async () => {
  const dialled: string[] = [];
  const agent = createTracedAgent(({ hostname }, _, callback) => {
    dialled.push(hostname);
    // After such an error the client makes the connection anew.
    setImmediate(() => callback(Object.assign(new Error('lost'), { code: 'UND_ERR_SOCKET' }), null));
  }, 1);
  const dispatch = (url: string, prepare: (reader: AnswerReader) => void = () => {}): AnswerReader => {
    const wire = parseWireRequest(get(url), 'x');
    if (!wire) throw new Error('not a URL');
    const reader = new AnswerReader(wire, 0, () => {});
    prepare(reader);
    agent.dispatch({ origin: wire.origin, path: wire.path, method: 'GET' }, reader);
    return reader;
  };
  dispatch('http://given-up.test/', reader => reader.stop('aborted'));
  dispatch('http://given-up-later.test/').stop('aborted');
  dispatch('http://waited-for.test/');
  await expect.poll(() => dialled.filter(name => name === 'waited-for.test').length).toBeGreaterThan(1);
  await agent.destroy();
  expect(dialled.filter(name => name !== 'waited-for.test')).toEqual(['given-up-later.test']);
});

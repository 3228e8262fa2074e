import { expect, it } from 'vitest';
import { concernedEvents } from '../../src/editor/element/diagnostics.ts';
import { defineEvents, processEvents, validateWebhook } from '../../src/index.ts';

const all = processEvents.names;

/** Which events each problem of a payload is said to be found for. */
function concerned(payload: string, enabled: readonly string[] = all) {
  const config = {
    profile: 'nightly',
    events: Object.fromEntries(enabled.map(name => [name, true])),
    method: 'POST',
    url: 'https://chat.example.com',
    contentType: 'application/json',
    payload,
  };
  return validateWebhook(config).map(each => concernedEvents(each, processEvents, enabled));
}

it('a problem names the events whose constants allow the condition that it was found under', () => {
  expect(concerned('{"a": 1$if(isError)$,$endif$}')).toEqual([['Errored']]);
  expect(concerned('{"a": 1$if(!isError)$,$endif$}')).toEqual([['Started', 'Completed']]);
  expect(concerned('{"a": 1$if(event == "Completed")$,$endif$}')).toEqual([['Completed']]);
  expect(concerned('{"a": 1$if(isError && errorCount > 3)$,$endif$}')).toEqual([['Errored']]);
});

it('a problem names no events where all that are on have it, or none by what is known of them', () => {
  expect(concerned('{"a": 1,}')).toEqual([[]]);
  expect(concerned('{"a": 1$if(errorCount > 3)$,$endif$}')).toEqual([[]]);
  expect(concerned('{"a": 1$if(isError)$,$endif$}', ['Errored'])).toEqual([[]]);
  expect(concerned('{"a": 1$if(isError && event == "Started")$,$endif$}')).toEqual([[]]);
});

it('events are called what people call them', () => {
  const catalogue = defineEvents({
    variables: { late: 'boolean' },
    events: {
      'order.placed': { title: 'Placed', constants: { late: false } },
      'order.late': { title: 'Late', constants: { late: true } },
    },
  });
  const problem = { facts: { when: 'when `late` is true' } } as Parameters<typeof concernedEvents>[0];
  expect(concernedEvents(problem, catalogue, catalogue.names)).toEqual(['Late']);
});

import { expect, it } from 'vitest';
import { isOptional, processVariables } from '../../../src/template/resolve/variables.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { processFacts } from '../process-facts.ts';

const date = new Date('2026-03-04T05:06:07Z');

it.each([
  ['Started', false],
  ['Completed', false],
  ['Errored', true],
] as const)('the event %s is an error: %s', (event, isError) => {
  expect(processEvents.create(event, { ...processFacts, profile: 'p', date })).toEqual({
    ...processFacts,
    event,
    isError,
    date,
  });
});

it('the processes of a workflow have three events, with the same variables', () => {
  expect(processEvents.names).toEqual(['Started', 'Completed', 'Errored']);
  const { Started, Completed, Errored } = processEvents.events;
  for (const { variables } of [Started, Completed, Errored])
    expect(new Set(Object.keys(variables))).toEqual(new Set(Object.keys(processVariables)));
  const optionalIn = ({ variables }: typeof Started) =>
    Object.entries(variables).flatMap(([name, type]) => (isOptional(type) ? name : []));
  expect(optionalIn(Started)).toEqual(['errorMessage', 'durationSeconds']);
  expect(optionalIn(Completed)).toEqual(['errorMessage']);
  expect(optionalIn(Errored)).toEqual(['errorMessage', 'startedAt']);
});

it('a sample is what a process of a minute and a half may come to', () => {
  const clock = { now: () => date.getTime() };
  const startedAt = new Date('2026-03-04T05:04:32Z');
  expect(processEvents.sample('Started', clock)).toMatchObject({
    date,
    startedAt: date,
    sequence: 1,
    errorCount: 0,
    recordsProcessed: 0,
  });
  expect(processEvents.sample('Completed', clock)).toMatchObject({
    date,
    startedAt,
    sequence: 2,
    durationSeconds: 95,
    errorCount: 0,
    recordsProcessed: 1250,
  });
  expect(processEvents.sample('Errored', clock)).toMatchObject({
    isError: true,
    errorCount: 3,
    recordsProcessed: 1180,
    errorMessage: 'The source closed the connection',
  });
});

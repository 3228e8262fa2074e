import { optional, processVariables } from '../../template/resolve/variables.ts';
import { defineEvents } from './define-events.ts';
import type { EventOf } from './event-catalogue.ts';

const {
  event: _event,
  date: _date,
  startedAt: _startedAt,
  durationSeconds: _durationSeconds,
  ...variables
} = processVariables;

const sample = {
  profile: 'Nightly copy',
  pid: '6f1c2f9e-0b57-4c0e-9c43-5d1a2f7b8e90',
  errorCount: 0,
  recordsProcessed: 0,
};
const sampleSeconds = 95;

/** The counts of a process at its end, and the time when it started. */
function sampleEnd(date: Date) {
  return {
    ...sample,
    sequence: 2,
    startedAt: new Date(date.getTime() - sampleSeconds * 1000),
    durationSeconds: sampleSeconds,
  };
}

/** The events of processes: the default catalogue of webhooks. */
export const processEvents = defineEvents({
  variables,
  events: {
    Started: {
      title: 'Started',
      description: 'A process starts running.',
      variables: { startedAt: 'date', durationSeconds: optional('number') },
      constants: { isError: false },
      sample: startedAt => ({ ...sample, sequence: 1, startedAt }),
    },
    Completed: {
      title: 'Completed',
      description: 'A process completes.',
      variables: { startedAt: 'date', durationSeconds: 'number' },
      constants: { isError: false },
      sample: date => ({ ...sampleEnd(date), recordsProcessed: 1250 }),
    },
    Errored: {
      title: 'Errored',
      description: 'An error occurs in a process, or the process fails.',
      // One that is interrupted in the queue has never started.
      variables: { startedAt: optional('date'), durationSeconds: 'number' },
      constants: { isError: true },
      sample: date => ({
        ...sampleEnd(date),
        errorCount: 3,
        recordsProcessed: 1180,
        errorMessage: 'The source closed the connection',
      }),
    },
  },
});

export type ProcessEvents = typeof processEvents;
export type ProcessEvent = EventOf<ProcessEvents>;
export type EventName = ProcessEvent['event'];

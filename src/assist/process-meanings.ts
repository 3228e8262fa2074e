import type { ProcessVariables } from '../template/resolve/variables.ts';

/** What the variables of a process event mean, in the words of the language reference. */
export const processMeanings: Readonly<Record<keyof ProcessVariables, string>> = {
  event: 'what happened',
  isError: 'whether the event is `Errored`',
  errorCount: 'the number of objects with errors',
  recordsProcessed: 'inserted plus updated records, over all objects',
  profile: 'the name of the profile',
  date: 'when it happened; the same in every attempt to deliver it',
  pid: 'identifies the process: receivers group its events by it',
  sequence: 'the number of the event within its process, from 1: receivers sort by it',
  startedAt: 'when the process started',
  durationSeconds: 'how long it has been running',
  errorMessage:
    'why it failed: at most 1,000 characters where the workflow API reports it, otherwise the whole text of the event',
};

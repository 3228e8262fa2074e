import type { ContextOf, ProcessVariables } from '../../src/template/resolve/variables.ts';

type Named = 'event' | 'isError' | 'errorCount' | 'recordsProcessed' | 'profile' | 'date';

/** An event as most tests want it. */
export const errored: Pick<ContextOf<ProcessVariables>, Named> = {
  event: 'Errored',
  isError: true,
  errorCount: 3,
  recordsProcessed: 1250,
  profile: 'Acme nightly',
  date: new Date('2023-11-14T22:13:20.123Z'),
};

export const completed: Pick<ContextOf<ProcessVariables>, Named> = {
  ...errored,
  event: 'Completed',
  isError: false,
  errorCount: 0,
};

/** The facts that every process has at its end. */
export const processFacts = {
  profile: 'p',
  pid: '7',
  sequence: 2,
  errorCount: 0,
  recordsProcessed: 0,
  startedAt: new Date('2026-03-04T05:06:00Z'),
  durationSeconds: 7,
};

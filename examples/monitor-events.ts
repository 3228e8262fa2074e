import { defineEvents, listOf, optional } from '../src/index.ts';

const monitor = { name: 'Shop "EU" \\ checkout', url: 'https://shop.example.com/health?full=1&x=a b' };
const checks = [{ from: 'Frankfurt', milliseconds: 30_000 }, { from: 'São Paulo' }];

/** Events of a program that watches other machines. */
export const monitorEvents = defineEvents({
  variables: {
    monitor: { name: 'string', url: 'string' },
    isDown: 'boolean',
    /** The latest from each place; one that had no answer took no time. */
    checks: optional(listOf({ from: 'string', milliseconds: optional('number') })),
    /** An id that the beginning and the end of an outage share. */
    outage: optional('string'),
  },
  events: {
    'monitor.down': {
      title: 'Down',
      description: 'A machine does not answer any more.',
      constants: { isDown: true },
      variables: { reason: 'string' },
      sample: {
        monitor,
        checks,
        outage: 'o-17',
        reason: 'No answer for 30 s: "ETIMEDOUT"',
      },
    },
    'monitor.up': {
      title: 'Up again',
      description: 'A machine answers again.',
      constants: { isDown: false },
      variables: { downSeconds: 'number' },
      sample: {
        monitor,
        checks,
        outage: 'o-17',
        downSeconds: 642,
      },
    },
    'certificate.expiring': {
      title: 'Certificate expires soon',
      constants: { isDown: false },
      variables: { expiresAt: 'date' },
      sample: date => ({ monitor, expiresAt: new Date(date.getTime() + 7 * 24 * 60 * 60 * 1000) }),
    },
  },
});

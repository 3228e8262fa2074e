import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';

/** A check of healthchecks.io: it is pinged, and says so when a ping fails to come or says that something failed. */
export const healthchecksIo: Receiver = {
  id: 'healthchecks-io',
  name: 'healthchecks.io',
  category: 'monitoring',
  about: 'Monitoring URL of a scheduled job',
  hosts: ['hc-ping.com'],
  method: 'GET',
  url: catalogue => {
    const failed = { critical: '/fail', error: '/fail', warning: '', info: '', ok: '' };
    return `https://hc-ping.com/YOUR_CHECK_UUID${new EventSummary(catalogue).level(failed)}`;
  },
  setup: 'On healthchecks.io, each check shows its ping address.',
  documentation: ['https://healthchecks.io/docs/http_api/'],
  checked: '2026-11',
  secret: 'url',
};

import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { parameter } from './writing.ts';

/** A push monitor of Uptime Kuma. */
export const uptimeKuma: Receiver = {
  id: 'uptime-kuma',
  name: 'Uptime Kuma',
  category: 'monitoring',
  about: 'Monitoring URL of a Push monitor',
  hosts: [],
  method: 'GET',
  url: catalogue => {
    const message = new EventSummary(catalogue);
    const status = message.level({ critical: 'down', error: 'down', warning: 'up', info: 'up', ok: 'up' });
    return `https://YOUR_HOST/api/push/YOUR_TOKEN?status=${status}&msg=${message.title(parameter, 200)}`;
  },
  setup: 'In Uptime Kuma, a monitor of the type "Push" shows its address.',
  documentation: ['https://github.com/louislam/uptime-kuma/wiki/Internal-API'],
  checked: '2026-11',
  secret: 'url',
};

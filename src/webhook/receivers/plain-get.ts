import { isList } from '../../template/resolve/variables.ts';
import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';

/** Whoever takes the parameters of an address: one for every variable but lists. */
export const plainGet: Receiver = {
  id: 'plain-get',
  name: 'Call a URL',
  category: 'generic',
  about: 'GET with every variable: monitoring, health checks, pings',
  hosts: [],
  method: 'GET',
  url: catalogue => {
    const parameters = new EventSummary(catalogue).each(({ path, type }, isFirst) =>
      isList(type) ? '' : `${isFirst ? '' : '&'}${path}=$${path}$`,
    );
    return `https://YOUR_HOST/YOUR_PATH?${parameters}`;
  },
  documentation: [],
  checked: '2026-11',
};

import type { Delivery, Endpoint, Flow, Items, Page, Process, Profile } from '../api/answers.ts';
import type { Api } from '../api/api.ts';

/** What there is, as far as the first page tells of it. */
export interface Overview {
  readonly profiles: readonly Profile[];
  readonly flows: readonly Flow[];
  readonly endpoints: readonly Endpoint[];
  readonly running: readonly Process[];
  /** The newest ones. */
  readonly processes: readonly Process[];
  /** Of the last day, as many as a page has. */
  readonly failed: Page<Delivery>;
  /** The same of the processes that ended in error. */
  readonly errored: Page<Process>;
}

const day = 86_400_000;

export async function readOverview(api: Api, now: number, signal: AbortSignal): Promise<Overview> {
  const since = new Date(now - day).toISOString();
  const [profiles, flows, endpoints, running, processes, failed, errored] = await Promise.all([
    api.get<Items<Profile>>('api/profiles', { signal }),
    api.get<Items<Flow>>('api/flows', { signal }),
    api.get<Items<Endpoint>>('api/endpoints', { signal }),
    api.get<Page<Process>>('api/processes', { query: { status: 'unfinished', limit: 10 }, signal }),
    api.get<Page<Process>>('api/processes', { query: { limit: 5 }, signal }),
    api.get<Page<Delivery>>('api/deliveries', { query: { state: 'failed', since, limit: 100 }, signal }),
    api.get<Page<Process>>('api/processes', { query: { status: 'error', limit: 100 }, signal }),
  ]);
  const recent = errored.items.filter(({ endedAt }) => endedAt !== null && endedAt >= since);
  return {
    profiles: profiles.items,
    flows: flows.items,
    endpoints: endpoints.items,
    running: running.items,
    processes: processes.items,
    failed,
    errored: recent.length < errored.items.length ? { items: recent } : errored,
  };
}

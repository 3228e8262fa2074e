import type { Page, Process, ProcessState } from '../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf } from '../frame/address.ts';
import type { Screen } from '../frame/screen.ts';
import { Following } from '../parts/following.ts';
import { LiveList } from '../parts/lists/live-list.ts';
import { RowOrder } from '../parts/lists/row-order.ts';
import { Ticking } from '../parts/ticking.ts';
import { processColumns } from './process-table.ts';

/** Which processes a list shows. */
export interface ProcessFilter {
  /** A state, or `unfinished`. */
  readonly status?: string | undefined;
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
}

/** A list of processes on a screen, which follows what happens to them. */
export function createProcessList(screen: Screen, filter: () => ProcessFilter): LiveList<Process> {
  const list = new LiveList<Process>(screen, {
    filter: () => ({ ...filter() }),
    matches: ({ status }) => isIn(status, filter().status),
    order: new RowOrder(screen, { columns: processColumns({ flows: 'shown' }), newest: 'Started' }),
    idOf: ({ pid }) => pid,
    load: (wanted, signal) =>
      screen.studio.api.get<Page<Process>>('api/processes', { query: { ...filter(), ...wanted }, signal }),
    loadOne: (pid, signal) => screen.studio.api.get<Process>(pathOf('api', 'processes', pid), { signal }),
  });
  const concerns = (change: Change): boolean => {
    if (change.kind !== 'process') return false;
    const { pid, projectId, taskId, ...news } = change.data;
    const wanted = filter();
    list.patch(pid, process => ({ ...process, ...news }));
    return (wanted.projectId ?? projectId) === projectId && (wanted.taskId ?? taskId) === taskId;
  };
  new Following(screen, { concerns, refresh: () => list.refresh() });
  new Ticking(screen, 1000);
  return list;
}

function isIn(status: ProcessState, wanted: string | undefined): boolean {
  if (wanted === 'unfinished') return status === 'queued' || status === 'running';
  return (wanted ?? status) === status;
}

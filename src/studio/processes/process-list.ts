import type { Page, Process } from '../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import type { Screen } from '../frame/screen.ts';
import { Following } from '../parts/following.ts';
import { LiveList } from '../parts/live-list.ts';
import { Ticking } from '../parts/ticking.ts';

/** Which processes a list shows. */
export interface ProcessFilter {
  readonly status?: string | undefined;
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
}

/** A list of processes on a screen, which follows what happens to them. */
export function createProcessList(screen: Screen, filter: () => ProcessFilter): LiveList<Process> {
  const list = new LiveList<Process>(screen, {
    idOf: ({ pid }) => pid,
    load: (wanted, signal) =>
      screen.studio.api.get<Page<Process>>('api/processes', { query: { ...filter(), ...wanted }, signal }),
  });
  const concerns = (change: Change): boolean => {
    if (change.kind !== 'process') return false;
    const { pid, projectId, taskId, recordsProcessed, errorCount } = change.data;
    const wanted = filter();
    list.patch(pid, process => ({ ...process, recordsProcessed, errorCount }));
    return (wanted.projectId ?? projectId) === projectId && (wanted.taskId ?? taskId) === taskId;
  };
  new Following(screen, { concerns, refresh: () => list.refresh() });
  new Ticking(screen, 1000);
  return list;
}

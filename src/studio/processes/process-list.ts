import { html, nothing, type TemplateResult } from 'lit';
import type { Page, Process, ProcessState } from '../../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf } from '../frame/router.ts';
import type { Screen } from '../frame/screen.ts';
import { formatCount } from '../parts/counts.ts';
import { type Column, dataTable, departure, RowOrder } from '../parts/data-table.ts';
import { Following, Ticking } from '../parts/following.ts';
import { LiveList } from '../parts/live-list.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { processBadge, processBadges } from '../parts/states.ts';
import { ago, formatDuration } from '../parts/time.ts';

/** The filter of a list of processes. */
interface ProcessFilter {
  /** A state, or `unfinished`. */
  readonly status?: string | undefined;
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
}

/** A list of processes that follows changes. */
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
  new Following(screen, { concerns, refresh: () => list.refresh(), recover: () => list.recover() });
  new Ticking(screen, 1000);
  return list;
}

function isIn(status: ProcessState, wanted: string | undefined): boolean {
  if (wanted === 'unfinished') return status === 'queued' || status === 'running';
  return (wanted ?? status) === status;
}

interface ProcessTable {
  /** Whether rows name their flow. */
  readonly flows: 'shown' | 'known';
  /** The list that they belong to; absent for a few that nobody sorts. */
  readonly list?: LiveList<Process>;
}

export function processTable(items: readonly Process[], table: ProcessTable): TemplateResult {
  const { list } = table;
  return dataTable(items, {
    name: list ? 'Processes' : 'Processes, the newest first',
    columns: processColumns(table),
    idOf: ({ pid }) => pid,
    list,
  });
}

function processColumns(table: ProcessTable): readonly Column<Process>[] {
  const now = Date.now();
  return [
    {
      title: 'State',
      look: 'state-cell',
      cell: ({ status }) => processBadge(status),
      by: ({ status }) => processBadges[status].word,
    },
    {
      title: 'Process',
      cell: process => title(process, table),
      by: ({ projectId, taskId, pid }) => `${projectId} / ${taskId} ${pid}`,
    },
    {
      title: 'Records',
      look: 'number secondary',
      cell: ({ recordsProcessed }) => formatCount(recordsProcessed),
      by: ({ recordsProcessed }) => recordsProcessed,
      first: 'descending',
    },
    {
      title: 'With errors',
      look: 'number secondary',
      cell: ({ errorCount }) => formatCount(errorCount),
      by: ({ errorCount }) => errorCount,
      first: 'descending',
    },
    {
      title: profileLabel(),
      hint: 'Its webhooks are notified',
      look: 'secondary breaks',
      cell: ({ profile = '–' }) => profile,
      by: ({ profile = '' }) => profile,
    },
    {
      title: 'Started',
      look: 'time secondary',
      cell: ({ startedAt, createdAt }) => ago(startedAt ?? createdAt, now),
      by: ({ createdAt }) => Date.parse(createdAt),
      first: 'descending',
    },
    {
      title: 'Duration',
      look: 'number',
      cell: process => formatElapsed(process, now),
      by: process => elapsedMs(process, Date.now()) ?? -1,
      first: 'descending',
    },
  ];
}

function title(process: Process, { flows, list }: ProcessTable): TemplateResult {
  const { pid, projectId, taskId, error } = process;
  const flow = flows === 'shown' ? html`${projectId} / ${taskId} ` : nothing;
  return html`<a class="row-link" href=${pathOf('processes', pid)}>${flow}<code>${shortPid(pid)}</code></a>
    ${departure(list, process)}
    ${error === undefined ? nothing : html`<span class="under">${error}</span>`}`;
}

/** Stands in the address of a flow for a run that has not begun. */
export const newRun = 'new';

/** Long enough to distinguish the processes of a page. */
export function shortPid(pid: string): string {
  return pid.length > 12 ? pid.slice(0, 8) : pid;
}

/** The time from its start to its end, or until now. */
export function formatElapsed(process: Process, now: number): string {
  const ms = elapsedMs(process, now);
  return ms === undefined ? '–' : formatDuration(ms);
}

function elapsedMs({ startedAt, endedAt }: Process, now: number): number | undefined {
  if (startedAt === null) return undefined;
  return (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt);
}

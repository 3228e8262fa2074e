import { html, nothing, type TemplateResult } from 'lit';
import type { Process } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { dataTable } from '../parts/lists/data-table.ts';
import { departure } from '../parts/lists/list-states.ts';
import type { LiveList } from '../parts/lists/live-list.ts';
import type { Column } from '../parts/lists/row-order.ts';
import { processState, processStates } from '../parts/states.ts';
import { ago, formatDuration } from '../parts/time.ts';

export interface ProcessTable {
  /** Whether each says which flow it is of. */
  readonly flows: 'shown' | 'known';
  /** The list that they are; absent for a few that nobody sorts. */
  readonly list?: LiveList<Process>;
}

export function processTable(items: readonly Process[], table: ProcessTable): TemplateResult {
  const { list } = table;
  return dataTable(items, {
    name: 'Processes',
    columns: processColumns(table),
    idOf: ({ pid }) => pid,
    list,
  });
}

export function processColumns(table: ProcessTable): readonly Column<Process>[] {
  const now = Date.now();
  return [
    {
      word: 'State',
      look: 'state-cell',
      cell: ({ status }) => processState(status),
      by: ({ status }) => processStates[status].word,
    },
    {
      word: 'Process',
      cell: process => title(process, table),
      by: ({ projectId, taskId, pid }) => `${projectId} / ${taskId} ${pid}`,
    },
    {
      word: 'Records',
      look: 'number secondary',
      cell: ({ recordsProcessed }) => formatCount(recordsProcessed),
      by: ({ recordsProcessed }) => recordsProcessed,
      first: 'descending',
    },
    {
      word: 'Errors',
      look: 'number secondary',
      cell: ({ errorCount }) => formatCount(errorCount),
      by: ({ errorCount }) => errorCount,
      first: 'descending',
    },
    {
      word: 'Started',
      look: 'time secondary',
      cell: ({ startedAt, createdAt }) => ago(startedAt ?? createdAt, now),
      by: ({ createdAt }) => Date.parse(createdAt),
      first: 'descending',
    },
    {
      word: 'Duration',
      look: 'number',
      cell: process => formatElapsed(process, now),
      by: process => elapsedMs(process, Date.now()) ?? -1,
      first: 'descending',
    },
  ];
}

function title(process: Process, { flows, list }: ProcessTable): TemplateResult {
  const { pid, projectId, taskId, recordsProcessed, error } = process;
  const flow = flows === 'shown' ? html`${projectId} / ${taskId} ` : nothing;
  return html`<a href=${pathOf('processes', pid)}>${flow}<code>${shortPid(pid)}</code></a>
    ${departure(list, process)}
    <span class="under narrow">${counted(recordsProcessed, 'record')}</span>
    ${error === undefined ? nothing : html`<span class="under">${error}</span>`}`;
}

/** Enough to tell processes of a page apart. */
export function shortPid(pid: string): string {
  return pid.length > 12 ? pid.slice(0, 8) : pid;
}

/** From its start to its end, or until now. */
export function formatElapsed(process: Process, now: number): string {
  const ms = elapsedMs(process, now);
  return ms === undefined ? '–' : formatDuration(ms);
}

function elapsedMs({ startedAt, endedAt }: Process, now: number): number | undefined {
  if (startedAt === null) return undefined;
  return (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt);
}

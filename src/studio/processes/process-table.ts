import { html, nothing, type TemplateResult } from 'lit';
import type { Process } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { processState } from '../parts/states.ts';
import { ago, formatDuration } from '../parts/time.ts';

export interface ProcessTable {
  readonly now: number;
  /** Whether each says which flow it is of. */
  readonly flows: 'shown' | 'known';
}

/** Processes, the newest first. */
export function processTable(items: readonly Process[], { now, flows }: ProcessTable): TemplateResult {
  return html`<table>
    <caption class="unseen">Processes, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">State</th>
        <th scope="col">Process</th>
        <th scope="col" class="number secondary">Records</th>
        <th scope="col" class="number secondary">Errors</th>
        <th scope="col" class="secondary">Started</th>
        <th scope="col" class="number">Duration</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(process => row(process, { now, flows }))}
    </tbody>
  </table>`;
}

function row(process: Process, { now, flows }: ProcessTable): TemplateResult {
  const { pid, status, projectId, taskId, recordsProcessed, errorCount, error } = process;
  return html`<tr>
    <td class="state-cell">${processState(status)}</td>
    <td>
      <a href=${pathOf('processes', pid)}>
        ${flows === 'shown' ? html`${projectId} / ${taskId} ` : nothing}<code>${shortPid(pid)}</code>
      </a>
      <span class="under narrow">${counted(recordsProcessed, 'record')}</span>
      ${error === undefined ? nothing : html`<span class="under">${error}</span>`}
    </td>
    <td class="number secondary">${formatCount(recordsProcessed)}</td>
    <td class="number secondary">${formatCount(errorCount)}</td>
    <td class="time secondary">${ago(process.startedAt ?? process.createdAt, now)}</td>
    <td class="number">${durationOf(process, now)}</td>
  </tr>`;
}

/** Enough to tell processes of a page apart. */
export function shortPid(pid: string): string {
  return pid.length > 12 ? pid.slice(0, 8) : pid;
}

/** From its start to its end, or until now. */
export function durationOf({ startedAt, endedAt }: Process, now: number): string {
  if (startedAt === null) return '–';
  const end = endedAt === null ? now : Date.parse(endedAt);
  return formatDuration(end - Date.parse(startedAt));
}

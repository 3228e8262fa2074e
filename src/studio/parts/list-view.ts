import { html, nothing, type TemplateResult } from 'lit';
import { ArrowUp } from 'lucide-static';
import { actionButton } from './acting.ts';
import { counted, formatCount } from './counts.ts';
import { field } from './form.ts';
import { icon } from './icon.ts';
import type { LiveList } from './live-list.ts';
import { failureNotice, loading, notLoaded } from './loaded.ts';

interface ListStates<T> {
  /** The noun for one item. */
  readonly one: string;
  readonly many: string;
  /** Shown if there are none. */
  readonly none: () => TemplateResult;
  readonly show: (items: readonly T[]) => TemplateResult;
}

/** A list in pages: loading, empty, failed, or its rows with a note about new ones. */
export function listStates<T>(list: LiveList<T>, states: ListStates<T>): TemplateResult {
  const { items, problem } = list;
  const retry = () => void list.reload();
  if (!items) return problem ? notLoaded(problem, retry) : loading();
  return html`
    ${problem ? failureNotice(problem, retry) : nothing}
    <div class="news">${news(list, states)} ${items.length > 0 ? sorting(list, states) : nothing}</div>
    ${items.length === 0 ? states.none() : states.show(items)} ${pager(list, states)}
  `;
}

/** A note about new and departed rows, which wait to be shown. It is announced once, however many more come. */
function news<T>(list: LiveList<T>, states: ListStates<T>): TemplateResult {
  const words = newsWords(list, states);
  return html`<span class="unseen" role="status">${words === '' ? '' : `The list of ${states.many} has changed.`}</span>
    ${
      words === ''
        ? nothing
        : html`<button type="button" class="button small" @click=${() => void list.reload()}>
            ${icon(ArrowUp)} ${words}
          </button>`
    }`;
}

/** `Show 3 new processes`, `Show 1 new process, hide 2 no longer listed` */
function newsWords<T>({ news, hasMoreNews, departed }: LiveList<T>, { one, many }: ListStates<T>): string {
  const shown = `${formatCount(news)}${hasMoreNews ? '+' : ''} new ${news === 1 ? one : many}`;
  const hidden = `${formatCount(departed)} no longer listed`;
  if (news > 0) return departed > 0 ? `Show ${shown}, hide ${hidden}` : `Show ${shown}`;
  return departed > 0 ? `Hide ${hidden}` : '';
}

/** The choice of an order, unless the newest come first; only the rows shown are sorted. */
function sorting<T>(
  { order, items = [], hasOlder }: LiveList<T>,
  { one, many }: ListStates<T>,
): TemplateResult {
  const { column } = order;
  const among = hasOlder
    ? `, among the ${counted(items.length, one, many)} shown: older ones may belong between them`
    : '';
  return html`<span role="status">${column ? `Sorted by ${column.title}${among}.` : ''}</span>
    ${column ? html`<button type="button" class="button small" @click=${() => order.forget()}>Newest first</button>` : nothing}`;
}

function pager<T>(list: LiveList<T>, { one, many }: ListStates<T>): TemplateResult | typeof nothing {
  const { items = [], hasOlder, isExtending } = list;
  if (!hasOlder) return nothing;
  return html`<div class="pager">
    ${actionButton({ word: 'Older', isBusy: isExtending, act: () => void list.older() })}
    <span class="quiet">${counted(items.length, one, many)} shown</span>
  </div>`;
}

interface TimeFilter {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly choose: (value: string) => void;
}

/** A time, in ISO 8601, that is entered by the clock of the reader. */
export function timeFilter({ label, chosen, choose }: TimeFilter): TemplateResult {
  return field({
    label,
    kind: 'datetime-local',
    value: chosen === undefined ? '' : localTime(new Date(chosen)),
    change: value => choose(value === '' ? '' : new Date(value).toISOString()),
  });
}

/** `2026-11-25T14:30` */
function localTime(time: Date): string {
  const offsetMs = time.getTimezoneOffset() * 60_000;
  return Number.isNaN(offsetMs) ? '' : new Date(time.getTime() - offsetMs).toISOString().slice(0, 16);
}

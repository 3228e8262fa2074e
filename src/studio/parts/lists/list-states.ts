import { html, nothing, type TemplateResult } from 'lit';
import { ArrowUp } from 'lucide-static';
import { actionButton } from '../action-button.ts';
import { counted, formatCount } from '../counts.ts';
import { icon } from '../icon.ts';
import { failed, loading } from '../load-states.ts';
import type { LiveList } from './live-list.ts';

export interface ListStates<T> {
  /** What one of them is called. */
  readonly one: string;
  readonly many: string;
  /** What is shown where there are none. */
  readonly none: () => TemplateResult;
  readonly show: (items: readonly T[]) => TemplateResult;
}

/** A list in pages, with what is shown before it comes, where there is nothing, and what is new. */
export function listStates<T>(list: LiveList<T>, states: ListStates<T>): TemplateResult {
  const { items, problem } = list;
  const retry = () => void list.reload();
  if (!items) return problem ? failed(problem, retry) : loading();
  return html`
    ${problem ? failed(problem, retry) : nothing}
    <div class="news">${news(list, states)} ${items.length > 0 ? sorting(list, states) : nothing}</div>
    ${items.length === 0 ? states.none() : states.show(items)} ${pager(list, states)}
  `;
}

/** What waits above the rows. That something waits is said once, however much more comes. */
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

/** By what the rows are sorted, unless the newest come first; and which rows, as the server has more of them. */
function sorting<T>(
  { order, items = [], hasOlder }: LiveList<T>,
  { one, many }: ListStates<T>,
): TemplateResult {
  const { column } = order;
  const among = hasOlder
    ? `, among the ${counted(items.length, one, many)} shown: older ones may belong between them`
    : '';
  return html`<span role="status">${column ? `Sorted by ${column.word}${among}.` : ''}</span>
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

/** Beside a row that stays where it is although its list no longer has it. */
export function departure<T>(list: LiveList<T> | undefined, item: T): TemplateResult | typeof nothing {
  return list?.hasLeft(item) ? html` <span class="departed">no longer listed</span>` : nothing;
}

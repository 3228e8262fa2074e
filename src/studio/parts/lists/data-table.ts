import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-static';
import { icon } from '../icon.ts';
import type { LiveList } from './live-list.ts';
import type { Column, RowOrder } from './row-order.ts';

export interface DataTable<T> {
  /** What is in it. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** The list that its rows are of; absent where they are a few that nobody sorts. */
  readonly list?: LiveList<T> | undefined;
}

/** A table of what comes the newest first, whose headers sort its rows. */
export function dataTable<T>(
  items: readonly T[],
  { name, columns, idOf, list }: DataTable<T>,
): TemplateResult {
  const order = list?.order;
  const sorted = order?.column;
  return html`<table>
    <caption class="unseen">${name}, ${sorted ? `sorted by ${sorted.word}` : 'the newest first'}</caption>
    <thead>
      <tr>
        ${columns.map(column => header(column, order))}
      </tr>
    </thead>
    <tbody>
      ${repeat(
        items,
        idOf,
        item =>
          html`<tr data-id=${idOf(item)} class=${list?.hasLeft(item) ? 'left' : nothing}>
            ${columns.map(({ look, cell }) => html`<td class=${look ?? nothing}>${cell(item)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function header<T>(column: Column<T>, order: RowOrder<T> | undefined): TemplateResult {
  const { word, look, by } = column;
  if (!order || !by) return html`<th scope="col" class=${look ?? nothing}>${word}</th>`;
  const direction = order.directionOf(column);
  const sign = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction ?? 'none'];
  return html`<th scope="col" class=${look ?? nothing} aria-sort=${direction ?? nothing}>
    <button type="button" class="sort" @click=${() => order.choose(column)}>${word} ${icon(sign)}</button>
  </th>`;
}

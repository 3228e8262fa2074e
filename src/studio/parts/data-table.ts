import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-static';
import { withAsked } from '../frame/router.ts';
import type { Screen } from '../frame/screen.ts';
import { icon } from './icon.ts';

/** A column of a table, with the value that sorts its rows. */
export interface Column<T> {
  /** Its header; in lower case and with hyphens, its name in addresses. */
  readonly title: string;
  /** Says what the header means, under the mouse. */
  readonly hint?: string;
  /** Whether the header is for screen readers alone, such as that of buttons. */
  readonly isUnseen?: true;
  /** Its classes: `number`, `time`, `state-cell`; `secondary` if it gives way to a panel beside the table. */
  readonly look?: string;
  readonly cell: (row: T) => unknown;
  /** Whether its cells are the headers of their rows. */
  readonly isHeading?: true;
  /** Whether narrow screens, which show rows as cards, name it there. Default: numbers, and what is secondary. */
  readonly isNamed?: boolean;
  /** Absent if rows cannot be sorted by it. */
  readonly by?: (row: T) => string | number;
  /** Numbers and times start with the largest. */
  readonly first?: 'descending';
}

interface DataTable<T> {
  /** Its name for screen readers. */
  readonly name: string;
  /** Its classes. */
  readonly look?: string;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** The list of its rows, newest first, which headers sort; absent for rows in an order of their own. */
  readonly list?: SortedList<T> | undefined;
  /** The id of the row that is shown beside the table, if any. */
  readonly opened?: string | undefined;
}

interface SortedList<T> {
  readonly order: RowOrder<T>;
  /** Whether a row stays although it is no longer in the list. */
  readonly hasLeft: (row: T) => boolean;
}

/** A table; on narrow screens, each row is a card. */
export function dataTable<T>(rows: readonly T[], table: DataTable<T>): TemplateResult {
  const { name, look, columns, idOf, list, opened } = table;
  return html`<table class=${look ?? nothing}>
    <caption class="unseen">${name}${list && orderWords(list.order)}</caption>
    <thead>
      <tr>
        ${columns.map(column => header(column, list?.order))}
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        idOf,
        row =>
          html`<tr
            data-id=${idOf(row)}
            class=${list?.hasLeft(row) ? 'left' : nothing}
            aria-current=${idOf(row) === opened ? 'true' : nothing}
          >
            ${columns.map(column => cellOf(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function orderWords<T>({ column }: RowOrder<T>): string {
  return column ? `, sorted by ${column.title}` : ', the newest first';
}

function header<T>(column: Column<T>, order: RowOrder<T> | undefined): TemplateResult {
  const { title, hint, isUnseen, look, by } = column;
  if (isUnseen) return html`<th scope="col"><span class="unseen">${title}</span></th>`;
  if (!order || !by)
    return html`<th scope="col" class=${look ?? nothing} title=${hint ?? nothing}>${title}</th>`;
  const direction = order.directionOf(column);
  const sign = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction ?? 'none'];
  return html`<th scope="col" class=${look ?? nothing} title=${hint ?? nothing} aria-sort=${direction ?? nothing}>
    <button type="button" class="sort" @click=${() => order.choose(column)}>${title} ${icon(sign)}</button>
  </th>`;
}

function cellOf<T>(column: Column<T>, row: T): TemplateResult {
  const { title, look = '', cell, isUnseen, isHeading } = column;
  const { isNamed = !isUnseen && /secondary|number/.test(look) } = column;
  const name = isNamed ? title : nothing;
  return isHeading
    ? html`<th scope="row" class=${look || nothing} data-word=${name}>${cell(row)}</th>`
    : html`<td class=${look || nothing} data-word=${name}>${cell(row)}</td>`;
}

/** Marks a row that stays although it is no longer in the list. */
export function departure<T>(list: SortedList<T> | undefined, row: T): TemplateResult | typeof nothing {
  return list?.hasLeft(row) ? html` <span class="departed">no longer listed</span>` : nothing;
}

/** A comparison for `toSorted`. */
type Compare<T> = (one: T, other: T) => number;

type Direction = 'ascending' | 'descending';

const words = new Intl.Collator('en', { numeric: true });

/**
 * The order of a table's rows, stored in the address: `?sort=records`, `?sort=-records` for the largest first. By
 * default, rows come in the order of the server, newest first.
 */
export class RowOrder<T> {
  readonly #screen: Screen;
  readonly #columns: readonly Column<T>[];
  /** The column with the time: in the default order, the newest come first. */
  readonly #newest: string;

  constructor(screen: Screen, { columns, newest }: { columns: readonly Column<T>[]; newest: string }) {
    this.#screen = screen;
    this.#columns = columns;
    this.#newest = newest;
  }

  /** The order in the address; empty without one. */
  get asked(): string {
    return this.#screen.address.query.get('sort') ?? '';
  }

  /** The column in the address; undefined for the order of the server. */
  get column(): Column<T> | undefined {
    const name = this.asked.replace(/^-/, '');
    return this.#columns.find(({ title, by }) => by && nameInAddress(title) === name);
  }

  /** The comparison for the order in the address; undefined for that of the server. */
  get compare(): Compare<T> | undefined {
    const by = this.column?.by;
    if (!by) return undefined;
    const compare: Compare<T> = (one, other) => compareValues(by(one), by(other));
    return this.#direction === 'ascending' ? compare : (one, other) => compare(other, one);
  }

  /** The direction in which rows are sorted by a column, if they are. */
  directionOf({ title }: Column<T>): Direction | undefined {
    const { column } = this;
    if (!column) return title === this.#newest ? 'descending' : undefined;
    return column.title === title ? this.#direction : undefined;
  }

  /** Sorts by a column; reverses the order if rows are already sorted by it. */
  choose(column: Column<T>): void {
    const { title, first = 'ascending' } = column;
    const turned = { ascending: 'descending', descending: 'ascending' } as const;
    const now = this.directionOf(column);
    const direction = now === undefined ? first : turned[now];
    const isUsual = title === this.#newest && direction === 'descending';
    this.#show(isUsual ? '' : `${direction === 'ascending' ? '' : '-'}${nameInAddress(title)}`);
  }

  /** Returns to the default order. */
  forget(): void {
    this.#show('');
  }

  #show(sort: string): void {
    const { studio, address } = this.#screen;
    studio.router.replace(withAsked(address, { sort }));
  }

  get #direction(): Direction {
    return this.asked.startsWith('-') ? 'descending' : 'ascending';
  }
}

function nameInAddress(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

import { withAsked } from '../../frame/address.ts';
import type { Screen } from '../../frame/screen.ts';

/** A column of a table, and what its rows are sorted by there. */
export interface Column<T> {
  /** What its header says; in small letters, what an address calls it. */
  readonly word: string;
  /** Its classes: `number`, `time`; `secondary` where narrow screens leave it out. */
  readonly look?: string;
  readonly cell: (item: T) => unknown;
  /** Absent where rows are not sorted by it. */
  readonly by?: (item: T) => string | number;
  /** Numbers and times begin with the largest. */
  readonly first?: 'descending';
}

/** Tells which of two comes first, as `toSorted` asks it. */
export type Compare<T> = (one: T, other: T) => number;

type Direction = 'ascending' | 'descending';

const words = new Intl.Collator('en', { numeric: true });

/**
 * In which order a table shows its rows, kept in the address: `?sort=records`, `?sort=-records` for the largest first.
 * Without it they come as the server gives them, the newest first.
 */
export class RowOrder<T> {
  readonly #screen: Screen;
  readonly #columns: readonly Column<T>[];
  /** The column that tells how new rows are. */
  readonly #newest: string;

  constructor(screen: Screen, { columns, newest }: { columns: readonly Column<T>[]; newest: string }) {
    this.#screen = screen;
    this.#columns = columns;
    this.#newest = newest;
  }

  /** As the address says it; empty where it says nothing. */
  get asked(): string {
    return this.#screen.address.query.get('sort') ?? '';
  }

  /** The column of the address; undefined where rows come as the server gives them. */
  get column(): Column<T> | undefined {
    const name = this.asked.replace(/^-/, '');
    return this.#columns.find(({ word, by }) => by && word.toLowerCase() === name);
  }

  /** Which of them stands first, as the address says it; undefined where the server does. */
  get compare(): Compare<T> | undefined {
    const by = this.column?.by;
    if (!by) return undefined;
    const compare: Compare<T> = (one, other) => compareValues(by(one), by(other));
    return this.#direction === 'ascending' ? compare : (one, other) => compare(other, one);
  }

  /** How rows are sorted by a column, if they are. */
  directionOf({ word }: Column<T>): Direction | undefined {
    const { column } = this;
    if (!column) return word === this.#newest ? 'descending' : undefined;
    return column.word === word ? this.#direction : undefined;
  }

  /** Sorts by a column; the other way round where rows are already sorted by it. */
  choose(column: Column<T>): void {
    const { word, first = 'ascending' } = column;
    const turned = { ascending: 'descending', descending: 'ascending' } as const;
    const now = this.directionOf(column);
    const direction = now === undefined ? first : turned[now];
    const isUsual = word === this.#newest && direction === 'descending';
    this.#show(isUsual ? '' : `${direction === 'ascending' ? '' : '-'}${word.toLowerCase()}`);
  }

  /** The newest first. */
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

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

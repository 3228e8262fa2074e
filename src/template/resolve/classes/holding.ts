import type { ListItems } from '../../list-items.ts';
import type { ValueSource } from '../../value-source.ts';

/** What a rendering has read. */
export interface Holding {
  /** At the index of a variable the class of its value. */
  readonly classes: number[];
  /** Takes the items of a list, by the index of its variable. */
  readonly keepList: (index: number, items: ListItems) => void;
}

/** The variables that are different for each item of a list. */
export interface AskedOfItem {
  readonly indexes: ReadonlySet<number>;
  /** Reads those of one item. */
  readonly read: (source: ValueSource, holding: Holding) => void;
}

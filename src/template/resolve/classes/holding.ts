import type { ListItems } from '../../list-items.ts';
import type { ValueSource } from '../../value-source.ts';

/** What a rendering has read: at the index of a variable the class of its value, and of a list its items. */
export interface Holding {
  readonly classes: number[];
  readonly lists: (ListItems | undefined)[];
}

/** The variables that are different for each item of a list. */
export interface AskedOfItem {
  readonly indexes: ReadonlySet<number>;
  /** Reads those of one item. */
  readonly read: (source: ValueSource, holding: Holding) => void;
}

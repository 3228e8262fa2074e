import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { ListItems } from '../../list-items.ts';
import type { ValueSource } from '../../value-source.ts';

/** What a rendering has read. */
export interface Holding {
  /** At the index of a variable the class of its value. */
  readonly classes: number[];
  /** Takes the items of a list, by the index of its variable. */
  readonly keepList: (index: number, items: ListItems) => void;
}

/**
 * What conditions ask of a variable: whether it is true, how it compares with texts or numbers, whether a list has items;
 * of a list with a filter, whether any item is taken.
 */
export type Question = 'truth' | 'text' | 'number' | 'emptiness' | 'taken';

/** Something that is read because conditions ask for it. */
export interface Reading {
  readonly question: Question;
  /** As it is written. */
  readonly path: readonly string[];
  /** Its path within the context or item. */
  readonly origin: readonly string[];
  /** Where it is mentioned first. */
  readonly range: SourceRange;
  /** How often a list is walked each time that it is read, where 2 stands for any number above 1. */
  readonly walks: number;
}

/** The variables that are different for each item of a list. */
export interface AskedOfItem {
  /** What is read of an item, in this order. */
  readonly toRead: readonly Reading[];
  readonly indexes: ReadonlySet<number>;
  /** Reads those of one item. */
  readonly read: (source: ValueSource, holding: Holding) => void;
}

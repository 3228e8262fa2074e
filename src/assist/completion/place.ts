import type { Explanation } from '../explain-name.ts';
import type { NamesAt } from '../names-at.ts';
import type { OpenTag } from '../open-tag.ts';
import type { TemplateScope } from '../template-scope.ts';

/** Something that may be written at a place. */
export interface Suggestion {
  readonly label: string;
  /** What is written. */
  readonly text: string;
  readonly kind: 'name' | 'keyword' | 'option' | 'value';
  /** What it is, in a few words. */
  readonly detail?: string;
  /** Of names: what they are. */
  readonly explain?: () => Explanation;
  /** Whether it fits better than most, or worse. */
  readonly rank?: 'first' | 'last';
}

/** What may be written instead of what is begun, the likeliest first. */
export interface Suggestions {
  /** Where it begins that is written already. */
  readonly from: number;
  readonly options: readonly Suggestion[];
  /** `whole`: what stands before does not choose among them. */
  readonly kind: 'begun' | 'whole';
}

/** What stands before the cursor, and what is known there. */
export interface Place extends NamesAt {
  readonly scope: TemplateScope;
  readonly tag: OpenTag;
  /** The offset of the cursor. */
  readonly offset: number;
  /** What is written after the cursor, on its line. */
  readonly after: string;
}

/** Suggestions for what is begun; nothing where there is nothing to choose from. */
export function suggestionsFor(
  { offset }: Pick<Place, 'offset'>,
  begun: string,
  options: readonly Suggestion[],
): Suggestions | undefined {
  return options.length === 0 ? undefined : { from: offset - begun.length, options, kind: 'begun' };
}

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
  /** Where the rest of the word ends that stands after the cursor. */
  readonly to: number;
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

/** Suggestions for what is begun, and what of it follows; nothing where there is nothing to choose from. */
export function suggestionsFor(
  { offset }: Pick<Place, 'offset'>,
  { begun, rest }: { readonly begun: string; readonly rest: string },
  options: readonly Suggestion[],
): Suggestions | undefined {
  if (options.length === 0) return undefined;
  return { from: offset - begun.length, to: offset + rest.length, options, kind: 'begun' };
}

/** What follows of a word that is begun, of characters in a class of regular expressions. */
export function restOf(after: string, begun: string, characters: string): string {
  const [word = ''] = new RegExp(`^[${characters}]*`).exec(after) ?? [];
  return begun === '' ? '' : word;
}

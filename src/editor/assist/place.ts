import type { Completion, CompletionResult } from '@codemirror/autocomplete';
import type { NamesAt } from './names-at.ts';
import type { OpenTag } from './open-tag.ts';
import type { TemplateScope } from './template-scope.ts';

/** What stands before the cursor, and what is known there. */
export interface Place extends NamesAt {
  readonly scope: TemplateScope;
  readonly tag: OpenTag;
  /** The offset of the cursor. */
  readonly offset: number;
  /** What is written after the cursor, on its line. */
  readonly after: string;
}

/** Completions of what is begun; nothing where there is nothing to choose from. */
export function resultOf(
  { offset }: Pick<Place, 'offset'>,
  begun: string,
  options: readonly Completion[],
): CompletionResult | null {
  return options.length === 0 ? null : { from: offset - begun.length, options: [...options] };
}

/** What stands after a name in the list; the space parts them for who hears them. */
export function detail(text: string): string {
  return ` ${text}`;
}

import type { Edit, Fix, SourceRange } from '../diagnostic.ts';

/*
 * Constructors of fixes. Each fix is a suggestion until `safe` says that nothing else can have been meant. The title is
 * the text of a button.
 */

/** Replaces `range` with `text`. */
export function replaceWith(range: SourceRange, text: string, title = `Write \`${text}\``): Fix {
  return editAll(title, [{ range, text }]);
}

/** A fix that replaces a misspelt word by the one that was meant; none if that is unknown. */
export function proposeMeant(range: SourceRange, meant: string | undefined): readonly Fix[] {
  return meant === undefined ? [] : [replaceWith(range, meant, `Did you mean \`${meant}\`?`)];
}

/** Inserts `text` at an offset. */
export function insertAt(offset: number, text: string, title = `Insert \`${text}\``): Fix {
  return editAll(title, [{ range: { start: offset, end: offset }, text }]);
}

export function remove(range: SourceRange, title = 'Remove it'): Fix {
  return editAll(title, [{ range, text: '' }]);
}

/** A fix with several edits. */
export function editAll(title: string, edits: readonly Edit[]): Fix {
  return { title, kind: 'suggestion', edits };
}

/** Marks a fix as safe: nothing else can have been meant. */
export function safe(fix: Fix): Fix {
  return { ...fix, kind: 'safe' };
}

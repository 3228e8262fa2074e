import type { Edit, Fix, SourceRange } from '../diagnostic.ts';

/*
 * How fixes are built. Each is a suggestion until `safe` says that nothing else can have been meant. The title is what
 * a person reads on the button.
 */

/** Replaces `range` with `text`. */
export function replaceWith(range: SourceRange, text: string, title = `Write \`${text}\``): Fix {
  return editAll(title, [{ range, text }]);
}

/** The fix that writes what a misspelt word was meant for; none where nothing was. */
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

/** Several edits that make one fix. */
export function editAll(title: string, edits: readonly Edit[]): Fix {
  return { title, kind: 'suggestion', edits };
}

/** The same fix, if nothing else can have been meant. */
export function safe(fix: Fix): Fix {
  return { ...fix, kind: 'safe' };
}

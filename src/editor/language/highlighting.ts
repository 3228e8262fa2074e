import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** Tags stand out by their ground; the colours are those of the page (`colors.ts`), light and dark. */
const style = HighlightStyle.define([
  { tag: tags.meta, backgroundColor: 'var(--hookplate-tag-ground)' },
  { tag: tags.processingInstruction, color: 'var(--hookplate-accent)' },
  { tag: tags.controlKeyword, color: 'var(--hookplate-keyword)', fontWeight: '600' },
  { tag: tags.special(tags.variableName), color: 'var(--hookplate-accent)' },
  { tag: tags.attributeName, color: 'var(--hookplate-keyword)' },
  { tag: [tags.special(tags.string), tags.string], color: 'var(--hookplate-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--hookplate-number)' },
  { tag: [tags.propertyName, tags.tagName], color: 'var(--hookplate-key)' },
  {
    tag: [tags.separator, tags.punctuation, tags.angleBracket, tags.operator],
    color: 'var(--hookplate-quiet)',
  },
  { tag: tags.escape, color: 'var(--hookplate-number)' },
  { tag: tags.blockComment, color: 'var(--hookplate-quiet)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--hookplate-error)' },
]);

export const highlighting: Extension = syntaxHighlighting(style);

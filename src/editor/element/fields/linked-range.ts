import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { SourceRange } from '../../../diagnostics/diagnostic.ts';

const mark = Decoration.mark({ class: 'linked' });

/** Marks the tag that wrote what the pointer is on; nothing where it is undefined. */
export const setLinkedRange = StateEffect.define<SourceRange | undefined>();

export const linkedRange: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, docChanged, newDoc }) {
    const effect = effects.find(each => each.is(setLinkedRange));
    if (!effect) return docChanged ? Decoration.none : marks;
    const range = effect.value;
    if (!range || range.end > newDoc.length || range.start >= range.end) return Decoration.none;
    return Decoration.set(mark.range(range.start, range.end));
  },
  provide: field => EditorView.decorations.from(field),
});

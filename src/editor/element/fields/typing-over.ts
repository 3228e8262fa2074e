import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection with what is typed. Left to itself, Chromium keeps the look of the first character by a style of its
 * own, which a strict content security policy refuses and reports.
 */
export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { selection, readOnly } = view.state;
    if (inputType !== 'insertText' || data === null || readOnly || view.composing) return false;
    if (selection.main.empty) return false;
    const change = view.state.replaceSelection(data);
    view.dispatch(change, { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

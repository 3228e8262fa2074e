import { completionStatus } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** An editor of one line: line breaks in what is pasted become spaces, and Enter means what it means in an input. */
export function singleLine(onEnter: () => void): Extension {
  const enter = ({ state }: EditorView): boolean => {
    // For a moment after they appear, completions do not take the key; it was hardly meant for the form.
    if (completionStatus(state) !== 'active') onEnter();
    return true;
  };
  return [
    EditorView.clipboardInputFilter.of(text => text.trim().replace(/\s*[\r\n]+\s*/g, ' ')),
    EditorState.transactionFilter.of(transaction => (transaction.newDoc.lines > 1 ? [] : transaction)),
    keymap.of([{ key: 'Enter', run: enter, shift: enter }]),
    EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
  ];
}

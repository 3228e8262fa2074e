import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec, StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Opens the panel to find and replace in, for the first time in this editor: its keys come with it. */
export function openFindPanel(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(found) });
  openSearchPanel(view);
}

/** CodeMirror's own words begin with small letters. */
const phrases = {
  Find: 'Find',
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

const found: Extension = [
  search({ top: true }),
  Prec.high(keymap.of(searchKeymap)),
  EditorState.phrases.of(phrases),
];

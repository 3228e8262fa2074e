import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const wavy = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(--hookplate-${color})`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});
const dot = (color: string, shape: string) => ({
  content: 'none',
  width: '8px',
  height: '8px',
  margin: '3px',
  backgroundColor: `var(--hookplate-${color})`,
  borderRadius: shape,
});

/** CodeMirror in the colours of the element, without the pictures of its own, which a strict policy would refuse. */
export const editorTheme: Extension = EditorView.theme({
  '&': { color: 'var(--hookplate-text)', backgroundColor: 'var(--hookplate-ground)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--hookplate-code)', lineHeight: '20px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--hookplate-text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    color: 'var(--hookplate-quiet)',
    backgroundColor: 'var(--hookplate-raised)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--hookplate-quiet) 8%, transparent)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--hookplate-selection)' },
  '.linked': { backgroundColor: 'var(--hookplate-linked-ground) !important' },
  '.cm-lintRange-error': wavy('error'),
  '.cm-lintRange-warning': wavy('warning'),
  '.cm-lintPoint:after': { borderBottomColor: 'var(--hookplate-error)' },
  '.cm-lint-marker-error': dot('error', '50%'),
  '.cm-lint-marker-warning': dot('warning', '2px'),
  '.cm-tooltip': {
    maxWidth: 'min(420px, 90vw)',
    color: 'var(--hookplate-text)',
    backgroundColor: 'var(--hookplate-raised)',
    border: '1px solid var(--hookplate-border)',
    borderRadius: '6px',
    fontFamily: 'system-ui, sans-serif',
    fontSize: '13px',
  },
  '.cm-tooltip p': { margin: '4px 0' },
  '.cm-tooltip code': { fontFamily: 'var(--hookplate-code)' },
  '.explanation': { padding: '4px 12px', overflowWrap: 'anywhere' },
  '.explanation dl': {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '2px 12px',
    margin: '8px 0 4px',
  },
  '.explanation dt': { color: 'var(--hookplate-quiet)' },
  '.explanation dd': { margin: '0' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--hookplate-code)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--hookplate-on-accent)',
    backgroundColor: 'var(--hookplate-accent)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', opacity: '1', marginLeft: '8px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: 'none' },
  '.cm-diagnosticText': { display: 'block' },
  '.cm-diagnosticSource': { display: 'none' },
  '.cm-diagnosticAction': {
    margin: '8px 8px 0 0',
    padding: '4px 8px',
    color: 'var(--hookplate-on-accent)',
    backgroundColor: 'var(--hookplate-accent)',
    borderRadius: '6px',
    fontSize: '13px',
  },
});

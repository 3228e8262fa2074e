import type { Action, Diagnostic as Mark } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { codeIn } from '../code-in.ts';

/** A diagnostic of a source as CodeMirror marks it, with each fix as an action. */
export function toMark(diagnostic: Diagnostic, source: string): Mark {
  const { range, severity, message, code, fixes } = diagnostic;
  return {
    from: Math.min(range.start, source.length),
    to: Math.min(range.end, source.length),
    severity,
    message,
    source: code,
    renderMessage: () => {
      const text = document.createElement('span');
      for (const part of codeIn(message)) text.append(part);
      return text;
    },
    actions: fixes.map(fix => toAction(fix, source)),
  };
}

function toAction(fix: Fix, source: string): Action {
  return {
    name: fix.title.replaceAll('`', ''),
    apply: view => applyTo(view, fix, source),
  };
}

/** Applies a fix, unless something was typed since the source was checked; the next check brings it again. */
function applyTo(view: EditorView, fix: Fix, source: string): void {
  if (view.state.doc.toString() !== source) return;
  const changes = fix.edits.map(({ range, text }) => ({ from: range.start, to: range.end, insert: text }));
  view.dispatch({ changes, userEvent: 'input.fix' });
}

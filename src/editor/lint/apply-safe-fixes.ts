import type { EditorView } from '@codemirror/view';
import { changeBetween } from '../../assist/change-between.ts';
import { applyFixes } from '../../diagnostics/fixes/apply-fixes.ts';
import { validateTemplate } from '../../template/template.ts';
import { templateScope } from '../assist/template-scope.ts';

/** A command of CodeMirror: applies every fix that is safe, as one change. `false` where there is none. */
export function applySafeFixes(view: EditorView): boolean {
  const source = view.state.doc.toString();
  const { output, variables, timeZone } = view.state.facet(templateScope);
  const diagnostics = validateTemplate(source, { output, variables, timeZone });
  const mended = applyFixes(source, diagnostics, { kind: 'safe' });
  if (mended === source) return false;
  view.dispatch({ changes: changeBetween(source, mended), userEvent: 'input.fix' });
  return true;
}

import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { explanationAt } from '../../assist/explanation-at.ts';
import { explanationBox } from './explanation-box.ts';
import { templateScope } from './template-scope.ts';

/** What a name means, while the pointer is on it. */
export const hover: Extension = hoverTooltip((view, offset) => explainAt(view, offset), { hoverTime: 200 });

function explainAt({ state }: EditorView, offset: number): Tooltip | null {
  const found = explanationAt(state.doc.toString(), offset, state.facet(templateScope));
  if (!found) return null;
  const { range, explanation } = found;
  return {
    pos: range.start,
    end: range.end,
    above: true,
    create: () => ({ dom: explanationBox(explanation) }),
  };
}

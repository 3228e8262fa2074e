import { indentService } from '@codemirror/language';
import { countColumn, type Extension } from '@codemirror/state';

/** The end of a line that opens an object, a list or a block. */
const opening = /(?:[{[]|\$\s*(?:if|for)\s*\([^$]*\$)\s*$/;

/** Indents a new line by one step more than the one before it where that opens something, and else as much. */
export const indentation: Extension = indentService.of(({ state, simulatedBreak, unit }, offset) => {
  if (simulatedBreak !== offset) return undefined;
  const line = state.doc.lineAt(offset);
  const before = line.text.slice(0, offset - line.from);
  const [space = ''] = /^\s*/.exec(before) ?? [];
  return countColumn(space, state.tabSize) + (opening.test(before) ? unit : 0);
});

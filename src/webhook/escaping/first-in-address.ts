import { branchesOf, type Program, type ValueStep } from '../../template/resolve/program.ts';

/** The end of a literal that opens an address in HTML, also within a JSON text or a form. */
const opening = /(?:href|src|action|data|[\s;,]url)\s*=\s*(?:\\?["']|%22)?\s*$/i;
/** Enough of a literal to see that. */
const longestOpening = 100;
/** After this, an address may still become code, or already is. */
const undecided = /^\s*(?:(?:javascript|vbscript):[^"']*)?$/i;

/**
 * The values that an address of HTML begins with on some path through the branches, whether or not they stand in HTML: between
 * them and its beginning nothing is written but blanks and other values.
 */
export function firstInAddress(program: Program): ReadonlySet<ValueStep> {
  const found = new Set<ValueStep>();
  const walk = (steps: Program, isFirstAtStart: boolean): boolean => {
    let isFirst = isFirstAtStart;
    for (const step of steps) {
      switch (step.kind) {
        case 'value':
          if (isFirst) found.add(step);
          break;
        case 'literal':
          isFirst = opening.test(step.text.slice(-longestOpening)) || (isFirst && undecided.test(step.text));
          break;
        default: {
          const before = isFirst;
          isFirst = branchesOf(step)
            .map(branch => walk(branch, before))
            .includes(true);
        }
      }
    }
    return isFirst;
  };
  walk(program, false);
  return found;
}

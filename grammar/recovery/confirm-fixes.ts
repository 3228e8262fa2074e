import type { Diagnostic, Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { leavesFewer } from '../../src/diagnostics/fixes/leaves-fewer.ts';

/*
 * Where dollars or quotes do not pair up, which of them is to blame is judged from the source around them
 * (stray-dollars.ts, match/quoted.ts), so even a small edit can turn that judgement, and what is reported elsewhere.
 */

/** How many characters may be parsed again for one source, so that the cost stays in proportion to its length. */
const charactersToReparse = 2 ** 17;

/** The same diagnostics; a fix stays `safe` only where parsing again shows that it mends its own cause and no more. */
export function confirmFixes(
  source: string,
  diagnostics: readonly Diagnostic[],
  parse: (source: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  let characters = charactersToReparse;
  return diagnostics.map(diagnostic => {
    const fixes = diagnostic.fixes.map((fix): Fix => {
      if (fix.kind !== 'safe') return fix;
      characters -= source.length;
      const after = characters < 0 ? diagnostics : parse(applyFix(source, fix));
      const isConfirmed =
        after.length === diagnostics.length - 1 && leavesFewer(fix, diagnostic, diagnostics, after);
      return isConfirmed ? fix : { ...fix, kind: 'suggestion' };
    });
    return { ...diagnostic, fixes };
  });
}

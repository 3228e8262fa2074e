import type { Diagnostic, Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { leavesFewer } from '../../src/diagnostics/fixes/leaves-fewer.ts';

/*
 * Where dollars or quotes do not pair up, which of them is to blame is judged from the source around them
 * (stray-dollars.ts, match/quoted.ts), so even a small edit can turn that judgement, and what is reported elsewhere.
 */

/** How many characters may be parsed again for one source, so that the cost stays in proportion to its length. */
const charactersToReparse = 2 ** 17;

/**
 * The same diagnostics with the fixes after which fewer are left; a fix is `safe` only where parsing again shows that it
 * mends its own cause and no more.
 */
export function confirmSyntaxFixes(
  source: string,
  diagnostics: readonly Diagnostic[],
  parse: (source: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  let characters = charactersToReparse;
  return diagnostics.map(diagnostic => {
    const fixes = diagnostic.fixes.flatMap((fix): readonly Fix[] => {
      characters -= source.length;
      if (characters < 0) return [];
      const after = parse(applyFix(source, fix));
      if (after.length >= diagnostics.length) return [];
      const isMending =
        after.length === diagnostics.length - 1 && leavesFewer(fix, diagnostic, diagnostics, after);
      return [isMending ? fix : { ...fix, kind: 'suggestion' }];
    });
    return { ...diagnostic, fixes };
  });
}

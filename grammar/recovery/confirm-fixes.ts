import type { Diagnostic, Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';

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
  return diagnostics.map((diagnostic, index) => {
    const fixes = diagnostic.fixes.map((fix): Fix => {
      if (fix.kind !== 'safe') return fix;
      characters -= source.length;
      if (characters < 0) return { ...fix, kind: 'suggestion' };
      const others = diagnostics.toSpliced(index, 1);
      const isConfirmed = sameCodes(parse(applyFix(source, fix)), others);
      return isConfirmed ? fix : { ...fix, kind: 'suggestion' };
    });
    return { ...diagnostic, fixes };
  });
}

function sameCodes(these: readonly Diagnostic[], those: readonly Diagnostic[]): boolean {
  return codes(these) === codes(those);
}

function codes(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ code }) => code)
    .sort()
    .join(' ');
}

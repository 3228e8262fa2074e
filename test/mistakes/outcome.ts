import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { isMilder } from '../../src/diagnostics/fixes/trials.ts';
import type { OutputName } from '../../src/output/output.ts';
import type { VariableSchema } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';

/** A template with one mistake, and the template that was meant. */
export interface Mistake {
  readonly output: OutputName;
  readonly wrong: string;
  readonly source: string;
}

/** The fate of one mistake. */
interface Outcome<M extends Mistake = Mistake> {
  readonly mistake: M;
  readonly found: readonly Diagnostic[];
  /** After the first fix, as long as there was one. */
  readonly mended: string;
  readonly left: readonly Diagnostic[];
  /** Whether some fix, the first or another, left problems that were neither fewer nor milder than before. */
  readonly isUseless: boolean;
}

export function outcomeOf<M extends Mistake>(mistake: M, variables?: VariableSchema): Outcome<M> {
  const options = { output: mistake.output, variables };
  const found = validateTemplate(mistake.wrong, options);
  let mended = mistake.wrong;
  let left = found;
  let isUseless = found
    .flatMap(({ fixes }) => fixes.slice(1))
    .some(fix => !isMilder(validateTemplate(applyFix(mistake.wrong, fix), options), found));
  for (let round = 0; round < 8; round++) {
    const fix = left.flatMap(({ fixes }) => fixes.slice(0, 1))[0];
    if (!fix) break;
    const before = left;
    mended = applyFix(mended, fix);
    left = validateTemplate(mended, options);
    isUseless ||= !isMilder(left, before);
  }
  return { mistake, found, mended, left, isUseless };
}

/** In percent of all that are given. */
interface Figures {
  /** Gives exactly one diagnostic. */
  readonly one: number;
  /** Is seen, and has no error left once the first fix was applied until there is none. */
  readonly mended: number;
  /** Becomes what was meant, to the letter. */
  readonly original: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const percent = (holds: (outcome: Outcome) => boolean) =>
    (100 * outcomes.filter(holds).length) / Math.max(1, outcomes.length);
  return {
    one: percent(({ found }) => found.length === 1),
    mended: percent(({ found, left }) => found.length > 0 && !left.some(isError)),
    original: percent(({ mended, mistake }) => mended === mistake.source),
  };
}

export function printFigures(name: string, outcomes: readonly Outcome[]): void {
  const { one, mended, original } = figuresOf(outcomes);
  console.info(
    `${name} (${outcomes.length}): one diagnostic ${one.toFixed(1)} %, mended ${mended.toFixed(1)} %, original ${original.toFixed(1)} %`,
  );
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

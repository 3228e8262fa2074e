import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { rightTemplates } from './right-templates.ts';
import { type Mistake, singleMistakes } from './single-mistakes.ts';

/** What became of one mistake. */
export interface Outcome {
  readonly mistake: Mistake;
  readonly found: readonly Diagnostic[];
  /** After the first fix, as long as there was one. */
  readonly mended: string;
  readonly left: readonly Diagnostic[];
}

export function outcomeOf(mistake: Mistake): Outcome {
  const options = { output: mistake.output };
  const found = validateTemplate(mistake.wrong, options);
  let mended = mistake.wrong;
  let left = found;
  for (let round = 0; round < 8; round++) {
    const fix = left.flatMap(({ fixes }) => fixes.slice(0, 1))[0];
    if (!fix) break;
    mended = applyFix(mended, fix);
    left = validateTemplate(mended, options);
  }
  return { mistake, found, mended, left };
}

const hasError = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.some(({ severity }) => severity === 'error');
const outcomes = rightTemplates.flatMap(singleMistakes).map(outcomeOf);
const seen = outcomes.filter(({ found }) => found.length > 0);
const share = (some: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
  `${((100 * some.filter(holds).length) / some.length).toFixed(1)} % of ${some.length}`;
for (const kind of ['all', 'drop', 'double', 'swap', 'misspell', 'foreign'] as const) {
  const of = seen.filter(({ mistake }) => kind === 'all' || mistake.kind === kind);
  console.log(
    kind.padEnd(9),
    'one',
    share(of, ({ found }) => found.length === 1),
    '| no errors left',
    share(of, ({ left }) => !hasError(left)),
    '| original',
    share(of, ({ mended, mistake }) => mended === mistake.source),
    '| silent',
    outcomes.filter(({ found, mistake }) => found.length === 0 && (kind === 'all' || mistake.kind === kind))
      .length,
  );
}
if (process.argv[2]) {
  const pick = process.argv[2];
  for (const { mistake, found, mended, left } of outcomes) {
    const bad =
      pick === 'many'
        ? found.length > 1
        : pick === 'stuck'
          ? found.length > 0 && hasError(left)
          : pick === 'silent'
            ? found.length === 0
            : found.length > 0 && mended !== mistake.source;
    if (!bad || (process.argv[3] && mistake.kind !== process.argv[3])) continue;
    console.log(
      `\n[${mistake.kind}] ${mistake.slip}  (${mistake.output})\n  ${found.map(({ code, range, fixes }) => `${code}@${range.start}-${range.end}${fixes[0] ? ` {${fixes[0].title}}` : ''}`).join('  ')}\n  ${mistake.wrong.slice(0, 200).replaceAll('\n', '⏎')}\n  ${mended.slice(0, 200).replaceAll('\n', '⏎')}   ${left.map(({ code }) => code).join(' ')}`,
    );
  }
}

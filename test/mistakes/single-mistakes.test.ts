import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { rightTemplates } from './right-templates.ts';
import { type Mistake, singleMistakes } from './single-mistakes.ts';

/** What became of one mistake. */
interface Outcome {
  readonly mistake: Mistake;
  readonly found: readonly Diagnostic[];
  /** After the first fix, as long as there was one. */
  readonly mended: string;
  readonly left: readonly Diagnostic[];
  /** Whether some fix, the first or another, left as many problems as before. */
  readonly isUseless: boolean;
}

function outcomeOf(mistake: Mistake): Outcome {
  const options = { output: mistake.output };
  const found = validateTemplate(mistake.wrong, options);
  let mended = mistake.wrong;
  let left = found;
  let isUseless = false;
  for (let round = 0; round < 8; round++) {
    const fix = left.flatMap(({ fixes }) => fixes.slice(0, 1))[0];
    if (!fix) break;
    const before = left.length;
    mended = applyFix(mended, fix);
    left = validateTemplate(mended, options);
    isUseless ||= left.length >= before;
  }
  return { mistake, found, mended, left, isUseless };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

const kinds = ['drop', 'double', 'swap', 'misspell', 'foreign'] as const;
/** Every third mistake, so that it takes seconds; the figures of all of them differ by half a percent. */
const outcomes = rightTemplates
  .flatMap(singleMistakes)
  .filter((_, index) => index % 3 === 0)
  .map(outcomeOf);
const seen = outcomes.filter(({ found }) => found.length > 0);

function percent(some: readonly Outcome[], holds: (outcome: Outcome) => boolean): number {
  return (100 * some.filter(holds).length) / Math.max(1, some.length);
}

function figuresOf(some: readonly Outcome[]) {
  return {
    one: percent(some, ({ found }) => found.length === 1),
    mended: percent(some, ({ left }) => !left.some(isError)),
    original: percent(some, ({ mended, mistake }) => mended === mistake.source),
  };
}

for (const kind of [...kinds, 'all'] as const) {
  const { one, mended, original } = figuresOf(
    seen.filter(({ mistake }) => kind === 'all' || mistake.kind === kind),
  );
  console.info(
    `${kind}: one diagnostic ${one.toFixed(1)} %, mended ${mended.toFixed(1)} %, original ${original.toFixed(1)} %`,
  );
}

describe('a single mistake in a right template', () => {
  const figures = figuresOf(seen);

  it('is made in a template that has none', () => {
    const remarks = rightTemplates.flatMap(({ source, output }) => validateTemplate(source, { output }));
    expect(remarks).toEqual([]);
  });

  it('is made often enough to tell', () => {
    expect(seen.length).toBeGreaterThan(1000);
  });

  it('gives exactly one diagnostic', () => {
    expect(figures.one).toBeGreaterThan(98.5);
  });

  it('is mended by the first fix, applied until none is left', () => {
    expect(figures.mended).toBeGreaterThan(91);
  });

  it('becomes the original template again', () => {
    expect(figures.original).toBeGreaterThan(79);
  });

  it('has no fix that leaves as many problems as before', () => {
    expect(outcomes.filter(({ isUseless }) => isUseless).map(({ mistake }) => mistake.wrong)).toEqual([]);
  });
});

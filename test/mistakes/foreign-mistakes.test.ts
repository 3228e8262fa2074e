import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { foreignMistakes, variables } from './foreign-mistakes.ts';
import { figuresOf, outcomeOf, printFigures } from './outcome.ts';

const mistakes = foreignMistakes();
const outcomes = mistakes.map(mistake => outcomeOf(mistake, variables));

for (const language of new Set(mistakes.map(each => each.language)))
  printFigures(
    language,
    outcomes.filter(({ mistake }) => mistake.language === language),
  );
printFigures('all', outcomes);

describe('a mistake that somebody makes out of habit from another language', () => {
  it('is one of many', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(120);
    expect(new Set(mistakes.map(({ wrong, output }) => `${output} ${wrong}`)).size).toBe(mistakes.length);
  });

  it('was meant as a template without one', () => {
    const remarks = mistakes.flatMap(({ source, output }) =>
      source === '' ? [] : validateTemplate(source, { output, variables }),
    );
    expect(remarks).toEqual([]);
  });

  it.each(outcomes)('gives one diagnostic at its place: $mistake.wrong', ({ mistake, found }) => {
    const places = found.map(({ range }) =>
      mistake.marked.findIndex(({ start, end }) => start <= range.start && range.end <= end),
    );
    expect(places).toEqual(mistake.marked.map((_, index) => index));
  });

  it('becomes what was meant by one fix, applied once', () => {
    const mendable = outcomes.filter(({ mistake }) => mistake.source !== '');
    const meant = mendable.filter(({ mistake, found }) => {
      const fix = found.flatMap(({ fixes }) => fixes.slice(0, 1))[0];
      return fix && applyFix(mistake.wrong, fix) === mistake.source;
    });
    console.info(`by one fix, applied once: ${((100 * meant.length) / mendable.length).toFixed(1)} %`);
    expect(meant.length / mendable.length).toBeGreaterThanOrEqual(0.85);
  });

  it('becomes what was meant by the first fix', () => {
    const mendable = outcomes.filter(({ mistake }) => mistake.source !== '');
    expect(figuresOf(mendable).original).toBeGreaterThan(98);
    expect(figuresOf(outcomes).original).toBeGreaterThan(90);
  });

  it('has no fix that leaves as many problems as before', () => {
    expect(outcomes.filter(({ isUseless }) => isUseless).map(({ mistake }) => mistake.wrong)).toEqual([]);
  });
});

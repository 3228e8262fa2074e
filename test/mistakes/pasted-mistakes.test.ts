import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/template/template.ts';
import { figuresOf, outcomeOf, printFigures } from './outcome.ts';
import { pastedMistakes, variables } from './pasted-mistakes.ts';

const mistakes = pastedMistakes();
const outcomes = mistakes.map(mistake => outcomeOf(mistake, variables));

for (const origin of new Set(mistakes.map(({ origin }) => origin)))
  printFigures(
    origin,
    outcomes.filter(({ mistake }) => mistake.origin === origin),
  );
printFigures('all', outcomes);

describe('a template that was pasted from somewhere else', () => {
  const figures = figuresOf(outcomes);

  it('is one of many', () => {
    expect(mistakes.length).toBeGreaterThan(400);
    expect(new Set(mistakes.map(({ wrong, output }) => `${output} ${wrong}`)).size).toBe(mistakes.length);
  });

  it('was meant to be one without a mistake', () => {
    const remarks = mistakes.flatMap(({ source, output }) => validateTemplate(source, { output, variables }));
    expect(remarks).toEqual([]);
  });

  it('gives exactly one diagnostic', () => {
    expect(figures.one).toBeGreaterThan(93);
  });

  it('is mended by the first fix, applied until none is left', () => {
    expect(figures.mended).toBeGreaterThan(81);
  });

  it('becomes what was meant', () => {
    expect(figures.original).toBeGreaterThan(73);
  });

  it('has no fix that leaves as many problems as before', () => {
    expect(outcomes.filter(({ isUseless }) => isUseless).map(({ mistake }) => mistake.wrong)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/template/template.ts';
import { figuresOf, outcomeOf, printFigures } from './outcome.ts';
import { rightTemplates } from './right-templates.ts';
import { singleMistakes } from './single-mistakes.ts';

const kinds = ['drop', 'double', 'swap', 'misspell', 'foreign'] as const;
/** Every third mistake, so that it takes seconds; the figures of all of them differ by half a percent. */
const outcomes = rightTemplates
  .flatMap(singleMistakes)
  .filter((_, index) => index % 3 === 0)
  .map(mistake => outcomeOf(mistake));
/** The others are right in another way: a value that was left out, a word in a text. */
const seen = outcomes.filter(({ found }) => found.length > 0);

console.info(`${seen.length} of ${outcomes.length} mistakes are seen`);
for (const kind of kinds)
  printFigures(
    kind,
    seen.filter(({ mistake }) => mistake.kind === kind),
  );
printFigures('all', seen);

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
    expect(figures.mended).toBeGreaterThan(91.1);
  });

  it('becomes the original template again', () => {
    expect(figures.original).toBeGreaterThan(80.6);
  });

  it('has no fix that leaves as many problems as before', () => {
    expect(outcomes.filter(({ isUseless }) => isUseless).map(({ mistake }) => mistake.wrong)).toEqual([]);
  });
});

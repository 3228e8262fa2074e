import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../../src/template/check.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { propertySeed, runs } from '../../properties.ts';
import { assertPromise, renderHostile } from './assert-promise.ts';
import { schema } from './tag-sources.ts';
import { type ProvedOutput, templateSource } from './template-sources.ts';

const templatesEach = runs(2000);
const contextsEach = 20;

/** Language features that a template may use, each as a pattern of its source. */
const features = {
  list: /\$for\(/,
  comparison: /(?:if\(| if )[^$]*(?:[!=]=|[<>])/,
  optional: /\b(?:owner|paid|dueAt)\b/,
  presence: /if\([^$]*\b(?:owner|paid|dueAt)\b(?! *[!=<>])/,
  scale: /\bscale=/,
  count: /\.count\b/,
  number: /\.number\b/,
  max: /\$for\([^$]*; *max=/,
  whole: /\$(?:order|words|alerts|days|alert|alert\.notes)(?:;[^$]*)?\$/,
  part: /\b(?:custom|meta)[./]/,
} as const;

interface Tally {
  accepted: number;
  rendered: number;
  readonly using: Record<keyof typeof features, number>;
}

/** Draws templates, and holds those that are accepted to the promise. */
function holdToPromise(output: ProvedOutput): Tally {
  const tally: Tally = {
    accepted: 0,
    rendered: 0,
    using: {
      ...{ list: 0, comparison: 0, optional: 0, presence: 0, scale: 0 },
      ...{ count: 0, number: 0, max: 0, whole: 0, part: 0 },
    },
  };
  const names = Object.keys(features) as (keyof typeof features)[];
  fc.assert(
    fc.property(templateSource(output), fc.integer(), (source, contexts) => {
      const options = { output, variables: schema };
      // Trying out fixes would take most of the time.
      if (hasErrors(findMistakes(source, options))) return;
      const template = compileTemplate<typeof schema>(source, options);
      const unbounded = () =>
        compileTemplate<typeof schema>(source, { ...options, maxOutputBytes: Number.MAX_SAFE_INTEGER });
      tally.accepted++;
      for (const name of names) if (features[name].test(source)) tally.using[name]++;
      for (let index = 0; index < contextsEach; index++) {
        const rendering = renderHostile({ source, template, unbounded }, contexts + index, output);
        if (rendering) assertPromise[output](rendering);
        if (rendering) tally.rendered++;
      }
    }),
    { numRuns: templatesEach },
  );
  return tally;
}

describe(`an accepted template (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each([
    { output: 'json', floor: 0.25 },
    { output: 'json-lines', floor: 0.25 },
    { output: 'xml', floor: 0.25 },
    { output: 'url', floor: 0.25 },
    { output: 'form', floor: 0.25 },
    { output: 'header', floor: 0.25 },
  ] as const)('keeps the promise of $output whatever the context', ({ output, floor }) => {
    const { accepted, using, rendered } = holdToPromise(output);
    console.info(
      `${output}: ${accepted} of ${templatesEach} templates accepted, ${rendered} renderings; with ${JSON.stringify(using)}`,
    );
    expect(accepted).toBeGreaterThan(templatesEach * floor);
    expect(using.list).toBeGreaterThan(accepted * 0.05);
    expect(using.comparison).toBeGreaterThan(accepted * 0.2);
    expect(rendered).toBeGreaterThan(accepted * contextsEach * 0.3);
  });

  it.each(['json', 'json-lines', 'xml', 'url', 'form', 'header'] as const)(
    'is accepted as %s whether fixes are tried or not',
    output => {
      const options = { output, variables: schema };
      fc.assert(
        fc.property(templateSource(output), source => {
          const found = validateTemplate(source, options);
          expect(hasErrors(found)).toBe(hasErrors(findMistakes(source, options)));
        }),
        { numRuns: runs(200, 20) },
      );
    },
  );
});

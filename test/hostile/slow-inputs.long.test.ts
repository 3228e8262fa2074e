import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../src/output/output.ts';
import { checkTemplate } from '../../src/template/check.ts';
import { leastBudget, unitsPerCharacter } from '../../src/template/check-budget.ts';
import { propertySeed, runs } from '../properties.ts';

/** Building blocks of templates and of the outputs that they write. */
const pieces = [
  '$',
  '\\$',
  '"',
  "'",
  '“',
  '\\',
  '/',
  '.',
  ',',
  ';',
  '=',
  '(',
  ')',
  '!',
  '&&',
  '||',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '%',
  '#',
  '?',
  '&',
  ':',
  '-',
  ' ',
  '\n',
  'a',
  'é',
  '統',
  '👩‍👩‍👧',
  '1',
  '$if(',
  '$if(v0)$',
  '$if(v1 && !v2)$',
  '$elseif(v3)$',
  '$else$',
  '$endif$',
  '$!',
  '!$',
  '$profile$',
  '$date;format="',
  '$date;timezone="Europe/Berlim"$',
  '$nmae$',
  '$end$',
  '${',
  ';null="',
  '{"a":',
  '<a>',
  '</a>',
  '<a b="',
  'https://',
  'true',
] as const;
const outputs: readonly OutputName[] = ['json', 'xml', 'url', 'form', 'header', 'text'];
const variables = {
  profile: 'string',
  date: 'date',
  v0: 'boolean',
  v1: 'boolean',
  v2: 'boolean',
  v3: 'boolean',
} as const;
const longest = 4096;

interface Slow {
  readonly source: string;
  readonly output: OutputName;
  /** Microseconds of the processor for each character. */
  readonly slowness: number;
  readonly units: number;
}

/** The same text again, in another one, or with a piece of another one in it. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('repeat' as const), times: fc.integer({ min: 2, max: 40 }) }),
  fc.record({
    kind: fc.constant('nest' as const),
    piece: fc.constantFrom(...pieces),
    times: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('join' as const),
    with: fc.array(fc.constantFrom(...pieces), { maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), from: fc.double({ min: 0, max: 1, noNaN: true }) }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(source: string, how: Mutation): string {
  switch (how.kind) {
    case 'repeat':
      return source.repeat(how.times);
    case 'nest':
      return how.piece.repeat(how.times) + source + how.piece.repeat(how.times);
    case 'join':
      return source + how.with.join('');
    case 'cut':
      return source.slice(Math.floor(source.length * how.from));
  }
}

function measure(source: string, output: OutputName): Slow {
  const before = process.cpuUsage();
  const { units } = checkTemplate(source, { output, variables });
  const { user, system } = process.cpuUsage(before);
  return { source, output, units, slowness: (user + system) / (source.length + 2000) };
}

describe(`the search for slow inputs (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('finds none that costs more than its budget', () => {
    const worst: Slow[] = [];
    fc.assert(
      fc.property(fc.nat(7), mutation, fc.constantFrom(...outputs), (which, how, output) => {
        const parent = worst[which % Math.max(1, worst.length)];
        const source = mutate(parent?.source ?? '', how).slice(0, longest);
        const found = measure(source, parent && which < 6 ? parent.output : output);
        expect(found.units).toBeLessThanOrEqual(leastBudget + unitsPerCharacter * source.length);
        // Kept by what counts alike on every machine; by time, where that shows what is not counted.
        worst.push(found);
        worst.sort(
          (a, b) =>
            b.slowness +
            b.units / (b.source.length + 2000) / 20 -
            (a.slowness + a.units / (a.source.length + 2000) / 20),
        );
        worst.length = Math.min(worst.length, 8);
      }),
      { numRuns: runs(400), endOnFailure: true },
    );
    for (const { source, output, slowness, units } of worst.slice(0, 3)) {
      const start = JSON.stringify(source.length > 120 ? `${source.slice(0, 120)}…` : source);
      console.log(
        `${slowness.toFixed(1)} µs and ${Math.round(units / source.length)} units a character, ${output}, ${source.length}: ${start}`,
      );
    }
  });
});

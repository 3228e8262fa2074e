import type { Locale } from 'date-fns';
import type { Range } from '../diagnostics/diagnostic.ts';
import type { Place } from '../output/output.ts';
import { compileCondition, type Predicate } from './compile-condition.ts';
import type { Program, Step, ValueStep } from './program.ts';
import { compileValue, type ValueWriter } from './value-writer.ts';

/** A compiled step: what rendering fuses into one function, and what tracing walks over. */
export type Part =
  | { readonly kind: 'literal'; readonly text: string; readonly range: Range }
  | {
      readonly kind: 'value';
      readonly write: ValueWriter;
      readonly range: Range;
      readonly name: string;
      readonly place: Place;
    }
  | {
      readonly kind: 'conditional';
      readonly branches: readonly { readonly holds: Predicate; readonly parts: readonly Part[] }[];
      readonly otherwise: readonly Part[];
    };

/** Compiles a proved program; what no context reaches is left out. */
export function compileProgram(
  program: Program,
  places: ReadonlyMap<ValueStep, Place>,
  locale: Locale,
): readonly Part[] {
  const parts: Part[] = [];
  for (const step of program) {
    const part = compileStep(step, places, locale);
    if (part) parts.push(part);
  }
  return parts;
}

function compileStep(step: Step, places: ReadonlyMap<ValueStep, Place>, locale: Locale): Part | undefined {
  switch (step.kind) {
    case 'literal':
      return step;
    case 'value': {
      const place = places.get(step);
      if (!place) return undefined;
      const write = compileValue(step, place, locale);
      return { kind: 'value', write, range: step.range, name: step.variable.path.join('.'), place };
    }
    case 'conditional': {
      const branches = step.branches.map(({ condition, steps }) => ({
        holds: compileCondition(condition),
        parts: compileProgram(steps, places, locale),
      }));
      return { kind: 'conditional', branches, otherwise: compileProgram(step.otherwise, places, locale) };
    }
  }
}

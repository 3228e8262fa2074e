import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import type { Holding } from '../resolve/boolean-variables.ts';
import type { Program, Step, ValueStep } from '../resolve/program.ts';
import { compileCondition, type Predicate } from './compile-condition.ts';
import type { Value, Values } from './values.ts';

/** A compiled step: what rendering fuses into one function, and what tracing walks over. */
export type Part = LeafPart | ConditionalPart;

export type LeafPart =
  | { readonly kind: 'literal'; readonly text: string; readonly range: SourceRange }
  | { readonly kind: 'value'; readonly value: Value; readonly range: SourceRange };

export interface ConditionalPart {
  readonly kind: 'conditional';
  readonly branches: readonly { readonly holds: Predicate; readonly parts: readonly Part[] }[];
  readonly otherwise: readonly Part[];
}

/** Compiles a proved program; what no context reaches is left out. */
export function compileProgram(
  program: Program,
  places: ReadonlyMap<ValueStep, Place>,
  values: Values,
): readonly Part[] {
  const parts: Part[] = [];
  for (const step of program) {
    const part = compileStep(step, places, values);
    if (part) parts.push(part);
  }
  return parts;
}

function compileStep(step: Step, places: ReadonlyMap<ValueStep, Place>, values: Values): Part | undefined {
  switch (step.kind) {
    case 'literal':
      return step;
    case 'value': {
      const place = places.get(step);
      if (!place) return undefined;
      return { kind: 'value', value: values.of(step, place), range: step.range };
    }
    case 'conditional': {
      const branches = step.branches.map(({ condition, steps }) => ({
        holds: compileCondition(condition),
        parts: compileProgram(steps, places, values),
      }));
      return { kind: 'conditional', branches, otherwise: compileProgram(step.otherwise, places, values) };
    }
  }
}

/** What is written where these conditions hold, in turn. */
export function* partsWhere(holding: Holding, parts: readonly Part[]): Iterable<LeafPart> {
  for (const part of parts) {
    if (part.kind !== 'conditional') yield part;
    else
      yield* partsWhere(holding, part.branches.find(({ holds }) => holds(holding))?.parts ?? part.otherwise);
  }
}

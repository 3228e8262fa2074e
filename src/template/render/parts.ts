import type { Locale } from 'date-fns';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import type { ConditionalStep, ListStep, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import { ValueWriter } from './value-writer.ts';

/** A step, each value with its writer. */
export type Part = LeafPart | ConditionalPart | ListPart;

/** What writes something itself. */
export type LeafPart = LiteralStep | ValuePart;

interface ValuePart {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly writer: ValueWriter;
}

export interface ConditionalPart {
  readonly kind: 'conditional';
  readonly step: ConditionalStep;
  readonly branches: readonly (readonly Part[])[];
  readonly otherwise: readonly Part[];
}

export interface ListPart {
  readonly kind: 'list';
  readonly step: ListStep;
  /** Of the first item, and of every other one: that is after what separates it from the one before. */
  readonly parts: readonly Part[];
  readonly separated: readonly Part[];
  readonly otherwise: readonly Part[];
}

/** A value that no context reaches has no place. */
export function partsOf(
  program: Program,
  places: ReadonlyMap<ValueStep, Place>,
  locale: Locale,
): readonly Part[] {
  return program.flatMap((step): Part | readonly Part[] => {
    if (step.kind === 'literal') return step;
    if (step.kind === 'value') {
      const place = places.get(step);
      return place ? { kind: 'value', range: step.range, writer: new ValueWriter(step, place, locale) } : [];
    }
    const otherwise = partsOf(step.otherwise, places, locale);
    if (step.kind === 'conditional') {
      const branches = step.branches.map(({ steps }) => partsOf(steps, places, locale));
      return { kind: 'conditional', step, branches, otherwise };
    }
    const parts = partsOf(step.steps, places, locale);
    const separated = [...partsOf(step.separator, places, locale), ...parts];
    return { kind: 'list', step, parts, separated, otherwise };
  });
}

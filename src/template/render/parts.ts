import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ConditionalStep, ListStep, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import type { ValueWriter } from './value-writer.ts';

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

/** A value that no context reaches has no writer. */
export function partsOf(program: Program, writers: ReadonlyMap<ValueStep, ValueWriter>): readonly Part[] {
  return program.flatMap((step): Part | readonly Part[] => {
    if (step.kind === 'literal') return step;
    if (step.kind === 'value') {
      const writer = writers.get(step);
      return writer ? { kind: 'value', range: step.range, writer } : [];
    }
    const otherwise = partsOf(step.otherwise, writers);
    if (step.kind === 'list') {
      const parts = partsOf(step.steps, writers);
      return {
        kind: 'list',
        step,
        parts,
        separated: [...partsOf(step.separator, writers), ...parts],
        otherwise,
      };
    }
    return {
      kind: 'conditional',
      step,
      branches: step.branches.map(({ steps }) => partsOf(steps, writers)),
      otherwise,
    };
  });
}

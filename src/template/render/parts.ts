import type { Locale } from 'date-fns';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import type { Condition, ListStep, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import type { Origin } from '../resolve/variables.ts';
import { compileWriting, planWriting } from './compile-writing.ts';
import { ValueWriter } from './value-writer.ts';

/** A step, each value with its writer. */
export type Part = LeafPart | ConditionalPart | ListPart;

/** What writes something itself. */
export type LeafPart = LiteralStep | ValuePart;

export interface ValuePart {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly origin: Origin;
  readonly writer: ValueWriter;
}

export interface ConditionalPart {
  readonly kind: 'conditional';
  readonly branches: readonly { readonly condition: Condition; readonly parts: readonly Part[] }[];
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
  const parts: Part[] = [];
  for (const step of program) {
    if (step.kind === 'literal') parts.push(step);
    else if (step.kind === 'value') {
      const place = places.get(step);
      if (place) parts.push(valuePart(step, place, locale));
    } else {
      const otherwise = partsOf(step.otherwise, places, locale);
      if (step.kind === 'conditional') {
        const branches = step.branches.map(({ condition, steps }) => ({
          condition,
          parts: partsOf(steps, places, locale),
        }));
        parts.push({ kind: 'conditional', branches, otherwise });
      } else {
        const body = partsOf(step.steps, places, locale);
        const separator = partsOf(step.separator, places, locale);
        parts.push({ kind: 'list', step, parts: body, separated: separator.concat(body), otherwise });
      }
    }
  }
  return parts;
}

function valuePart(step: ValueStep, place: Place, locale: Locale): ValuePart {
  const { range, variable } = step;
  const site = { variable: variable.path.join('.'), range };
  const writer = new ValueWriter(site, place, compileWriting(planWriting(step), locale));
  return { kind: 'value', range, origin: variable.origin, writer };
}

/** The variables of the context that values name, with dots between the names of a path. */
export function valueNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(part => {
    if (part.kind === 'literal') return [];
    if (part.kind === 'value') return part.origin.level > 0 ? [] : part.writer.variable;
    const inside = part.kind === 'list' ? [part.separated] : part.branches.map(({ parts }) => parts);
    return [...inside, part.otherwise].flatMap(valueNames);
  });
}

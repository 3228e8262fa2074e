import type { CheckedTemplate } from '../../template/check.ts';

/** What conditions tell apart: samples are varied with these values, so that both sides of a comparison are seen. */
export interface ComparedValues {
  /** The variables of an event that conditions name, with dots between the names of a path. */
  readonly names: ReadonlySet<string>;
  /** Each constant, and what is just beyond the outermost and between two; empty where no number is compared. */
  readonly numbers: readonly number[];
  /** Each constant, and another text; empty where no text is compared. */
  readonly texts: readonly string[];
}

export function comparedValues(templates: readonly CheckedTemplate[]): ComparedValues {
  const constants = new Set(templates.flatMap(({ asked }) => asked.constants));
  return {
    names: new Set(templates.flatMap(({ asked }) => asked.names)),
    numbers: numbersAround([...constants].filter(constant => typeof constant === 'number')),
    texts: withAnother([...constants].filter(constant => typeof constant === 'string')),
  };
}

function numbersAround(constants: readonly number[]): readonly number[] {
  const sorted = constants.toSorted((a, b) => a - b);
  const last = sorted.at(-1);
  if (last === undefined) return [];
  const steps = sorted.flatMap((constant, index) => {
    const before = sorted[index - 1];
    return [before === undefined ? constant - stepFrom(constant) : between(before, constant), constant];
  });
  return [...steps, last + stepFrom(last)];
}

/** One, unless that would be lost in the digits of a large number. */
function stepFrom(constant: number): number {
  return Math.max(1, Math.abs(constant) * Number.EPSILON);
}

function between(low: number, high: number): number {
  const next = low + 1;
  return low < next && next < high ? next : low / 2 + high / 2;
}

function withAnother(constants: readonly string[]): readonly string[] {
  if (constants.length === 0) return [];
  let another = 'other';
  while (constants.includes(another)) another += ' text';
  return [...constants, another];
}

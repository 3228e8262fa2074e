import type { CheckedTemplate } from '../../template/check.ts';
import { maxLevels } from '../../template/resolve/read-variable-schema.ts';

/** Values that conditions compare with. Samples are varied with them, so that both sides of a comparison show. */
export interface ComparedValues {
  /** Dotted paths of the event's variables that conditions name. */
  readonly names: ReadonlySet<string>;
  /** These paths, and those that lead to them. */
  readonly prefixes: ReadonlySet<string>;
  /**
   * Each constant, values between two of them, and values just beyond the outermost; empty if no number is compared.
   */
  readonly numbers: readonly number[];
  /** Each constant, and another text; empty if no text is compared. */
  readonly texts: readonly string[];
  /** Parts of JSON that conditions ask about, by the names that lead to them. */
  readonly parts: readonly (readonly string[])[];
  /** What these parts may be, for both sides of each condition; a missing one among them. */
  readonly ofParts: readonly unknown[];
}

/** @param isFree Whether the values of a variable may be others. */
export function comparedValues(
  templates: readonly CheckedTemplate[],
  isFree: (variable: string) => boolean,
): ComparedValues {
  const names = templates.flatMap(({ asked }) => asked.names.filter(name => isFree(firstOf(name))));
  const constants = new Set(templates.flatMap(({ asked }) => asked.constants));
  const numbers = numbersAround([...constants].filter(constant => typeof constant === 'number'));
  const texts = withAnother([...constants].filter(constant => typeof constant === 'string'));
  const parts = templates.flatMap(({ asked }) => asked.jsonParts);
  return {
    names: new Set(names),
    prefixes: new Set(names.flatMap(prefixesOf)),
    numbers,
    texts,
    parts,
    ofParts: parts.length === 0 ? [] : ['other', ...texts, ...numbers, undefined],
  };
}

function firstOf(path: string): string {
  return path.split('.', 1).join();
}

/** The path itself, and its prefixes as far as groups nest. */
function prefixesOf(path: string): readonly string[] {
  const parts = path.split('.', maxLevels + 1);
  return [path, ...parts.map((_, index) => parts.slice(0, index + 1).join('.'))];
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

/** One, or more if one would be lost to rounding in a large number. */
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

import type { Diagnostic, Fix } from '../diagnostic.ts';
import { applyFix } from './apply-fix.ts';

/** The result of checking one source. */
export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
}

interface TrialOptions<Result extends CheckResult> {
  /** Checks another source. */
  readonly check: (source: string) => Result;
  /** Whether another fix may be tried after `tried` others: each means checking the whole source again. */
  readonly mayTry: (tried: number) => boolean;
}

/** Tries fixes of one source, as many as allowed; the diagnostics left by a fix decide whether it is offered. */
export class Trials<Result extends CheckResult> {
  readonly #source: string;
  readonly #options: TrialOptions<Result>;
  readonly #known = new Map<string, Result>();

  constructor(source: string, options: TrialOptions<Result>) {
    this.#source = source;
    this.#options = options;
  }

  get isOver(): boolean {
    return !this.#options.mayTry(this.#known.size);
  }

  /** The result of a check after a fix; undefined if no more fixes may be tried. */
  tryFix(fix: Fix): Result | undefined {
    const fixed = applyFix(this.#source, fix);
    const known = this.#known.get(fixed);
    if (known) return known;
    if (this.isOver) return undefined;
    const result = this.#options.check(fixed);
    this.#known.set(fixed, result);
    return result;
  }
}

/** Whether there are fewer errors and not more diagnostics in all, or as many errors and fewer diagnostics. */
export function isMilder(after: readonly Diagnostic[], before: readonly Diagnostic[]): boolean {
  const errors = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter(({ severity }) => severity === 'error').length;
  const fewerErrors = errors(before) - errors(after);
  const fewer = before.length - after.length;
  return (fewerErrors > 0 && fewer >= 0) || (fewerErrors === 0 && fewer > 0);
}

/** Whether a fix of a mistake leaves fewer diagnostics than before, and no new ones. */
export function leavesFewer(
  fix: Fix,
  mistake: Diagnostic,
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): boolean {
  if (after.length >= before.length) return false;
  const others = before.filter(other => other !== mistake);
  const kept = new Set(identitiesAfter(fix, others));
  return after.every(diagnostic => kept.has(identityOf(diagnostic)));
}

/** Place and code, which identify a diagnostic within its source. */
export function identityOf({ code, range }: Diagnostic): string {
  return `${range.start} ${code}`;
}

/** The identities of diagnostics after a fix has moved them. */
export function identitiesAfter(fix: Fix, diagnostics: readonly Diagnostic[]): readonly string[] {
  const moved = movedBy(fix);
  return diagnostics.map(({ code, range }) => `${moved(range.start)} ${code}`);
}

/** The other diagnostics that a fix clears. */
export function cleared(fix: Fix, found: CheckResult, others: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = new Set(found.diagnostics.map(identityOf));
  const moved = movedBy(fix);
  // What is wrong with a text that is replaced may be wrong with a part of the new one.
  const isWithin = ({ code, range }: Diagnostic) =>
    fix.edits.some(edit => {
      const isReplaced =
        edit.range.start <= range.start && range.end <= edit.range.end && range.start < range.end;
      const end = moved(edit.range.end);
      return (
        isReplaced &&
        found.diagnostics.some(
          other =>
            other.code === code && end - edit.text.length <= other.range.start && other.range.end <= end,
        )
      );
    });
  return others.filter(other => !left.has(`${moved(other.range.start)} ${other.code}`) && !isWithin(other));
}

/** Converts offsets of the source to offsets after a fix. */
export function movedBy({ edits }: Fix): (offset: number) => number {
  const ends = edits.toSorted((a, b) => a.range.end - b.range.end);
  let shift = 0;
  const shifts = ends.map(({ range, text }) => {
    shift += text.length - (range.end - range.start);
    return shift;
  });
  return offset => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ends[middle]?.range.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low - 1] ?? 0);
  };
}

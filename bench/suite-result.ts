import { median, type Timing } from './measure.ts';

export interface SuiteResult {
  readonly suite: string;
  /** Tables, in the order in which they are read. */
  readonly tables: readonly Table[];
  readonly targets: readonly Target[];
}

export interface Table {
  readonly title: string;
  /** The unit of all its values. */
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

/** A ratio that is to be reached, and the one that was. */
export interface Target {
  readonly what: string;
  /** At least this, or, for a spread, at most. */
  readonly wanted: number;
  readonly atMost?: boolean;
  readonly reached: number;
}

/** One row for each contestant and one column for each case, in nanoseconds. */
export function timingTable(
  title: string,
  cases: readonly (readonly [name: string, timings: readonly Timing[]])[],
): Table {
  const names = [...new Set(cases.flatMap(([, timings]) => timings.map(({ name }) => name)))];
  return {
    title,
    unit: 'ns',
    columns: cases.map(([name]) => name),
    rows: names.map(name => ({
      name,
      values: cases.map(([, timings]) => {
        const timing = timings.find(timing => timing.name === name);
        return timing && median(timing.roundsNs);
      }),
    })),
  };
}

/** How many times faster `fast` was than `slow`: the median of the rounds, each compared within itself. */
export function speedRatio(timings: readonly Timing[], fast: string, slow: string): number {
  const [fastNs, slowNs] = [fast, slow].map(
    name => timings.find(timing => timing.name === name)?.roundsNs ?? [],
  );
  return median((fastNs ?? []).map((ns, round) => (slowNs?.[round] ?? Number.NaN) / ns));
}

export function isReached({ wanted, atMost, reached }: Target): boolean {
  return atMost ? reached <= wanted : reached >= wanted;
}

import { do_not_optimize, measure } from 'mitata';

/** Something whose time is taken; what it returns is consumed. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

/** The time of one contestant in one case: nanoseconds for one run, once per round. */
export interface Timing {
  readonly name: string;
  readonly roundsNs: readonly number[];
}

export interface MeasureOptions {
  /** How often every contestant has its turn. */
  readonly rounds: number;
  /** How long each turn lasts, in milliseconds. */
  readonly turnMs: number;
  /** How many runs come before those that count, and how many are one batch. Default 64 and 512. */
  readonly samples?: { readonly warmup: number; readonly batch: number };
}

/**
 * How often every contestant runs before the first turn, so that V8 has optimised all of them when one counts; for at most so many turns.
 * Within nine turns on a busy machine it had not, and the first case of a suite was compared while it had only done so for peers
 * with less code.
 */
const warmUp = { runs: 20_000, turns: 20 };

/** Everything runs, and nothing long enough to be believed. */
export const smoke: MeasureOptions = { rounds: 1, turnMs: 1, samples: { warmup: 1, batch: 1 } };

/**
 * Takes times with mitata, whose `measure` warms up, batches and keeps results alive. It has no turns of its own: it
 * finishes with one function before it begins the next, so that on a machine that slows down midway one contestant
 * pays for all. Here they take turns, and each round yields its median. Turns are short, so the full collection that
 * mitata forces before it measures is left out: V8 throws away what it optimised for shapes of which no instance lives,
 * and a turn would measure how V8 recovers.
 */
export async function measureTurns(
  contestants: readonly Contestant[],
  { rounds, turnMs, samples = { warmup: 64, batch: 512 } }: MeasureOptions,
): Promise<Timing[]> {
  for (const { run } of contestants) {
    const end = performance.now() + warmUp.turns * turnMs;
    for (let runs = 0; runs < warmUp.runs && performance.now() < end; runs++) do_not_optimize(run());
  }
  const timings = contestants.map(({ name }) => ({ name, roundsNs: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of contestants.entries()) {
      const stats = await measure(() => do_not_optimize(run()), {
        min_cpu_time: turnMs * 1e6,
        batch_samples: samples.batch,
        warmup_samples: samples.warmup,
        gc: false,
      });
      timings[index]?.roundsNs.push(stats.p50);
    }
  }
  return timings;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The number below which a share of all lies, such as 0.95. */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

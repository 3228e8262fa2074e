/**
 * Runs `run` once at a time. Calls during a run share the next one, with the arguments of the latest of them: nobody
 * gets a state from before their call, and a thousand simultaneous calls lead to two runs.
 */
export function newestAfterCurrent<Given extends readonly unknown[], Result>(
  run: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let current: Promise<Result> | undefined;
  let next: { given: Given; readonly result: Promise<Result> } | undefined;

  function start(given: Given): Promise<Result> {
    const running = run(...given);
    current = running;
    const end = (): void => {
      if (current === running && !next) current = undefined;
    };
    running.then(end, end);
    return running;
  }

  return (...given) => {
    if (!current) return start(given);
    if (next) {
      next.given = given;
      return next.result;
    }
    const startNext = (): Promise<Result> => {
      const latest = next?.given ?? given;
      next = undefined;
      return start(latest);
    };
    next = { given, result: current.then(startNext, startNext) };
    return next.result;
  };
}

/**
 * Runs `run` once at a time. Those who call it meanwhile share one run after the current one, with what the latest of them
 * gave: nobody is told of a state before they asked, and of a thousand calls at once two run.
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

import { exitStatus } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Waits for the signal to stop. */
export interface StopSignals {
  readonly first: Promise<StopSignal>;
  /** Gives the signals back to the system. */
  readonly close: () => void;
}

/** The first signal asks the program to stop; whoever sends a second one wants it to end at once. */
export function watchStopSignals({ on, off, endNow }: Terminal): StopSignals {
  const signals: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];
  let isStopping = false;
  let stop = (_signal: StopSignal): void => {};
  const first = new Promise<StopSignal>(resolve => {
    stop = resolve;
  });
  const listener = (signal: NodeJS.Signals): void => {
    if (isStopping) endNow(exitStatus.interrupted);
    isStopping = true;
    stop(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  };
  for (const signal of signals) on(signal, listener);
  return {
    first,
    close: () => {
      for (const signal of signals) off(signal, listener);
    },
  };
}

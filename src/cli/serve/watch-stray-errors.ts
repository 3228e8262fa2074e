import type { Terminal } from '../terminal.ts';

/**
 * Reports, until the program ends, what is thrown where nothing catches it, such as in a timer of a task, and resolves with the
 * first one. Node.js would write it out with its message, which may hold secrets, and end the program at once.
 */
export function watchStrayErrors(
  { on }: Pick<Terminal, 'on'>,
  report: (error: unknown) => void,
): Promise<'stray-error'> {
  return new Promise(resolve => {
    const listener = (error: unknown): void => {
      report(error);
      resolve('stray-error');
    };
    on('uncaughtException', listener);
    on('unhandledRejection', listener);
  });
}

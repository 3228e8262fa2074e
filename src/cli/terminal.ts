import { styleText } from 'node:util';
import type { ExitStatus } from './command-error.ts';

/** What a command sees of the world: data goes to stdout, whatever is for people to stderr. */
export interface Terminal
  extends Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env' | 'platform' | 'on' | 'off'> {
  /** Where relative paths begin. */
  readonly directory: string;
  /** Ends the program now, with whatever still runs in it. Without a status, with that of its command. */
  readonly endNow: (status?: ExitStatus) => void;
}

/** What the commands have in common. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Keeps the status that the command ended with. */
  readonly end: (status: ExitStatus) => void;
}

/** Whether colours are wanted there, by `FORCE_COLOR`, `NO_COLOR` and what it is. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return styleText('red', ' ', { stream }) !== ' ';
}

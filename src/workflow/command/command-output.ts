import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { longestError } from '../process/run-task.ts';
import type { TaskInput, TaskOutcome } from '../task.ts';
import { LineReader, type OutputLine } from './line-reader.ts';
import { parseProgress } from './progress-line.ts';

/** A line of a program that is not about its progress. */
export interface LoggedLine {
  readonly stream: 'stdout' | 'stderr';
  /** Up to 8,192 bytes of it. */
  readonly text: string;
}

/** How much of a line is kept, and how much of a run is logged, in bytes. */
export const longestLineBytes = 8192;
export const mostLoggedBytes = 1024 * 1024;

/** Reads what a program writes while it runs: its progress, how it says that it ended, and lines for the log. */
export class CommandOutput {
  readonly #report: TaskInput['report'];
  readonly #log: (line: LoggedLine) => void;
  #room = mostLoggedBytes;
  /** What it said last of its end. */
  outcome: TaskOutcome | undefined;
  /** The last line on stderr that is not blank. */
  lastError = '';

  constructor(
    { stdout, stderr }: ChildProcessWithoutNullStreams,
    report: TaskInput['report'],
    log: (line: LoggedLine) => void,
  ) {
    this.#report = report;
    this.#log = log;
    const output = new LineReader(longestLineBytes, line => this.#readOutput(line));
    const errors = new LineReader(longestLineBytes, line => this.#readError(line));
    stdout.on('data', (chunk: Buffer) => output.push(chunk)).on('end', () => output.end());
    stderr.on('data', (chunk: Buffer) => errors.push(chunk)).on('end', () => errors.end());
  }

  #readOutput({ text, isCut }: OutputLine): void {
    const progress = isCut ? undefined : parseProgress(text);
    if (progress) this.#report(progress.counts);
    else this.#write({ stream: 'stdout', text });
    if (progress?.outcome) this.outcome = progress.outcome;
  }

  #readError({ text }: OutputLine): void {
    if (text.trim() !== '') this.lastError = text.trim().slice(0, longestError);
    this.#write({ stream: 'stderr', text });
  }

  /** A program that floods its output does not flood the log. */
  #write(line: LoggedLine): void {
    if (this.#room <= 0) return;
    // An empty line takes room as well.
    this.#room -= Buffer.byteLength(line.text) + 1;
    this.#log(this.#room > 0 ? line : { stream: line.stream, text: 'The rest of the output is not logged.' });
  }
}

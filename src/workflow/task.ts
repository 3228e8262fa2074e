import type { JsonValue } from '../output/json/json-value.ts';
import type { ParameterMapping, Parameters } from './parameters/parameter-mapping.ts';
import type { ProcessCounts } from './process/process-record.ts';

/** What can be started from outside. */
export interface Task {
  /** Webhooks of this profile are notified of its processes. */
  readonly profile: string;
  /** Where the parameters are in the body of a run. Default: none. */
  readonly parameters?: ParameterMapping;
  /** A body that it can be tried with, which a server offers. Default: one with a text for each parameter. */
  readonly sampleBody?: JsonValue;
  /** How long a process may run before it is interrupted. Default 86,400,000 ms: a day. */
  readonly timeoutMs?: number;
  /**
   * Does the work. A process completes when this ends without saying otherwise, and is in error when it throws; the
   * message of what it throws is shown in the status of the process.
   */
  readonly run: (
    input: TaskInput,
  ) => TaskOutcome | undefined | Promise<TaskOutcome | undefined> | Promise<void>;
}

/** What a task works with, new for each run. */
export interface TaskInput {
  /** Read from the body by the task's mapping. */
  readonly parameters: Parameters;
  /** The JSON that the run was started with. */
  readonly body: JsonValue;
  /** Aborts when the process is to stop. A task that does not stop is abandoned after `stopTimeoutMs` of the service. */
  readonly signal: AbortSignal;
  /**
   * Says how far the work has come, in totals, not in what was added; what is left out stays as it was.
   *
   * @throws {TypeError} for a count that is not a whole number from 0.
   */
  readonly report: (counts: Partial<ProcessCounts>) => void;
}

/** How a task says that it failed without throwing. */
export interface TaskOutcome {
  readonly status: 'completed' | 'error';
  /** Shown in the status of a process that is in error. */
  readonly error?: string;
}

/** Tasks that belong together. */
export interface Project {
  readonly tasks: Readonly<Record<string, Task>>;
}

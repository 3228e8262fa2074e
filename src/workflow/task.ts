import type { JsonValue } from '../output/json/json-value.ts';
import type { ParameterMapping, Parameters } from '../parameters/parameter-mapping.ts';
import type { ProcessCounts } from './process/process-record.ts';

/** Work that can be started from outside. */
export interface Task {
  /** The webhooks of this profile are notified of its processes. */
  readonly profile: string;
  /** The places of the parameters in the body of a run. Default: no parameters. */
  readonly parameters?: ParameterMapping | undefined;
  /** A body for trying the task, which a server offers. Default: one with a text for each parameter. */
  readonly sampleBody?: JsonValue | undefined;
  /** The maximum size of its parameters as JSON, in bytes; a run with more is refused. Default: that of the body. */
  readonly maxParameterBytes?: number | undefined;
  /** Time after which a process is interrupted. Default 86,400,000 ms: a day. */
  readonly timeoutMs?: number | undefined;
  /**
   * Does the work. The process completes when this resolves, unless the outcome says otherwise, and is in error when it
   * throws; the message of the error is shown in the status of the process.
   */
  readonly run: (
    input: TaskInput,
  ) => TaskOutcome | undefined | Promise<TaskOutcome | undefined> | Promise<void>;
}

/** The input of a task, new for each run. */
export interface TaskInput {
  /** Read from the body with the task's mapping. */
  readonly parameters: Parameters;
  /** The JSON body of the run. */
  readonly body: JsonValue;
  /**
   * Aborts when the process has to stop. A task that does not stop is abandoned after `stopTimeoutMs` of the service.
   */
  readonly signal: AbortSignal;
  /**
   * Reports progress in totals, not increments; counts that are left out stay the same.
   *
   * @throws {TypeError} for a count that is not a whole number from 0.
   */
  readonly report: (counts: Partial<ProcessCounts>) => void;
}

/** Lets a task report failure without throwing. */
export interface TaskOutcome {
  readonly status: 'completed' | 'error';
  /** Shown in the status of a process in error. */
  readonly error?: string | undefined;
}

/** Tasks that belong together. */
export interface Project {
  readonly tasks: Readonly<Record<string, Task>>;
}

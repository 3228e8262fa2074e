import { onTestFinished } from 'vitest';
import type { WorkflowServiceOptions } from '../../src/workflow/service-options.ts';
import type { Task, TaskInput } from '../../src/workflow/task.ts';
import { createWorkflowService, type WorkflowService } from '../../src/workflow/workflow-service.ts';
import { recordingDispatcher } from './recording-dispatcher.ts';

/** A task that ends when the test says so, however often it is started. */
export interface HeldTask extends Task {
  /** The inputs of its runs, in the order in which they started. */
  readonly inputs: readonly TaskInput[];
  /** Lets one that runs end; the oldest first. */
  readonly finish: () => void;
  /** Lets one that runs fail. */
  readonly fail: (error: unknown) => void;
}

/** Stops when its signal says so, unless `deaf`. */
export function heldTask({ deaf = false, profile = 'nightly' } = {}): HeldTask {
  const inputs: TaskInput[] = [];
  const running: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  return {
    profile,
    inputs,
    finish: () => running.shift()?.resolve(),
    fail: error => running.shift()?.reject(error),
    run: input => {
      inputs.push(input);
      return new Promise<void>((resolve, reject) => {
        const held = { resolve, reject };
        running.push(held);
        const stop = (): void => {
          running.splice(running.indexOf(held), 1);
          reject(input.signal.reason);
        };
        if (!deaf) input.signal.addEventListener('abort', stop);
      });
    },
  };
}

/** Does nothing, and ends. */
export const briefTask: Task = { profile: 'nightly', run: () => undefined };

export type SampleOptions = Partial<Omit<WorkflowServiceOptions, 'projects'>> & {
  /** The tasks of the project `etl`. */
  readonly tasks?: Readonly<Record<string, Task>>;
};

/** A service with one project, `etl`, closed when the test ends. */
export function sampleService({
  tasks = { brief: briefTask },
  ...options
}: SampleOptions = {}): WorkflowService {
  const service = createWorkflowService({
    projects: { etl: { tasks } },
    webhooks: [],
    dispatcher: recordingDispatcher(),
    ...options,
  });
  onTestFinished(() => service.close({ timeoutMs: 0 }));
  return service;
}

/** Resolves when what is under way without a timer has come to its end. */
export function settle(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve);
  });
}

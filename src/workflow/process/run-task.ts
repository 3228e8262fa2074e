import type { Task, TaskInput } from '../task.ts';
import type { ProcessEnd } from './live-process.ts';

/** Errors of tasks are cut to so many characters: a message may quote a whole document. */
export const maxErrorLength = 1000;

/** Runs the task of a process to its end; never rejects. */
export async function runTask(task: Task, input: TaskInput): Promise<ProcessEnd> {
  try {
    const end = parseOutcome(await task.run(input));
    return input.signal.aborted ? interruptedEnd(input.signal) : end;
  } catch (error) {
    if (input.signal.aborted) return interruptedEnd(input.signal);
    return { status: 'error', error: messageOf(error) };
  }
}

/** A process that was told to stop is interrupted, even if its task came to an end of its own. */
export function interruptedEnd({ reason }: AbortSignal): ProcessEnd {
  return { status: 'interrupted', error: messageOf(reason) };
}

export const closedReason = 'The service was closed before the process began';

/** The end of a run that was refused before the store had accepted it. */
export const lateEnd: ProcessEnd = {
  status: 'interrupted',
  error: 'The store took the run too late: it was refused and never began',
};

/** The end of a process whose task does not stop: the task may go on unseen, and its result is ignored. */
export function abandonedEnd({ reason }: AbortSignal): ProcessEnd {
  return {
    status: 'interrupted',
    error: `${messageOf(reason)}; its task did not stop in time and was abandoned`,
  };
}

function parseOutcome(outcome: unknown): ProcessEnd {
  if (typeof outcome !== 'object' || outcome === null || !('status' in outcome))
    return { status: 'completed' };
  const { status } = outcome;
  if (status === 'completed') return { status };
  if (status !== 'error') {
    const error = 'The task returned a status other than `completed` or `error`';
    return { status: 'error', error };
  }
  const error = 'error' in outcome ? outcome.error : undefined;
  return error === undefined ? { status } : { status, error: messageOf(error) };
}

/** A thrown value may not convert to text, or may throw when it is inspected. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, maxErrorLength);
  } catch {
    return 'The task threw a value that is not text';
  }
}

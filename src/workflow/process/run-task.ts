import type { Task, TaskInput } from '../task.ts';
import type { ProcessEnd } from './live-process.ts';

/** How many characters of a task's error are kept: a message may quote a whole document. */
export const longestError = 1000;

/** Runs the task of a process to its end, whatever it does. */
export async function runTask(task: Task, input: TaskInput): Promise<ProcessEnd> {
  try {
    const end = parseOutcome(await task.run(input));
    return input.signal.aborted ? interruptedEnd(input.signal) : end;
  } catch (error) {
    if (input.signal.aborted) return interruptedEnd(input.signal);
    return { status: 'error', error: messageOf(error) };
  }
}

/** A process that was told to stop is interrupted, also where its task came to an end of its own all the same. */
export function interruptedEnd({ reason }: AbortSignal): ProcessEnd {
  return { status: 'interrupted', error: messageOf(reason) };
}

export const closedReason = 'The service was closed before the process began';

/** Of a run that was refused before the store had taken it. */
export const lateEnd: ProcessEnd = {
  status: 'interrupted',
  error: 'The store took the run too late: it was refused and never began',
};

/** Of a process whose task does not stop: it may go on unseen, and what it comes to makes no difference. */
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

/** A thrown value may not convert to text, or may throw when it is looked at. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, longestError);
  } catch {
    return 'The task threw a value that is not text';
  }
}

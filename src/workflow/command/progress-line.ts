import { isJsonObject } from '../../http/json-value.ts';
import type { ProcessCounts } from '../process/process-record.ts';
import type { TaskOutcome } from '../task.ts';

/** What a command says of its own work in one line of JSON. */
export interface Progress {
  readonly counts: Partial<ProcessCounts>;
  readonly outcome?: TaskOutcome;
}

/**
 * Reads a line such as `{"recordsProcessed":100,"errorCount":0}` or `{"status":"error","error":"no rows"}`. Nothing for
 * any other line: that is output like the rest.
 */
export function parseProgress(line: string): Progress | undefined {
  if (!line.startsWith('{')) return undefined;
  const said = parseJson(line);
  if (!isJsonObject(said) || Object.keys(said).some(name => !names.includes(name))) return undefined;
  const { recordsProcessed, errorCount, status, error } = said;
  if (!isCount(recordsProcessed) || !isCount(errorCount)) return undefined;
  if (status !== undefined && status !== 'completed' && status !== 'error') return undefined;
  if (error !== undefined && (typeof error !== 'string' || status !== 'error')) return undefined;
  const counts = {
    ...(recordsProcessed !== undefined && { recordsProcessed }),
    ...(errorCount !== undefined && { errorCount }),
  };
  if (status === undefined) return Object.keys(counts).length === 0 ? undefined : { counts };
  return { counts, outcome: error === undefined ? { status } : { status, error } };
}

const names: readonly string[] = ['recordsProcessed', 'errorCount', 'status', 'error'];

function isCount(value: unknown): value is number | undefined {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

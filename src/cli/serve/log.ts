import { DatabaseError } from '../../database/database-error.ts';
import { visibleCells } from '../../diagnostics/frame/visible-cells.ts';
import { OutboxError } from '../../outbox/outbox-error.ts';
import { WorkflowError } from '../../workflow/workflow-error.ts';

/** An event of the server, without secrets. */
interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Ids, states, times. */
  readonly facts?: Facts;
  /** Facts that the message says as well, and only programs want by themselves. */
  readonly said?: Facts;
}

type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Log = (entry: LogEntry) => void;

/** The format of entries: for people, or one JSON object per line. */
export type LogFormat = 'text' | 'json';

export function createLog(format: LogFormat, write: (line: string) => void, now: () => number): Log {
  const line = format === 'json' ? jsonLine : textLine;
  return entry => write(`${line(entry, new Date(now()))}\n`);
}

/** Facts come first, so that none of them can replace the time, the level or the message. */
function jsonLine({ level, message, facts, said }: LogEntry, time: Date): string {
  return JSON.stringify({ ...said, ...facts, time: time.toISOString(), level, message });
}

function textLine({ level, message, facts = {} }: LogEntry, time: Date): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const words = [
    time.toISOString().slice(11, 19),
    ...(level === 'info' ? [] : [`${level}:`]),
    message,
    ...known.map(([name, value]) => `${name}=${shown(value)}`),
  ];
  return words.map(visible).join(' ');
}

function shown(value: unknown): string {
  return typeof value === 'string' && /[\s"=]/.test(value) ? JSON.stringify(value) : String(value);
}

/** Text of a command or a caller must not steer the terminal. */
function visible(text: string): string {
  return visibleCells(text)
    .map(cell => cell.text)
    .join('');
}

/** The logged parts of a failure; foreign errors have none of them. */
interface Failure {
  readonly kind?: unknown;
  readonly error?: unknown;
  readonly pid?: unknown;
  readonly event?: unknown;
  readonly webhook?: unknown;
  readonly requestId?: unknown;
  readonly method?: unknown;
  readonly route?: unknown;
}

/**
 * Logs errors around requests, processes and deliveries. An error may quote secrets: for foreign errors, the log has
 * only the class, the code and the place.
 */
export function logFailure(log: Log, thrown: unknown): void {
  const { kind, error, ...about }: Failure = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const what = happened(kind);
  const names = ['pid', 'event', 'webhook', 'requestId', 'method', 'route'] as const;
  const facts = Object.fromEntries(names.map(name => [name, textOf(about[name])]));
  const message = what === undefined ? describe(thrown) : `${what}: ${describe(error)}`;
  log({ level: 'error', message, facts });
}

function happened(kind: unknown): string | undefined {
  switch (kind) {
    case 'request':
      return 'A request was answered with 500';
    case 'webhook':
      return 'A webhook could not be notified';
    case 'store':
      return 'The status of a process could not be stored';
    case 'lease':
      return 'The lease of this instance on its processes could not be renewed';
    case 'unopened':
      return 'A queued run waits for an instance that can open it';
    case 'stray':
      return 'Something was thrown where nothing catches it, perhaps in a timer of a task';
    default:
      return undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof DatabaseError || error instanceof OutboxError || error instanceof WorkflowError)
    return error.message;
  if (!(error instanceof Error)) return 'something was thrown that is not an error';
  const code = 'code' in error ? textOf(error.code) : undefined;
  const place = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim();
  return [error.name, code, place].filter(part => part !== undefined).join(' ');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

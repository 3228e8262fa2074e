import { visibleCells } from '../../diagnostics/frame/visible-cells.ts';

/** What is said of something that happened, without secrets. */
interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** What it was about: ids, states, times. */
  readonly facts?: Readonly<Record<string, string | number | boolean | null | undefined>>;
}

export type Log = (entry: LogEntry) => void;

/** How entries are written: for people, or one object of JSON on each line. */
export type LogFormat = 'text' | 'json';

export function createLog(format: LogFormat, write: (line: string) => void, now: () => number): Log {
  const line = format === 'json' ? jsonLine : textLine;
  return entry => write(`${line(entry, new Date(now()))}\n`);
}

/** What was said first stands first; a fact cannot take its place. */
function jsonLine({ level, message, facts }: LogEntry, time: Date): string {
  return JSON.stringify({ ...facts, time: time.toISOString(), level, message });
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

/** What a command or a caller wrote must not steer the terminal. */
function visible(text: string): string {
  return visibleCells(text)
    .map(cell => cell.text)
    .join('');
}

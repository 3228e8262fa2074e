import { InvalidArgumentError, Option } from 'commander';
import { readInstant } from '../../dates/format/instant.ts';

/** Which events there are. */
export function catalogueOption(): Option {
  return new Option(
    '--catalogue <file>',
    'a module that exports what defineEvents() returns, or its definition as JSON',
  );
}

/** What a bare template writes. */
export function outputOption(): Option {
  return new Option('--output <format>', 'the files are bare templates, and write this').choices([
    'text',
    'json',
    'json-lines',
    'url',
    'form',
    'xml',
    'header',
  ]);
}

/** An option that may be repeated. */
export function repeatable(flags: string, description: string, otherwise = 'none'): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(collect).default([], otherwise);
}

function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** A number from 0, for an option. */
export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number from 0.');
}

/** One of several webhooks. */
export function webhookOption(): Option {
  return new Option('--webhook <id>', 'the webhook with this id, if a file has several');
}

/** The facts of an event. */
export function contextOption(): Option {
  return new Option('--context <file>', 'the facts of the event as JSON (default: its sample)');
}

export function setOption(): Option {
  return repeatable('--set <name=value>', 'a fact in place of another');
}

/** When an event happened. */
export function nowOption(): Option {
  return new Option('--now <date>', 'when it happened, as in 2026-03-01T12:00:00Z (default: now)').argParser(
    readDate,
  );
}

function readDate(text: string): number {
  const epochMs = readInstant(text) ?? Number.NaN;
  if (Number.isNaN(epochMs))
    throw new InvalidArgumentError('It is a date and time such as 2026-03-01T12:00:00Z.');
  return epochMs;
}

/** A length of time such as `500ms`, `10s` or `2m`, in milliseconds. */
export function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,7})(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(number) * ({ ms: 1, s: 1000, m: 60_000 }[unit] ?? 0);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('It is a length of time such as 500ms, 10s or 2m.');
}

import { InvalidArgumentError, Option } from 'commander';

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

/** Collects the values of an option that may be repeated. */
export function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** A number from 0, for an option. */
export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number from 0.');
}

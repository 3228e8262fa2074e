import { readFileSync } from 'node:fs';
import type { OutputName } from '../../src/output/output.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import type { Mistake } from './outcome.ts';

/** The variables of the templates in `pasted-mistakes.txt`. */
export const variables = {
  event: ['Started', 'Completed', 'Errored'],
  isError: 'boolean',
  paid: 'boolean',
  errorCount: 'number',
  recordsProcessed: 'number',
  total: 'number',
  profile: 'string',
  errorMessage: 'string',
  date: 'date',
  customer: { name: 'string', email: 'string' },
  tags: listOf('string'),
  items: listOf({ name: 'string', quantity: 'number', price: 'number', inStock: 'boolean' }),
} as const;

/** A mistake that somebody brings along, and where from. */
export interface PastedMistake extends Mistake {
  readonly origin: string;
}

/** The rows of `pasted-mistakes.txt`. */
export function pastedMistakes(): readonly PastedMistake[] {
  const text = readFileSync(new URL('pasted-mistakes.txt', import.meta.url), 'utf8');
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap(section => {
      const [, origin = '', output = ''] = /^(.+): ([a-z-]+)$/m.exec(section) ?? [];
      return Array.from(section.matchAll(/^- (.*)\n\+ (.*)$/gm), ([, wrong = '', source = '']) => ({
        // The headings name outputs alone, or no template would be right.
        output: output as OutputName,
        origin,
        wrong: written(wrong),
        source: written(source),
      }));
    });
}

function written(row: string): string {
  return row.replaceAll('⏎', '\n').replaceAll('⇥', '\t');
}

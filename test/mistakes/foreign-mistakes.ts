import { readFileSync } from 'node:fs';
import type { SourceRange } from '../../src/diagnostics/diagnostic.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { unmarkAll } from '../marked-source.ts';
import type { Mistake } from './outcome.ts';

/** The variables of the templates in `foreign-mistakes.txt`. */
export const variables = {
  title: 'string',
  message: 'string',
  host: 'string',
  status: ['open', 'closed'],
  severity: 'string',
  count: 'number',
  isError: 'boolean',
  urgent: 'boolean',
  date: 'date',
  user: { name: 'string', email: 'string' },
  labels: 'json',
  items: listOf({ sku: 'string', quantity: 'number' }),
  tags: listOf('string'),
  EVENT_TITLE: 'string',
  EVENT_MSG: 'string',
  ALERT_STATUS: 'string',
  is_alert: 'boolean',
  ticket: { id: 'number', title: 'string' },
  EVENT: { NAME: 'string', SEVERITY: 'string' },
  HOST: { NAME: 'string' },
} as const;

/** Mistakes that somebody makes out of habit, and where from. */
export interface ForeignMistake extends Mistake {
  readonly language: string;
  /** The place of each mistake. */
  readonly marked: readonly SourceRange[];
}

/** The rows of `foreign-mistakes.txt`; `source` is empty where no template can have been meant. */
export function foreignMistakes(): readonly ForeignMistake[] {
  const text = readFileSync(new URL('foreign-mistakes.txt', import.meta.url), 'utf8');
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap(section => {
      const [, language = '', output = ''] = /^(.+): ([a-z-]+)$/m.exec(section) ?? [];
      return Array.from(section.matchAll(/^- (.*)\n\+ (.*)$/gm), ([, wrong = '', meant = '']) => {
        const { source, ranges } = unmarkAll(wrong.replaceAll('⏎', '\n'));
        return {
          // The headings name outputs alone, or no template would be right.
          output: output as OutputName,
          language,
          wrong: source,
          marked: ranges,
          source: meant === '-' ? '' : meant.replaceAll('⏎', '\n'),
        };
      });
    });
}

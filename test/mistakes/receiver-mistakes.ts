import { readFileSync } from 'node:fs';
import { listOf, optional } from '../../src/template/resolve/variables.ts';

/** The variables of the templates in `receiver-mistakes.txt`: those of a catalogue that reports alerts. */
export const variables = {
  event: ['opened', 'changed', 'closed'],
  isUrgent: 'boolean',
  title: 'string',
  text: 'string',
  host: 'string',
  level: ['info', 'warning', 'critical'],
  count: 'number',
  at: 'date',
  owner: optional('string'),
  link: optional('string'),
  alerts: listOf({ name: 'string', level: ['low', 'high'], count: 'number', link: optional('string') }),
  tags: listOf('string'),
} as const;

/** A template with a mistake that its receiver would refuse, and the template that was meant. */
export interface ReceiverMistake {
  readonly receiver: string;
  readonly mistake: string;
  /** The code with which it is found, and what its message must say. */
  readonly code: string;
  readonly says: string;
  readonly wrong: string;
  readonly right: string;
}

const mark = /«([^→»]*)→([^»]*)»/g;

/** The rows of `receiver-mistakes.txt`. */
export function receiverMistakes(): readonly ReceiverMistake[] {
  const text = readFileSync(new URL('receiver-mistakes.txt', import.meta.url), 'utf8');
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap(section => {
      const [receiver = ''] = section.split('\n');
      return Array.from(
        section.matchAll(/^- (.+): ([a-z-]+) (.+)\n(.+)$/gm),
        ([, mistake = '', code = '', says = '', marked = '']) => ({
          ...{ receiver, mistake, code, says },
          wrong: marked.replace(mark, (_, wrong: string) => wrong),
          right: marked.replace(mark, (_, _wrong, right: string) => right),
        }),
      );
    });
}

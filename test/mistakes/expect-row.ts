import { expect } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { unmark } from '../marked-source.ts';

/** Names for mistakes in lists and conditions. */
export const variables = {
  name: 'string',
  count: 'number',
  isError: 'boolean',
  event: ['Started', 'Completed', 'Errored'],
  words: listOf('string'),
  items: listOf({
    name: 'string',
    count: 'number',
    isOn: 'boolean',
    kind: ['a', 'b'],
    tags: listOf('string'),
  }),
} as const;

/** A source with the one range that is reported, its code, a part of the message, and the source after the first fix. */
export type Row = readonly [marked: string, code: string, said: string, fixed?: string];

/** Expects the one mistake of a row. */
export function expectRow(
  output: OutputName,
  marked: string,
  code?: string,
  said = '',
  fixed?: string,
): void {
  const { source, range } = unmark(marked);
  const found = validateTemplate(source, { output, variables });
  expect(found.map(diagnostic => diagnostic.code)).toEqual([code]);
  expect(found[0]?.range).toEqual(range);
  expect(found[0]?.message).toContain(said);
  const [fix] = found[0]?.fixes ?? [];
  expect(fix && applyFix(source, fix)).toBe(fixed);
}

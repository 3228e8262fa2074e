import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { processVariables } from '../../src/template/resolve/variables.ts';
import { compileTemplate } from '../../src/template/template.ts';

interface Row {
  readonly template: string;
  readonly context: { readonly [name: string]: unknown; readonly date: string };
  readonly expected: string;
}

const oracle = new URL('../oracles/stringtemplate4.json', import.meta.url);
const { rows } = JSON.parse(readFileSync(oracle, 'utf8')) as { rows: Row[] };
const variables = {
  ...processVariables,
  isFullCopy: 'boolean',
  dryRun: 'boolean',
  absent: 'string',
} as const;

describe('StringTemplate 4', () => {
  it('answered 600 templates', () => {
    expect(rows).toHaveLength(600);
  });

  it.each(rows)('answers as we do: $template', ({ template, context, expected }) => {
    const compiled = compileTemplate(template, { variables });
    // The contexts of the oracle hold more than the types of ours allow, and that is the point.
    const values = { ...context, date: new Date(context.date) } as Parameters<typeof compiled.render>[0];
    expect(compiled.render(values)).toBe(expected);
    expect(compiled.trace(values).text).toBe(expected);
  });
});

import { expect, it } from 'vitest';
import { applyFix } from '../../../../src/diagnostics/fixes/apply-fix.ts';
import type { JsonSchema } from '../../../../src/output/json/schema/schema.ts';
import { validateTemplate } from '../../../../src/template/template.ts';
import { variables } from './variables.ts';

function fixes(source: string, schema: JsonSchema): readonly string[] {
  const found = validateTemplate(source, { output: 'json', schema, variables });
  return found.flatMap(each => each.fixes.map(fix => `${fix.title}: ${applyFix(source, fix)}`));
}

it.each<[schema: JsonSchema, source: string, ...fixes: string[]]>([
  [{ type: 'string' }, '$any$', 'Write it as text: "$any$"'],
  [
    { type: 'string', maxLength: 20 },
    '$any$',
    'Write it as text, in 20 characters at most: "$any; max="20"$"',
  ],
  [
    { type: 'string', minLength: 1, maxLength: 20 },
    '$any.name$',
    'Write it as text, in 20 characters at most: "$any.name; max="20", default="…"$"',
    'Write `-` where it is missing: $any.name; null="-"$',
  ],
  [{ type: 'string', maxLength: 20 }, '$any; max="5"$', 'Write it as text: "$any; max="5"$"'],
  [
    { type: 'string', maxLength: 20 },
    '$any; format="slack-escape", max="5"$',
    'Write it as text, in 20 characters at most: "$any; format="slack-escape", max="4"$"',
  ],
  // A number may be wanted as well.
  [{ maxLength: 20 }, '$any$'],
  [{ anyOf: [{ type: 'string', maxLength: 20 }, { type: 'number' }] }, '$any$'],
])('JSON that has to be a text is written as one: under %j, %s', (schema, source, ...expected) => {
  expect(fixes(source, schema)).toEqual(expected);
});

import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/diagnostics/fixes/apply-fix.ts';
import type { JsonSchema } from '../../../../src/output/json/schema/schema.ts';
import { validateTemplate } from '../../../../src/template/template.ts';
import { slackBlocks } from '../../../../src/webhook/receivers/index.ts';
import { variables } from './variables.ts';

const closed = {
  properties: { title: { type: 'string', maxLength: 10 }, level: { enum: ['info', 'error'] } },
  additionalProperties: false,
};
const open = { ...closed, additionalProperties: true };

/** What the fixes of each diagnostic make of a source. */
function mended(source: string, schema: JsonSchema): readonly (readonly [string, ...string[]])[] {
  const found = validateTemplate(source, { output: 'json', schema, variables });
  return found.map(({ code, fixes }) => [code, ...fixes.map(fix => applyFix(source, fix))]);
}

describe('a slip in a key', () => {
  it.each([
    ['the key', closed, 'schema-unknown-key', '{"title":"$title$"}'],
    ['a key that is ignored', open, 'schema-misspelt-key', '{"title":"$title$"}'],
  ])(
    'is mended where %s is all that is wrong so far, whatever its value turns out to lack',
    (_, schema, code, fixed) => {
      expect(mended('{"titel":"$title$"}', schema)).toEqual([[code, fixed]]);
      expect(mended(fixed, schema)).toEqual([['schema-unproved', '{"title":"$title; max="10"$"}']]);
    },
  );

  it('is mended before a key is added that is missing because of it', () => {
    expect(mended('{"titel":"$title$"}', { ...open, required: ['title'] })).toEqual([
      ['schema-missing-key', '{"title":"$title$"}'],
    ]);
    const block = (type: string) =>
      `{"text":"Hi","blocks":[{"${type}":"header","text":{"type":"plain_text","text":"$title$"}}]}`;
    const [missing] = mended(block('typ'), slackBlocks.schema ?? true);
    expect(missing?.slice(0, 2)).toEqual(['schema-missing-key', block('type')]);
  });

  it('is one slip, though another follows in the value', () => {
    expect(mended('{"levl":"eror"}', closed)).toEqual([['schema-unknown-key', '{"level":"eror"}']]);
    expect(mended('{"level":"eror"}', closed)).toEqual([['schema-value', '{"level":"error"}']]);
  });

  it('hides what follows from it, but no fix of another mistake', () => {
    const source = '{"titel":"x","level":"eror"}';
    expect(mended(source, { ...closed, required: ['title'] })).toEqual([
      ['schema-missing-key', '{"title":"x","level":"eror"}'],
      ['schema-value', '{"titel":"x","level":"error"}'],
    ]);
  });

  it('is none where the key was meant that needs the missing one', () => {
    const schema = { dependentRequired: { link: ['links'] } };
    expect(mended('{"link":1}', schema)).toEqual([['schema-missing-key', '{"link":1,"links":"…"}']]);
  });

  it('is none where the value is of another type, or the key is there already', () => {
    expect(mended('{"titel":1}', closed)).toEqual([['schema-unknown-key']]);
    expect(mended('{"titel":1}', { ...open, required: ['title'] })).toEqual([['schema-missing-key']]);
    expect(mended('{"titel":"$title$","title":"$title; max="10"$"}', closed)).toEqual([
      ['schema-unknown-key'],
    ]);
  });

  it('is none where hardly a letter is the same', () => {
    const schema = { properties: { ab: { maxLength: 3 } }, additionalProperties: false };
    expect(mended('{"xb":"$title$"}', schema)).toEqual([['schema-unknown-key']]);
  });
});

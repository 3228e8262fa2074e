import { expect, it } from 'vitest';
import { explanationAt } from '../../src/assist/explain-name.ts';
import { suggestAt } from '../../src/assist/suggest-at.ts';
import { catalogueScope, type TemplateScope } from '../../src/assist/template-scope.ts';
import * as underSchema from '../../src/assist/under-schema.ts';
import type { JsonSchema } from '../../src/output/json/schema/schema.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { feishu } from '../../src/webhook/receivers/index.ts';
import { unmark } from '../marked-source.ts';

const pager: JsonSchema = {
  title: 'Pager',
  type: 'object',
  required: ['severity', 'summary'],
  additionalProperties: false,
  properties: {
    source: { type: 'string' },
    severity: { enum: ['critical', 'warning', 'info'], description: 'How bad it is.' },
    summary: { type: 'string', maxLength: 1024, description: 'What went wrong, in a sentence.' },
    quiet: { type: 'boolean' },
    level: { enum: [1, 2, 'top'] },
    $schema: { const: 'https://example.com/$v1' },
    blocks: {
      type: 'array',
      maxItems: 3,
      items: {
        oneOf: [
          {
            properties: { type: { const: 'header' }, text: { type: 'string', maxLength: 150 } },
            required: ['type', 'text'],
          },
          {
            properties: { type: { const: 'image' }, alt: { type: 'string' }, url: { type: 'string' } },
            required: ['type', 'url'],
          },
        ],
      },
    },
  },
};

const scopeOf = (schema: JsonSchema | undefined, output: TemplateScope['output'] = 'json') =>
  catalogueScope(processEvents, ['Started'], [], { output, timeZone: 'UTC', schema });

function suggest(marked: string, scope = scopeOf(pager), occasion: 'asked' | 'typed' = 'typed') {
  const { source, range } = unmark(marked);
  return suggestAt(source, range.start, { scope, occasion, underSchema });
}

function labels(marked: string, scope = scopeOf(pager)): readonly string[] {
  return (suggest(marked, scope)?.options ?? []).map(({ label }) => label);
}

/** The template after a suggestion is chosen. */
function chosen(marked: string, label: string): string {
  const { source } = unmark(marked);
  const found = suggest(marked);
  const option = found?.options.find(each => each.label === label);
  return option && found ? source.slice(0, found.from) + option.text + source.slice(found.to) : '';
}

it('suggests the keys that an object lacks, the required ones first, with what they are for', () => {
  const all = ['severity', 'summary', 'source', 'quiet', 'level', '$schema', 'blocks'];
  expect(labels('{«»')).toEqual(all);
  expect(labels('{ «» }')).toEqual(all);
  expect(suggest('{«»')?.options[0]).toMatchObject({
    kind: 'key',
    text: '"severity": ',
    detail: 'How bad it is.',
    rank: 'first',
  });
  expect(labels('{"severity": "info", «» "source": "$pid$"}')).toEqual(['summary', ...all.slice(3)]);
  expect(labels('{"severity": "info", "s«»", "source": "a"}')).toEqual(['summary', ...all.slice(3)]);
  expect(labels('{"s«»": "x", "severity": "info"}')).toEqual(['summary', 'source', ...all.slice(3)]);
});

it('writes what is missing around a key', () => {
  expect(chosen('{"su«»', 'summary')).toBe('{"summary": ');
  expect(chosen('{"su«»"', 'summary')).toBe('{"summary"');
  expect(chosen('{"s«»ource": 1}', 'summary')).toBe('{"summary": 1}');
  expect(chosen('{«»', '$schema')).toBe('{"\\$schema": ');
});

it('suggests constants as JSON, or as the rest of a text', () => {
  expect(labels('{"severity": «»')).toEqual(['critical', 'warning', 'info']);
  expect(chosen('{"severity": «»}', 'info')).toBe('{"severity": "info"}');
  expect(chosen('{"severity": "cr«»"}', 'critical')).toBe('{"severity": "critical"}');
  expect(chosen('{"severity": "cr«»', 'critical')).toBe('{"severity": "critical"');
  expect(labels('{"quiet": «»}')).toEqual(['true', 'false']);
  expect(labels('{"level": "«»"}')).toEqual(['top']);
  expect(labels('{"summary": "«»"}')).toEqual([]);
  expect(labels('{"severity": "$event$«»"}')).toEqual([]);
  expect(chosen('{"\\$schema": «»}', 'https://example.com/$v1')).toBe(
    '{"\\$schema": "https://example.com/\\$v1"}',
  );
});

it('knows which alternative is meant by what is written before and after', () => {
  const mixed = ['type', 'text', 'alt', 'url'];
  expect(labels('{"blocks": [{«»}]}')).toEqual(mixed);
  expect(labels('{"blocks": [{"type": "«»"}]}')).toEqual(['header', 'image']);
  expect(labels('{"blocks": [{"type": "header", «»}]}')).toEqual(['text']);
  expect(labels('{"blocks": [{«», "type": "image"}]}')).toEqual(['url', 'alt']);
  expect(labels('{"blocks": [{"type": "header", "text": "a"}, {"type": "image", "u«»"}]}')).toEqual([
    'url',
    'alt',
  ]);
});

/** A value whose kind decides what else it has, in other words than `oneOf`. */
const kindOf = (kind: string, more: object = {}): JsonSchema => ({
  properties: { kind: { const: kind } },
  ...more,
});
const keysOf = (schema: JsonSchema, marked: string) => labels(marked, scopeOf(schema));

it('knows it by references, groups of alternatives, conditions and keys that are there', () => {
  const referring: JsonSchema = {
    oneOf: [
      { allOf: [{ $ref: '#/$defs/card' }], properties: { title: true }, required: ['title'] },
      {
        anyOf: [kindOf('link'), kindOf('button')],
        properties: { url: true, label: true },
        required: ['url'],
      },
    ],
    $defs: { card: kindOf('card') },
  };
  expect(keysOf(referring, '{"kind": "card", «»}')).toEqual(['title']);
  expect(keysOf(referring, '{"kind": "button", «»}')).toEqual(['url', 'label']);
  expect(keysOf(referring, '{«»}')).toEqual(['title', 'kind', 'url', 'label']);
  const asking = Object.fromEntries([
    ['properties', { kind: true }],
    ['if', kindOf('card')],
    ['then', { properties: { title: true }, required: ['title'] }],
    ['else', { properties: { url: true, label: true }, required: ['label'] }],
  ]);
  expect(keysOf(asking, '{"kind": "link", «»}')).toEqual(['label', 'url']);
  expect(keysOf(asking, '{"kind": "card", «»}')).toEqual(['title', 'url', 'label']);
  const depending: JsonSchema = {
    properties: { note: true, author: true },
    dependentSchemas: { author: { properties: { mail: true }, required: ['mail'] } },
  };
  expect(keysOf(depending, '{«»}')).toEqual(['note', 'author']);
  expect(keysOf(depending, '{"author": 1, «»}')).toEqual(['mail', 'note']);
});

it('suggests the kinds that conditions tell apart, which are not all that there are', () => {
  const messages = feishu.schema ?? true;
  expect(keysOf(messages, '{"msg_type": "«»"}')).toEqual(['text', 'post', 'interactive']);
  const explained = explanationAt('{"msg_type": ""}', 3, scopeOf(messages), underSchema);
  expect(explained?.explanation.type).toBe('text, required');
});

it('suggests no constant that is surely refused, and none of a type', () => {
  const value = (schema: JsonSchema) => keysOf({ properties: { value: schema } }, '{"value": «»}');
  const constants = [null, true, 9, 2, 'long', 'ok'];
  expect(value({ enum: constants })).toEqual(['null', 'true', '9', '2', 'long', 'ok']);
  expect(value({ enum: constants, maximum: 5 })).toEqual(['null', 'true', '2', 'long', 'ok']);
  expect(value({ enum: constants, maxLength: 3 })).toEqual(['null', 'true', '9', '2', 'ok']);
  expect(value({ enum: constants, type: ['null', 'number'] })).toEqual(['null', '9', '2']);
  expect(value({ enum: constants, type: 'boolean' })).toEqual(['true']);
  expect(value({ anyOf: [{ type: 'string' }, { const: 'x' }] })).toEqual(['x']);
});

it('goes through the branch of the cursor, through the first of others, and through one item', () => {
  const around = '{$if(isError)$"severity": "info",$else$"source": "a",$endif$ «»}';
  expect(labels(around)).toEqual(['summary', 'source', 'quiet', 'level', '$schema', 'blocks']);
  expect(labels('{$if(isError)$"severity": "info",$else$"source": "a", «»$endif$ "quiet": true}')).toEqual([
    'severity',
    'summary',
    'level',
    '$schema',
    'blocks',
  ]);
  expect(labels('{"blocks": [$for(a in as)$ {"type": "header", «»}$sep$, $endfor$]}')).toEqual(['text']);
  expect(
    labels('{"blocks": [$for(a in as)$ {"type": "header"}$sep$, {"type": "image", «»}, $endfor$]}'),
  ).toEqual(['url', 'alt']);
});

it('suggests for each line of JSON Lines', () => {
  const lines = scopeOf(pager, 'json-lines');
  expect(labels('{"severity": "info"}\n{"source": "a", «»}\n{"quiet": true}', lines)).toEqual([
    'severity',
    'summary',
    'quiet',
    'level',
    '$schema',
    'blocks',
  ]);
});

it('suggests values in addition to constants where somebody asks, and nothing without a schema', () => {
  const asked = suggest('{"severity": «»}', scopeOf(pager), 'asked')?.options.map(({ label }) => label);
  expect(asked?.slice(0, 4)).toEqual(['critical', 'warning', 'info', 'event']);
  for (const schema of [undefined, true]) expect(suggest('{«»}', scopeOf(schema))).toBeUndefined();
  expect(suggest('{«»}', scopeOf(pager, 'text'))).toBeUndefined();
  expect(suggest('{"a": 1 «»}')).toBeUndefined();
});

it('says of a key what its receiver says', () => {
  const explain = (marked: string) => {
    const { source, range } = unmark(marked);
    const offset = (range.start + range.end) >> 1;
    const found = explanationAt(source, offset, scopeOf(pager), underSchema);
    if (found) expect(found.range).toEqual(range);
    return found?.explanation;
  };
  expect(explain('{"source": "a", «"summary"»: "$event$"}')).toEqual({
    path: 'summary',
    type: 'text, at most 1024 characters, required by Pager',
    meaning: 'What went wrong, in a sentence.',
    samples: [],
  });
  expect(explain('{«"severity"»')?.type).toBe('one of critical, warning, info, required by Pager');
  expect(explain('{«"blocks"»: []}')?.type).toBe('list, at most 3 items');
  expect(explain('{"blocks": [{«"text"»: "", "type": "header"}]}')?.type).toBe(
    'text, at most 150 characters, required by Pager',
  );
  expect(explain('{"blocks": [{"type": "header", «"text"»: "$event$"}]}')?.type).toContain('required');
  expect(explain('{«"other"»: 1}')).toBeUndefined();
  expect(explain('{"summary": «"summary"»}')).toBeUndefined();
});

it('suggests only constants that the check accepts', () => {
  const narrow: JsonSchema = {
    allOf: [{ properties: { a: { enum: ['x', 'yy', 3] } } }, { properties: { a: { maxLength: 1 } } }],
    properties: { a: { type: 'string' } },
  };
  expect(labels('{"a": «»}', scopeOf(narrow))).toEqual(['x']);
  expect(validateTemplate('{"a": "x"}', { output: 'json', schema: narrow })).toEqual([]);
});

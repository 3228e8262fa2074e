import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { formatDiagnostics } from '../../src/diagnostics/frame/format-diagnostics.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { processFacts } from '../webhook/process-facts.ts';
import { getConfig } from '../webhook/webhook-configs.ts';

/** A caller without types can pass anything. */
function loosely(work: (given: never) => unknown, given: unknown): () => unknown {
  return () => work(given as never);
}

const cyclic: Record<string, unknown> = {};
Object.assign(cyclic, { a: cyclic });
const cyclicList: Record<string, unknown> = { kind: 'list' };
Object.assign(cyclicList, { of: cyclicList });

// From the list of corrections: "Template options with unknown keys or invalid schemas: `TypeError`s that name the option".
describe('options of a template', () => {
  it.each<[options: unknown, message: string | RegExp]>([
    [{ outputs: 'json' }, 'options.outputs: there is no such option; did you mean `output`?'],
    [{ output: 'jsom' }, /^options\.output: expected "text" or .*; did you mean "json"\?$/],
    [
      { variables: { a: 'String' } },
      /^options\.variables\.a: expected "string" or .*; did you mean "string"\?$/,
    ],
    [{ variables: { a: { b: 'text' } } }, /^options\.variables\.a\.b: expected "string" or/],
    [{ variables: { a: null } }, /^options\.variables\.a: expected/],
    [{ variables: { a: [] } }, 'options.variables.a: expected a list with at least one text'],
    [{ variables: { a: ['x', 1] } }, 'options.variables.a[1]: expected text'],
    [
      { variables: { 'my-var': 'string' } },
      /^options\.variables\.my-var: expected a name .*did you mean `my_var`\?$/,
    ],
    [{ variables: { '1st': 'string' } }, /^options\.variables\.1st: expected a name of letters, .* digit$/],
    [{ variables: { 'a.b': 'string' } }, /did you mean `a_b`\?$/],
    [{ variables: { if: 'boolean' } }, 'options.variables.if: a keyword cannot be the name of a variable'],
    [{ variables: ['profile'] }, 'options.variables: expected an object with a type for each name'],
    [{ variables: cyclic }, /expected groups at most 20 levels deep$/],
    [{ variables: { a: { kind: 'list', of: 'text' } } }, /^options\.variables\.a\.of: expected "string" or/],
    [{ variables: { a: cyclicList } }, /expected groups at most 20 levels deep$/],
    [{ variables: { for: 'string' } }, 'options.variables.for: a keyword cannot be the name of a variable'],
    [{ maxOutputBytes: -1 }, 'options.maxOutputBytes: expected a whole number from 0'],
    [{ timeZone: 2 }, 'options.timeZone: expected text'],
    [{ locale: 'de' }, 'options.locale: expected an object'],
    [{ limits: { deph: 1 } }, 'options.limits.deph: there is no such option; did you mean `depth`?'],
    [
      { limits: { depth: Number.POSITIVE_INFINITY } },
      'options.limits.depth: expected a whole number from 0 to 200',
    ],
    [null, 'options: expected an object'],
    ['json', 'options: expected an object'],
  ])('%j are a TypeError that names the option', (options, message) => {
    for (const work of [validateTemplate, compileTemplate]) {
      const call = loosely(given => work('', given), options);
      expect(call).toThrow(TypeError);
      expect(call).toThrow(message);
    }
  });

  it.each([undefined, null, 5, {}])('a source that is %j is a TypeError that names it', source => {
    for (const work of [validateTemplate, compileTemplate, parseTemplate]) {
      expect(loosely(work, source)).toThrow(/^source: expected text$/);
    }
  });

  it('that are undefined are absent, and a group may have keywords as names', () => {
    const absent = { output: undefined, variables: undefined, timeZone: undefined, locale: undefined };
    expect(validateTemplate('$profile$', { ...absent, limits: undefined })).toEqual([]);
    expect(validateTemplate('$x.if$ $__proto__$', { variables: schema() })).toEqual([]);
    const group = { list: { kind: 'string', of: 'number' } } as const;
    expect(validateTemplate('$list.kind$ $list.of$', { variables: group })).toEqual([]);
  });

  it('have a schema for JSON alone', () => {
    const schema = { type: 'object' } as const;
    expect(() => validateTemplate('', { schema })).toThrow(
      new TypeError(
        'options.schema is for the outputs "json" and "json-lines", and options.output is "text".',
      ),
    );
    expect(() => compileTemplate('<a/>', { schema, output: 'xml' })).toThrow(/options\.output is "xml"/);
    expect(validateTemplate('{}', { schema, output: 'json' })).toEqual([]);
    expect(validateTemplate('{}', { schema, output: 'json-lines' })).toEqual([]);
  });

  it('are read once: a schema that changes later changes nothing', () => {
    const variables: Record<string, 'string'> = { a: 'string' };
    const template = compileTemplate('$a$', { variables });
    Reflect.deleteProperty(variables, 'a');
    expect(template.render({ a: 'x' })).toBe('x');
  });
});

function schema(): Record<string, never> {
  return JSON.parse('{"x":{"if":"string"},"__proto__":"string"}');
}

// From the list of corrections: "`limits: { depth: undefined }` removes the limit; 20,000 nested ifs throw".
describe('limits', () => {
  const nested = `${'$if(isError)$'.repeat(20_000)}x${'$endif$'.repeat(20_000)}`;

  it.each([{ depth: undefined }, { depth: 200 }, {}])(
    '%j leave 20,000 nested conditions a diagnostic',
    limits => {
      expect(parseTemplate(nested, limits).diagnostics).toMatchObject([{ code: 'template-too-deep' }]);
      expect(validateTemplate(nested, { limits })).toMatchObject([{ code: 'template-too-deep' }]);
    },
  );

  it('may be raised as far as the stack can follow', () => {
    const deep = `${'$if(isError)$'.repeat(200)}x${'$endif$'.repeat(200)}`;
    const template = compileTemplate(deep, { limits: { depth: 200 } });
    expect(template.render({ isError: true })).toBe('x');
  });
});

describe('options of other functions', () => {
  it.each<[name: string, call: () => unknown, message: string]>([
    [
      'parseTemplate',
      loosely(limits => parseTemplate('', limits), { depht: 1 }),
      'limits.depht: there is no',
    ],
    [
      'previewWebhook',
      loosely(given => previewWebhook(getConfig, given), { event: [] }),
      'options.event: there',
    ],
    [
      'previewWebhook',
      loosely(given => previewWebhook(getConfig, given), { events: {} }),
      'options.events: expected',
    ],
    [
      'previewWebhook',
      loosely(given => previewWebhook(getConfig, given), { now: 5 }),
      'options.now: expected',
    ],
    [
      'testRequest',
      loosely(compileWebhook(getConfig).testRequest, { clock: 1 }),
      'options.clock: there is no',
    ],
    [
      'formatDiagnostics',
      loosely(given => formatDiagnostics('', [], given), { colour: true }),
      'options.colour: there is no such option; did you mean `color`?',
    ],
    [
      'formatDiagnostics',
      loosely(given => formatDiagnostics('', [], given), { color: 'red' }),
      'options.color: expected',
    ],
    [
      'processEvents.create',
      loosely(clock => processEvents.create('Started', { ...processFacts, profile: 'p' }, clock), {
        noww: Date.now,
      }),
      'options.noww: there is no such option; did you mean `now`?',
    ],
  ])('of %s are checked by the same rules', (_name, call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});

import { readFileSync } from 'node:fs';
import { de } from 'date-fns/locale/de';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../../src/template/check.ts';
import { precompileTemplate } from '../../../src/template/precompile/precompile-template.ts';
import { listOf, processVariables, type VariableSchema } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, TemplateError } from '../../../src/template/template.ts';
import { hostileStrings } from '../../any-string.ts';
import numberOracle from '../../oracles/decimal-format.json' with { type: 'json' };
import dateOracle from '../../oracles/simple-date-format.json' with { type: 'json' };
import { propertySeed, runs } from '../../properties.ts';
import { alternating, hostileContext } from '../promise/hostile-contexts.ts';
import { schema } from '../promise/tag-sources.ts';
import { type ProvedOutput, templateSource } from '../promise/template-sources.ts';
import { receiverCases, receiverVariables } from '../receiver-cases.ts';
import { bothOf } from './both-ways.ts';
import { outcomeOf } from './evaluate-module.ts';

interface Row {
  readonly template: string;
  readonly context: { readonly [name: string]: unknown; readonly date: string };
  readonly expected: string;
}

const oracle = new URL('../../oracles/stringtemplate4.json', import.meta.url);
const { rows } = JSON.parse(readFileSync(oracle, 'utf8')) as { rows: Row[] };

/** Makes sure that both do the same with a context that is made anew for each; returns what that was. */
function expectSame([compiled, precompiled]: ReturnType<typeof bothOf>, contextOf: () => unknown): unknown {
  const outcome = outcomeOf(() => compiled(contextOf()));
  expect(outcomeOf(() => precompiled(contextOf()))).toEqual(outcome);
  return outcome;
}

const event = {
  event: 'Errored',
  isError: true,
  errorCount: 3,
  recordsProcessed: 12,
  profile: '"<&\\ Ünï\n',
  date: new Date('2024-05-06T07:08:09Z'),
  alerts: [
    { name: '"<&\\ Disk\n', state: 'firing', level: 3, since: new Date(0), notes: ['"a"', null, '\\'] },
    null,
    { name: 'Memory', state: 'resolved', level: 0.5, notes: [] },
  ],
};

describe('a precompiled template', () => {
  it.each(receiverCases)('renders what the compiled one does: $name', ({ source, output }) => {
    const both = bothOf(source, { output, variables: receiverVariables });
    for (const context of [
      event,
      {},
      { ...event, alerts: [] },
      { ...event, event: 'Started', isError: false },
    ])
      expect(expectSame(both, () => context)).toHaveProperty('returned');
  });

  it('answers all templates of StringTemplate as it did', () => {
    const variables: VariableSchema = {
      ...processVariables,
      isFullCopy: 'boolean',
      dryRun: 'boolean',
      absent: 'string',
    };
    for (const { template, context, expected } of rows) {
      for (const render of bothOf(template, { variables }))
        expect(render({ ...context, date: new Date(context.date) }), template).toBe(expected);
    }
    expect(rows).toHaveLength(600);
  });

  it('answers all patterns of Java’s SimpleDateFormat as it did', () => {
    for (const { pattern, timeZone, instant, expected, rejected } of dateOracle.rows) {
      const source = `$date; format="${pattern}"$`;
      if (rejected) expect(() => precompileTemplate(source, { timeZone }), pattern).toThrow(TemplateError);
      else
        for (const render of bothOf(source, { timeZone }))
          expect(render({ date: new Date(instant ?? 0) }), pattern).toBe(expected);
    }
    expect(dateOracle.rows).toHaveLength(1292);
  });

  it('prints numbers as Java’s DecimalFormat did', () => {
    for (const { pattern, number, expected, rejected } of numberOracle.rows) {
      const source = `$errorCount; format="${pattern}"$`;
      if (rejected) expect(() => precompileTemplate(source), pattern).toThrow(TemplateError);
      else
        for (const render of bothOf(source, {}))
          expect(render({ errorCount: number }), pattern).toBe(expected);
    }
    expect(numberOracle.rows).toHaveLength(554);
  });

  it('has the words, the weeks and the zone names of a locale in its module', () => {
    const source =
      '$date; format="EEEE, d. MMMM yyyy G a YYYY-ww W zzzz z", timezone="Europe/Berlin"$ $date; format="MMM"$';
    const both = bothOf(source, { locale: de });
    for (const date of ['2024-02-29T12:00:00Z', '2022-12-31T23:30:00Z', '-000001-07-01T00:00:00Z'])
      expectSame(both, () => ({ date: new Date(date) }));
    expect(both[1]({ date: '2023-01-01T12:00:00Z' })).toContain('Sonntag, 1. Januar 2023 n.Chr.');
  });

  it.each([
    ['text', '', ''],
    ['json', '["', '"]'],
    ['json', '[', ']'],
    ['json', '{', ':1}'],
    ['url', 'https://h.example/', ''],
    ['url', 'https://h.example/a', '?b=c#d'],
    ['url', 'https://h.example/?a=', ''],
    ['form', 'a=', ''],
    ['xml', '<a>', '</a>'],
    ['xml', '<a b="', '"/>'],
    ['header', '', ''],
  ] as const)('escapes the text in a date pattern for its place: %s %s…%s', (output, before, after) => {
    let accepted = 0;
    for (const text of hostileStrings.map(each => each.replace(/["']/g, ''))) {
      for (const pattern of [`yyyy'${text}'MM`, `'${text}'d`, `HH'${text}'`, `'${text}'EEE`, `X'${text}'`]) {
        const source = `${before}$date; format="${pattern}"$${after}`;
        if (hasErrors(findMistakes(source, { output }))) continue;
        expectSame(bothOf(source, { output }), () => ({ date: new Date('2024-05-06T07:08:09Z') }));
        accepted++;
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });

  it('refuses what does not compile with the same error', () => {
    const source = '{"a": $profil$}';
    const errorOf = (make: () => unknown) => {
      try {
        make();
      } catch (error) {
        if (error instanceof TemplateError) return { ...error, message: error.message };
      }
      return undefined;
    };
    const expected = errorOf(() => compileTemplate(source, { output: 'json' }));
    expect(expected).toMatchObject({ code: 'invalid-template' });
    expect(errorOf(() => precompileTemplate(source, { output: 'json' }))).toEqual(expected);
    expect(() => precompileTemplate('', { outputs: 'json' } as object)).toThrow('did you mean `output`?');
    expect(precompileTemplate('[$profile; format="json-encode"$]', { output: 'json' }).diagnostics).toEqual(
      compileTemplate('[$profile; format="json-encode"$]', { output: 'json' }).diagnostics,
    );
  });

  it('rejects what is missing where the compiled one does', () => {
    const variables = { name: 'string', rows: listOf({ by: { name: 'json' } }), __proto__x: 'date' } as const;
    const both = bothOf('$name$', { variables, missing: 'reject' });
    const whole = { name: '', rows: [{ by: { name: 1 } }], __proto__x: 0 };
    for (const context of [
      whole,
      {},
      { ...whole, rows: 1 },
      { ...whole, rows: [null] },
      { ...whole, __proto__x: undefined },
      new Proxy(whole, { getOwnPropertyDescriptor: failing }),
    ])
      expectSame(both, () => context);
  });

  it('reaches neither getters nor what is inherited', () => {
    const both = bothOf('[$profile$ $event$ $if(isError)$x$endif$$errorCount$]', {});
    const called: string[] = [];
    const reached = Object.fromEntries(
      ['profile', 'event', 'isError', 'errorCount'].map(name => [name, { get: () => called.push(name) }]),
    );
    expect(expectSame(both, () => Object.defineProperties({}, reached))).toEqual({ returned: '[  ]' });
    expect(expectSame(both, () => Object.create({ ...event }))).toEqual({ returned: '[  ]' });
    expect(called).toEqual([]);
  });

  it('knows a variable that is called like the prototype of objects', () => {
    const variables = Object.fromEntries([['__proto__', 'string']]) as VariableSchema;
    const both = bothOf('$__proto__$', { variables, missing: 'reject' });
    expect(expectSame(both, () => JSON.parse('{"__proto__": "x"}'))).toEqual({ returned: 'x' });
    expect(expectSame(both, () => ({}))).toMatchObject({ code: 'missing-value', variable: '__proto__' });
  });

  it.each([0, 1, 5, 17, 40])('keeps the bound of %d bytes', maxOutputBytes => {
    const sources = [
      'abcdef',
      'é',
      '$profile$',
      '$for(word in words)$ä$word$$endfor$',
      '$for(a in words)$$for(b in words)$$b$$sep$--$endfor$$endfor$',
    ];
    for (const source of sources) {
      const both = bothOf(source, { variables: schema, maxOutputBytes });
      for (const words of [[], ['x'], ['ü', 'v', 'w']])
        expectSame(both, () => ({ profile: 'ein Profil', words }));
    }
  });

  it('is read once, and the same, where a context answers differently each time', () => {
    const source = '$if(isError)$[$endif$1$if(isError)$]$endif$$if(!isError)$$else$ $endif$';
    const both = bothOf(source, { output: 'json' });
    let looks = 0;
    const changing = () => {
      looks = 0;
      const answer = () => ({ value: looks++ % 2 === 0, configurable: true, writable: true });
      return new Proxy({ isError: true }, { getOwnPropertyDescriptor: answer });
    };
    expect(expectSame(both, changing)).toEqual({ returned: '[1] ' });
    expect(looks).toBe(1);
  });

  it.each([0, 1, 100, 600])(
    'writes texts of %d characters beside tags where the compiled one does',
    length => {
      const text = (letter: string) => letter.repeat(length);
      const tags = [
        '$event$',
        '$if(isError)$$event$$endif$',
        '$if(isError)$$profile$$else$$event$$endif$',
        '$if(isError)$b$elseif(errorCount > 0)$$if(event == "Started")$\\$$event$$endif$$else$$errorCount$$endif$',
        '$for(word in words)$$if(isError)$$word$$endif$$sep$$event$$endfor$',
      ];
      const variables: VariableSchema = { ...processVariables, words: listOf('string') };
      for (const tag of tags) {
        const both = bothOf(`${text('(')}${tag}${text('-')}$! none !$\\$${tag}${text(')')}`, { variables });
        for (const name of ['Started', 'Errored', 'Unknown', undefined])
          for (const isError of [true, false])
            for (const words of [[], ['x', 'y']])
              expectSame(both, () => ({ event: name, isError, errorCount: 1, profile: 'p', words }));
      }
    },
  );

  it('may have more branches than a stack has room for', () => {
    const more = '$elseif(isError && profile == "x")$b'.repeat(20_000);
    const [, precompiled] = bothOf(`$if(isError)$a${more}$else$c$endif$`, {});
    expect(precompiled({ isError: false })).toBe('c');
  });
});

describe(`a precompiled template of any source (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(['json', 'json-lines', 'xml', 'url', 'form', 'header'] as const)(
    'does with hostile contexts what the compiled one does: %s',
    output => {
      const { accepted, returned } = holdToCompiled(output);
      expect(accepted / runs(300)).toBeGreaterThan(1 / 6);
      expect(returned).toBeGreaterThan(accepted);
    },
  );
});

/** Throws whatever it is asked for. */
function failing(): never {
  throw new Error('a secret');
}

function holdToCompiled(output: ProvedOutput): { readonly accepted: number; readonly returned: number } {
  const tally = { accepted: 0, returned: 0 };
  fc.assert(
    fc.property(templateSource(output), fc.integer(), (source, seed) => {
      const options = { output, variables: schema };
      if (hasErrors(findMistakes(source, options))) return;
      const both = bothOf(source, options);
      tally.accepted++;
      for (let index = seed; index < seed + 10; index++) {
        const contextOf = () =>
          index % 2 === 0 ? hostileContext(index) : alternating(hostileContext(index));
        const outcome = expectSame(both, contextOf);
        if (Object.hasOwn(Object(outcome), 'returned')) tally.returned++;
      }
    }),
    { numRuns: runs(300) },
  );
  return tally;
}

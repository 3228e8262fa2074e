import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../../src/output/output.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { compileTemplate } from '../../../src/template/template.ts';
import { bothOf, compileBothWays } from '../precompile/both-ways.ts';
import { benignContext, hostileContext } from './hostile-contexts.ts';
import { schema } from './tag-sources.ts';

/** Renders a context of any shape, as a caller without types can. */
function render(source: string, output: OutputName, context: object): string {
  return compileBothWays<Record<string, 'string'>>(source, {
    output,
    // The tests name the types in the schema; those of the context are what they lie about.
    variables: schema as unknown as Record<string, 'string'>,
  }).render({ ...context });
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof RenderError) return error.code;
    throw error;
  }
  return undefined;
}

describe('a condition', () => {
  it('is read once in a rendering, though a toJSON changes it on the way', () => {
    const change = () => {
      context.isError = false;
      return 1;
    };
    const context = { isError: true, data: { toJSON: change } };
    const source = '$if(isError)$[$endif$$data$$if(isError)$]$endif$';
    const options = { output: 'json', variables: schema } as const;
    for (const render of bothOf(source, options)) {
      context.isError = true;
      expect(render(context)).toBe('[1]');
      expect(context.isError).toBe(false);
    }
    expect(compileTemplate(source, options).trace({ ...context, isError: true }).text).toBe('[1]');
  });

  it('is read once in a rendering, though a proxy answers differently each time', () => {
    let looks = 0;
    const context = new Proxy(
      { isError: true },
      {
        getOwnPropertyDescriptor: () => ({ value: looks++ % 2 === 0, configurable: true, writable: true }),
      },
    );
    const source = '$if(isError)$[$endif$1$if(isError)$]$endif$$if(!isError)$$else$ $endif$';
    for (const render of bothOf(source, { output: 'json' })) {
      looks = 0;
      expect(render(context)).toBe('[1] ');
      expect(looks).toBe(1);
    }
  });

  it('is the same for a template that its own toJSON renders again', () => {
    const template = compileBothWays('$if(isError)$[$endif$$data$$if(isError)$]$endif$', {
      output: 'json',
      variables: schema,
    });
    const data = { toJSON: () => template.render({ isError: false, data: 2 }) };
    expect(template.render({ isError: true, data })).toBe('["2"]');
  });

  it.each(['true', 1, {}, [], new Boolean(true), null, undefined])('does not hold for %j', isError => {
    expect(render('$if(isError)$yes$else$no$endif$', 'text', { isError })).toBe('no');
  });
});

describe('a value of another type than declared', () => {
  it.each([
    ['count', '3.10', '3.10'],
    ['count', Number.NaN, 'null'],
    ['count', -0, '0'],
    ['count', 1e21, '1e+21'],
    ['count', 12345678901234567890n, '12345678901234567890'],
    ['profile', 1.5, '1.5'],
    ['profile', true, 'true'],
    ['isError', 'tr"ue', '"tr\\"ue"'],
    ['date', 'soon', '"soon"'],
    ['date', 0, '"1970-01-01T00:00:00Z"'],
    ['date', '2024-02-29T01:00:00+01:00', '"2024-02-29T00:00:00Z"'],
    ['date', 1n, '1'],
    ['event', new Date(0), '"1970-01-01T00:00:00Z"'],
    ['data', Number.POSITIVE_INFINITY, 'null'],
    ['data', new Date(0), '"1970-01-01T00:00:00Z"'],
    ['data', ['\ud800', { a: undefined }], '["\\ud800",{}]'],
    ['data', undefined, 'null'],
  ])('is written by what it is: %s = %o', (name, value, written) => {
    expect(render(`$${name}$`, 'json', { [name]: value })).toBe(written);
  });

  it.each([
    ['count', 'three', 'not-a-number'],
    ['profile', {}, 'no-text'],
    ['profile', [], 'no-text'],
    ['profile', () => 1, 'no-text'],
    ['profile', Symbol('x'), 'no-text'],
    ['profile', new Date(Number.NaN), 'invalid-date'],
    ['date', Object.create(Date.prototype), 'no-text'],
    ['data', { toJSON: () => undefined }, 'no-text'],
    ['data', { big: 1n }, 'no-text'],
    ['data', { toJSON: () => Promise.reject.bind(null)() }, 'no-text'],
  ])('is refused where it has no text: %s', (name, value, code) => {
    expect(codeOf(() => render(`"$${name}$"`, 'json', { [name]: value }))).toBe(code);
  });

  it('is refused where a date pattern wants a date', () => {
    for (const date of ['2024', 1n, true, {}, Object.create(Date.prototype)]) {
      expect(codeOf(() => render('$date; format="yyyy"$', 'text', { date }))).toBe('not-a-date');
    }
    expect(render('$date; format="yyyy", null="never"$', 'text', {})).toBe('never');
  });

  it('reaches no getter, no inherited property and no prototype', () => {
    const context = Object.create(
      { profile: 'inherited' },
      { count: { get: () => 'got', enumerable: true } },
    );
    const template = compileBothWays('$profile$|$count$|$order.name$', { variables: schema });
    expect(template.render(context)).toBe('||');
  });
});

describe('the text for a missing value', () => {
  it.each([
    ['json', '{"a": $profile; null="n/a\\"$}', '{"a": "n/a\\\\"}'],
    ['json', '{"a": "$profile; null="n\\a"$"}', '{"a": "n\\\\a"}'],
    ['json', '{$profile; null="k\\"$: $count; null="0"$}', '{"k\\\\": 0}'],
    ['xml', '<a b=\'$profile; null="<\'&"$\'>$profile; null="]]>"$</a>', "<a b='&lt;&apos;&amp;'>]]&gt;</a>"],
    [
      'url',
      'https://h.example/$profile; null="a/b?"$?q=$profile; null="&x=1"$',
      'https://h.example/a%2Fb%3F?q=%26x%3D1',
    ],
    ['form', 'a=$profile; null="b&c=d"$', 'a=b%26c%3Dd'],
    ['header', '$profile; null="é"$', '%C3%A9'],
    ['text', '$profile; null="<as it is>", format="upper"$', '<as it is>'],
  ] as const)('is escaped for its place in %s: %s', (output, source, written) => {
    expect(render(source, output, {})).toBe(written);
  });
});

describe('a format', () => {
  it('makes text of booleans, which a JSON value then quotes, and sets the digits of numbers', () => {
    const source = '[$count; format="0"$, $isError; format="upper"$, "$profile; format="upper"$"]';
    expect(render(source, 'json', { count: 1e21, isError: false, profile: 1e21 })).toBe(
      '[1000000000000000000000, "FALSE", "1E+21"]',
    );
  });

  it('is escaped after it did its work', () => {
    const context = { profile: 'ß"&\n' };
    expect(render('[$profile; format="upper"$]', 'json', context)).toBe('["SS\\"&\\n"]');
    expect(render('[$profile; format="xml-encode"$]', 'json', context)).toBe('["&#223;&quot;&amp;\\n"]');
    expect(render('<a>$profile; format="lower"$</a>', 'xml', context)).toBe('<a>ß"&amp;\n</a>');
    expect(render('a=$profile; format="url-encode"$', 'form', context)).toBe('a=%25C3%259F%2522%2526%250A');
  });

  it.each([
    ['json', `{"at": "$date; format="yyyy '\\\\' ''MM''"$"}`, `{"at": "1970 \\\\\\\\ '01'"}`],
    ['json', `[$date; format="'\\' yyyy"$]`, '["\\\\ 1970"]'],
    ['url', `https://h.example/?at=$date; format="yyyy'&b='MM"$`, 'https://h.example/?at=1970%26b%3D01'],
    ['xml', `<a b='$date; format="yyyy ''<'&'"$'/>`, "<a b='1970 &apos;&lt;&amp;'/>"],
    ['header', `$date; format="yyyy'é\n'"$`, '1970%C3%A9 '],
  ] as const)('of a date may hold quotes and markup in %s: %s', (output, source, written) => {
    expect(render(source, output, { date: new Date(0) })).toBe(written);
  });
});

describe('the trace of a rendering', () => {
  it('is the rendering', () => {
    const source =
      '{"a": $data$, $if(isError)$"$profile$": $date$,$elseif(dryRun)$ $order.name$: [$count$],$endif$ "b": 1}';
    const template = compileBothWays(source, { output: 'json', variables: schema });
    fc.assert(
      fc.property(fc.integer(), seed => {
        const context = benignContext(hostileContext(seed), 'one', source);
        // Its booleans are what they were in the hostile context.
        const typed = context as Parameters<typeof template.render>[0];
        expect(template.trace(typed).text).toBe(template.render(typed));
      }),
    );
  });
});

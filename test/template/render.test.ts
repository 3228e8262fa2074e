import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../src/output/output.ts';
import { RenderError } from '../../src/template/render/render-error.ts';
import type { VariableSchema } from '../../src/template/resolve/variables.ts';
import { compileTemplate } from '../../src/template/template.ts';
import { compileBothWays } from './precompile/both-ways.ts';
import { completed, errored } from './process-context.ts';

const anything: VariableSchema = {
  x: 'string',
  n: 'number',
  b: 'boolean',
  d: 'date',
  j: 'json',
  order: { customer: { name: 'string' } },
};

/** Renders with contexts that may lie about their types. */
function render(source: string, context: object, output: OutputName = 'text'): string {
  return compileBothWays(source, { variables: anything, output }).render(context);
}

function failure(source: string, context: object, output?: OutputName): RenderError {
  try {
    render(source, context, output);
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
  throw new Error('It rendered.');
}

describe('text', () => {
  it('without tags is rendered as it stands', () => {
    const plain = fc.string({ unit: 'binary' }).map(text => text.replaceAll('$', ''));
    fc.assert(
      fc.property(plain, text => {
        expect(compileBothWays(text).render({})).toBe(text);
      }),
    );
  });

  it('holds a dollar sign where one is escaped', () => {
    expect(compileBothWays(String.raw`\$5 \\\$6 \n`).render({})).toBe(String.raw`$5 \\$6 \n`);
  });

  it('leaves no line where a conditional tag or comment stood alone', () => {
    const source = 'a\r\n  $if(isError)$\t\r\nb\r\n$else$\nc\n$endif$\n $! two\nlines !$ \nd';
    expect(compileBothWays(source).render(errored)).toBe('a\r\nb\r\nd');
    expect(compileBothWays(source).render(completed)).toBe('a\r\nc\nd');
  });

  it('keeps the line where two tags share it', () => {
    expect(compileBothWays('a\n$if(isError)$$endif$\nb').render(errored)).toBe('a\n\nb');
  });
});

describe('a missing value', () => {
  it.each([{}, { x: null }, { x: undefined }])('is nothing, or its null option: %o', context => {
    expect(render('[$x$|$x; null="n/a", format="upper"$]', context)).toBe('[|n/a]');
  });

  it('is null where a JSON value stands, and its null option is text there', () => {
    expect(render('[$n$,$d$,$j$,"$x$",$n; null="none"$]', {}, 'json')).toBe('[null,null,null,"","none"]');
  });

  it('is what inherited properties, getters and their errors come to', () => {
    const getter = {
      get x(): string {
        throw new Error('reached');
      },
    };
    const inherited = Object.create({ x: 'inherited' });
    expect(render('[$x$]', getter)).toBe('[]');
    expect(render('[$x$]', inherited)).toBe('[]');
  });

  it('is the result of a path through something that is not an object', () => {
    for (const order of [undefined, null, 'text', 5, { customer: null }, { customer: 'text' }]) {
      expect(render('[$order.customer/name$]', { order })).toBe('[]');
    }
    expect(render('[$order.customer/name$]', { order: { customer: { name: 'Ada' } } })).toBe('[Ada]');
  });

  it('is what the names of Object.prototype come to, unless they are own', () => {
    const variables: VariableSchema = Object.fromEntries([
      ['constructor', 'string'],
      ['toString', 'string'],
    ]);
    const template = compileBothWays('[$constructor$$toString$]', { variables });
    expect(template.render({})).toBe('[]');
    expect(template.render(Object.assign({}, { constructor: 'own', toString: '!' }))).toBe('[own!]');
  });
});

describe('a value', () => {
  it('is written by the type that it has, whatever was declared', () => {
    const context = { x: 5, n: '5.0', b: 'true', d: 'today', j: [1, { a: null }] };
    expect(render('$x$ $n$ $b$ $d$ $j$', context)).toBe('5 5.0 true today [1,{"a":null}]');
    expect(render('[$x$,$n$,$b$,$d$,$j$]', context, 'json')).toBe('[5,5.0,"true","today",[1,{"a":null}]]');
  });

  it.each([
    [Number.NaN, 'NaN', 'null'],
    [Number.POSITIVE_INFINITY, 'Infinity', 'null'],
    [-0, '0', '0'],
    [1e21, '1e+21', '1e+21'],
    [10n ** 20n, '100000000000000000000', '100000000000000000000'],
  ])('that is the number %s is text, and JSON', (n, text, json) => {
    expect(render('$n$', { n })).toBe(text);
    expect(render('$n$', { n }, 'json')).toBe(json);
  });

  it.each([Symbol('s'), () => 'f', { a: 1 }, [1], new Map()])(
    'that has no text is an error that names variable and range, not the value: %s',
    x => {
      const error = failure('a $x$ b', { x });
      expect(error).toMatchObject({ name: 'RenderError', code: 'no-text', variable: 'x' });
      expect(error.range).toEqual({ start: 2, end: 5 });
      expect(error.message).toMatch(
        /^`x` is an? (?:symbol|function|object), which cannot be written as text\.$/,
      );
    },
  );

  it('of type json that JSON cannot hold is an error', () => {
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    for (const j of [cyclic, { n: 1n }, { toJSON: () => undefined }]) {
      expect(failure('$j$', { j })).toMatchObject({ code: 'no-text', variable: 'j' });
    }
  });

  it('that is not a date is an error if there is a date pattern, and a date without time always', () => {
    for (const d of ['2023', '2023-11-05T10:00', 5n, true, {}]) {
      expect(failure('$d; format="yyyy"$', { d })).toMatchObject({ code: 'not-a-date', variable: 'd' });
    }
    expect(failure('$d$', { d: new Date(Number.NaN) })).toMatchObject({ code: 'invalid-date' });
  });

  it('that would be a dot segment of a URL is an error', () => {
    for (const x of ['.', '..']) {
      expect(failure('https://a.example/$x$/b', { x }, 'url')).toMatchObject({
        code: 'refused-value',
        message: '`x` is only dots and would lead to another path: write text right before or after the tag.',
      });
    }
  });
});

it('a value that other text of its segment in a URL follows may be anything', () => {
  for (const x of ['.', '..', '', '../a']) {
    const { pathname } = new URL(render('https://a.example/b/$x$.json?c', { x }, 'url'));
    expect(pathname).toBe(`/b/${encodeURIComponent(x)}.json`);
  }
});

describe('a value that several tags ask for', () => {
  it.each(['', '="n"', '\n=', 'undefined'])('is written by each with its own options: %j', missing => {
    const escaped = missing.replaceAll('"', "'");
    expect(render(`$x$|$x; null="${escaped}"$|$x$`, {})).toBe(`|${escaped}|`);
  });

  it('is not mistaken for one whose options look alike when they are joined', () => {
    const d = new Date(0);
    const source = '$d; format="HH\n=mm"$|$d; format="HH", null="mm\n"$|$d; format="HH 2=mm"$';
    expect(render(source, { d })).toBe('00\n=00|00|00 2=00');
  });

  it('is blamed on the first tag that asked on the way that was taken', () => {
    const source = '$if(b)$$x$$else$-$endif$ [$x$] $x$';
    const x = Symbol('x');
    expect(failure(source, { x, b: true }).range).toEqual({ start: 7, end: 10 });
    expect(failure(source, { x, b: false }).range).toEqual({ start: 26, end: 29 });
    const { trace } = compileBothWays(source, { variables: anything });
    expect(() => trace({ x, b: false })).toThrow(RenderError);
  });
});

describe('a date', () => {
  const d = new Date('2023-11-14T22:13:20.123Z');

  const piece = fc.constantFrom(
    ...['yyyy', 'MMMM', 'dd', "'T'", 'HH', ':', 'mm', ' ', 'SSS', 'EEEE', 'G', 'a', 'XXX', 'Z', 'zzzz', 'z'],
    ...["'é+/&<>%'", "'😀\\ '", '~!*()', '-', "'\ud83d'", "'o''clock'"],
  );
  const holders = {
    json: ['["', '"]'],
    url: ['https://h.example/a', ''],
    form: ['a=', ''],
    xml: ['<a b="', '"/>'],
    header: ['', ''],
    text: ['', ''],
  } as const;

  it.each(Object.entries(holders))('is escaped in %s as its text would be', (output, [before, after]) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(piece, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns'),
        fc.date({ noInvalidDate: true }),
        (pieces, zone, d) => {
          const tag = `$d; format="${pieces.join('')}", timezone="${zone}"$`;
          const x = render(tag, { d });
          const inPlace = render(`${before}${tag}${after}`, { d }, output as OutputName);
          expect(inPlace).toBe(render(`${before}$x$${after}`, { x }, output as OutputName));
        },
      ),
    );
  });

  it('is quoted where a JSON value stands', () => {
    expect(render('[$d; format="HH\'\\\'"$]', { d }, 'json')).toBe('["22\\\\"]');
    expect(render('{$d; format="\'é\'"$: 1}', { d }, 'json')).toBe('{"é": 1}');
  });

  it('is ISO 8601 with offset without a format', () => {
    expect(render('$d$', { d })).toBe('2023-11-14T22:13:20Z');
    expect(render('$d; timezone="Europe/Zurich"$', { d })).toBe('2023-11-14T23:13:20+01:00');
  });

  it('follows its own zone, else that of the template', () => {
    const template = compileBothWays(
      '$date; format="HH:mm"$ $date; format="HH:mm", timezone="Asia/Kolkata"$',
      {
        timeZone: 'America/New_York',
      },
    );
    expect(template.render({ date: d })).toBe('17:13 03:43');
  });
});

// From the list of corrections: "a revoked proxy, traps that throw in a context: `RenderError` instead".
describe('an object that throws when it is read', () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const { proxy: revokedFunction, revoke: revokeFunction } = Proxy.revocable(() => 1, {});
  revokeFunction();
  function fail(): never {
    throw new Error('hush');
  }
  const throwing = new Proxy(
    {},
    { get: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail, has: fail, ownKeys: fail },
  );

  it.each([
    ['revoked', revoked],
    ['throwing', throwing],
  ])('is a `RenderError` where it is a context that is %s', (_, context) => {
    for (const source of ['a $x$', 'a $if(b)$$endif$', '$if(b)$$x$$endif$']) {
      expect(failure(source, context)).toMatchObject({ code: 'unreadable' });
      expect(failure(source, context).message).not.toContain('hush');
    }
    expect(failure('a $x$', context)).toMatchObject({ variable: 'x', range: { start: 2, end: 5 } });
    expect(failure('$if(b)$$endif$', context)).toMatchObject({ variable: 'b', range: { start: 4, end: 5 } });
  });

  it.each([
    ['revoked', revoked],
    ['throwing', throwing],
    ['a revoked function', revokedFunction],
  ])('is a `RenderError` where it is a value that is %s', (_, value) => {
    for (const name of ['x', 'n', 'd', 'j']) {
      for (const output of ['text', 'json'] as const) {
        const source = output === 'json' ? `["$${name}$"]` : `$${name}$`;
        const error = failure(source, { [name]: value }, output);
        expect(error.message).not.toContain('hush');
      }
    }
    expect(render('$if(b)$1$else$0$endif$', { b: value })).toBe('0');
  });

  it('is a `RenderError` in a group', () => {
    const template = compileBothWays('$o.x$', { variables: { o: { x: 'string' } } });
    expect(() => template.render({ o: revoked })).toThrow(RenderError);
  });
});

describe('a condition', () => {
  it('holds for true alone', () => {
    for (const b of ['true', 1, {}, 'x', null, undefined, false]) {
      expect(render('$if(b)$yes$else$no$endif$', { b })).toBe('no');
    }
    expect(render('$if(b)$yes$else$no$endif$', { b: true })).toBe('yes');
  });

  it('takes the first branch that holds', () => {
    const source = '$if(!b)$1$elseif(b && !b)$2$elseif(b || b)$3$else$4$endif$';
    expect(render(source, { b: true })).toBe('3');
  });
});

describe('a text format', () => {
  it.each([
    ['upper', 'straße & <b>', 'STRASSE & <B>'],
    ['lower', 'ÄB', 'äb'],
    ['cap', 'élan vital', 'Élan vital'],
    ['cap', '', ''],
    ['url-encode', "a b&c=d/é!'()~*", 'a+b%26c%3Dd%2F%C3%A9%21%27%28%29%7E*'],
    ['xml-encode', '<a & "b">é😀\u0007', '&lt;a &amp; &quot;b&quot;&gt;&#233;&#128512;&#65533;'],
    ['trim', '\u00a0 a b\n', 'a b'],
    ['one-line', ' a \r\n\t b  c\u2028d\n', ' a b  c d '],
    ['json-encode', 'a "b"\n\\\ud800', 'a \\"b\\"\\n\\\\\\ud800'],
    ['markdown-escape', '*a* [b](c) 1. <d> é~', '\\*a\\* \\[b\\]\\(c\\) 1\\. \\<d\\> é\\~'],
    ['upper trim', ' straße ', 'STRASSE'],
    ['json-encode one-line', 'a\n"b"', 'a \\"b\\"'],
    ['xml-encode markdown-escape', '<', '\\&lt\\;'],
    ['markdown-escape xml-encode', '<', '\\&lt;'],
    ['xml-encode', '\u0000\u001f\ufffe\ud800\t\n', '&#65533;&#65533;&#65533;&#65533;\t\n'],
  ])('%s turns %j into %j', (format, x, expected) => {
    expect(render(`$x; format="${format}"$`, { x })).toBe(expected);
  });

  it('makes text of numbers, booleans and JSON', () => {
    const context = { n: 5, b: true, j: { a: 'b' }, x: 6 };
    expect(render('$x; format="upper"$ $b; format="upper"$ $j; format="upper"$', context)).toBe(
      '6 TRUE {"A":"B"}',
    );
    expect(render('[$x; format="upper"$]', context, 'json')).toBe('["6"]');
  });
});

describe('max', () => {
  it.each([
    ['12345', '5', '12345'],
    ['123456', '5', '1234…'],
    ['ab', '1', '…'],
    // A family of four, 11 units long, is cut as one; so is a letter with its accent.
    ['a👨‍👩‍👧‍👦', '11', 'a…'],
    ['ae\u0301b', '3', 'a…'],
    ['', '1', ''],
  ])('cuts %j to %s', (x, max, expected) => {
    expect(render(`$x; max="${max}"$`, { x })).toBe(expected);
  });

  it('comes after the case and before encoders', () => {
    expect(render('$x; max="4", format="xml-encode upper trim"$', { x: '  ß<b>' })).toBe('SS&lt;&#8230;');
  });

  it('leaves the texts of null and default alone', () => {
    expect(render('$x; max="1", null="none"$', {})).toBe('none');
    expect(render('$x; max="1", default="none"$', { x: '' })).toBe('none');
  });
});

describe('default', () => {
  it.each([
    ['$x; default="n/a"$', {}, 'n/a'],
    ['$x; default="n/a"$', { x: '' }, 'n/a'],
    ['$x; default="n/a"$', { x: ' ' }, ' '],
    ['$x; default="n/a", format="trim"$', { x: ' ' }, 'n/a'],
    ['$x; default="n/a", null="null"$', {}, 'null'],
    ['$x; default="n/a", null="null"$', { x: '' }, 'n/a'],
    ['$n; default="none"$', { n: 0 }, '0'],
    ['$b; default="none"$', { b: false }, 'false'],
  ])('of %s with %j writes %s', (source, context, expected) => {
    expect(render(source, context)).toBe(expected);
  });

  it('is quoted where JSON wants a value', () => {
    expect(render('[$x; default="a\\b"$]', { x: '' }, 'json')).toBe('["a\\\\b"]');
  });
});

describe('a number format', () => {
  it('makes text of a number', () => {
    expect(render('$n; format="#,##0.00"$', { n: 1234.5 })).toBe('1,234.50');
    expect(render('["$n; format="#,##0.00"$"]', { n: 1234.5 }, 'json')).toBe('["1,234.50"]');
    expect(render('$n; format="#,##0.00"$', { n: 12345678901234567890n })).toBe(
      '12,345,678,901,234,567,890.00',
    );
  });
});

describe('an epoch format', () => {
  const d = new Date('2024-02-29T12:34:56.789Z');

  it.each([
    ['epoch-seconds', '1709210096'],
    ['epoch-milliseconds', '1709210096789'],
    ['epoch-nanoseconds', '1709210096789000000'],
  ])('%s is a bare number', (format, expected) => {
    expect(render(`[$d; format="${format}"$]`, { d }, 'json')).toBe(`[${expected}]`);
    expect(render(`["$d; format="${format}"$"]`, { d }, 'json')).toBe(`["${expected}"]`);
  });

  it('rounds down before 1970', () => {
    expect(render('$d; format="epoch-seconds"$', { d: -1 })).toBe('-1');
  });
});

describe('a date', () => {
  it.each([
    [1709210096789, '2024-02-29T12:34:56Z'],
    ['2024-02-29T12:34:56Z', '2024-02-29T12:34:56Z'],
    ['2024-02-29T13:34:56.789+01:00', '2024-02-29T12:34:56Z'],
    ['20240229T123456,789-0000', '2024-02-29T12:34:56Z'],
    ['2024-02-29T12Z', '2024-02-29T12:00:00Z'],
  ])('may come as %s', (d, expected) => {
    expect(render('$d$', { d })).toBe(expected);
    expect(render('$d; format="yyyy-MM-dd\'T\'HH:mm:ssXXX"$', { d })).toBe(expected);
  });

  it.each([8.64e15 + 1, Number.NaN, '2024-02-30T00:00:00Z', '2024-02-29T25:00:00Z'])('is none as %s', d => {
    expect(failure('$d$', { d })).toMatchObject({ code: 'invalid-date' });
  });
});

describe('json-encode', () => {
  it('of a json variable writes its JSON text', () => {
    const source = '{"a": "{\\"data\\": \\"$j; format="json-encode"$\\"}"}';
    const twice = JSON.parse(JSON.parse(render(source, { j: { b: 'c"' } }, 'json')).a);
    expect(JSON.parse(twice.data)).toEqual({ b: 'c"' });
    expect(render('$j; format="json-encode"$', { j: 'a' })).toBe('\\"a\\"');
    expect(render('$j; format="json-encode"$', { j: 5 })).toBe('5');
  });
});

describe('variables', () => {
  it('are those that values and conditions name', () => {
    const source = '$if(b && !x.y)$$order.customer/name$$elseif(b)$$n$$endif$';
    const variables = { ...anything, x: { y: 'boolean' } } as const;
    expect(compileBothWays(source, { variables }).variables).toEqual([
      'b',
      'n',
      'order.customer.name',
      'x.y',
    ]);
  });
});

it.each([
  '$if(isError)$$profile$$else$none$endif$.json',
  '$if(isError)$$if(errorCount > 1)$$profile$$endif$$pid$$endif$-x/y',
])('dots are no segment of a path where text follows them behind their branch: %s', path => {
  const template = compileTemplate(`https://h.example/${path}`, { output: 'url' });
  const texts = { profile: '..', pid: '..', isError: true, errorCount: 2 };
  const { pathname } = new URL(template.render({ ...errored, ...texts }));
  expect(pathname.split('/')[1]).toMatch(/^\.{2,4}(?:\.json|-x)$/);
});

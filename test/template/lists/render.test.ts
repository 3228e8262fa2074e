import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../../src/output/output.ts';
import { ListItems } from '../../../src/template/list-items.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { bothOf, compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  words: listOf('string'),
  rows: listOf(listOf('number')),
  alerts: listOf({ name: 'string', firing: 'boolean', level: 'number', notes: listOf('string') }),
  order: { lines: listOf({ price: 'number' }) },
  isError: 'boolean',
} as const;

/** Renders with contexts that may lie about their types. */
function render(source: string, context: object, output: OutputName = 'text'): string {
  const template = compileBothWays(source, { variables, output });
  const text = template.render(context);
  expect(template.trace(context).text).toBe(text);
  return text;
}

function failure(source: string, context: object, options: { maxOutputBytes?: number } = {}): RenderError {
  const template = compileBothWays(source, { variables, ...options });
  try {
    template.render(context);
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
  throw new Error('It rendered.');
}

const joined = '$for(word in words)$$word$$sep$, $else$none$endfor$';

describe('a list', () => {
  it.each([
    [[], 'none'],
    [undefined, 'none'],
    [null, 'none'],
    [['a'], 'a'],
    [['a', 'b', 'c'], 'a, b, c'],
    [['a', undefined, null, 5], 'a, , , 5'],
  ])('writes what is between two items only there: %j', (words, text) => {
    expect(render(joined, { words })).toBe(text);
  });

  it('may be without $sep$ and $else$, and stand in a group', () => {
    const source = '$for(line in order.lines)$$line.price$;$endfor$';
    expect(render(source, { order: { lines: [{ price: 1 }, {}, { price: 2.5 }] } })).toBe('1;;2.5;');
    expect(render(source, {})).toBe('');
  });

  it('may hold lists, conditions and values of all that is around', () => {
    const source =
      '$for(alert in alerts)$$alert.name$:$for(note in alert.notes)$$if(alert.firing)$!$endif$$note$$sep$,$else$-$endfor$$sep$ $endfor$';
    const alerts = [
      { name: 'a', firing: true, notes: ['x', 'y'] },
      { name: 'b' },
      { name: 'c', notes: ['z'] },
    ];
    expect(render(source, { alerts })).toBe('a:!x,!y b:- c:z');
    expect(render('$for(row in rows)$$for(n in row)$$n$$endfor$;$endfor$', { rows: [[1, 2], [], [3]] })).toBe(
      '12;;3;',
    );
  });

  it('may stand between two items of another, whose items it leaves alone', () => {
    const source =
      '$for(word in words)$$word$$sep$-$for(alert in alerts if alert.firing)$$for(note in alert.notes)$$note$$endfor$$endfor$-$endfor$';
    const alerts = [{ firing: true, notes: [1, 2] }, { notes: [3] }];
    expect(render(source, { words: ['a', 'b', 'c'], alerts })).toBe('a-12-b-12-c');
    const nested =
      '$for(row in rows)$$for(n in row)$$n$$sep$$for(word in words)$$word$$sep$|$for(alert in alerts)$!$endfor$|$endfor$$endfor$$endfor$';
    expect(render(nested, { rows: [[1, 2], [3]], words: ['a', 'b'], alerts })).toBe('1a|!!|b23');
  });

  it('with a filter takes the items for which it holds, and no commas of others', () => {
    const source =
      '[$for(alert in alerts if alert.firing && alert.level > 2)$"$alert.name$"$sep$,$else$null$endfor$]';
    const alerts = [
      { name: 'a', firing: true, level: 1 },
      { name: 'b', firing: true, level: 3 },
      { name: 'c', level: 9 },
      { name: 'd', firing: true, level: 4n },
    ];
    expect(render(source, { alerts }, 'json')).toBe('["b","d"]');
    expect(render(source, { alerts: [alerts[0]] }, 'json')).toBe('[null]');
  });

  it('holds in a condition where it has items', () => {
    const source = '$if(words && !order.lines)$yes$else$no$endif$';
    expect(render(source, { words: ['a'] })).toBe('yes');
    expect(render(source, { words: [] })).toBe('no');
    expect(render(source, { words: ['a'], order: { lines: [1] } })).toBe('no');
  });

  it('leaves no line where its tags stand alone', () => {
    const source = 'a\n$for(word in words)$\n- $word$\n  $sep$\n\n$else$\nnone\n$endfor$\nb';
    expect(render(source, { words: ['x', 'y'] })).toBe('a\n- x\n\n- y\nb');
    expect(render(source, {})).toBe('a\nnone\nb');
  });

  it('names itself and not its items among the variables of a template', () => {
    const source = '$for(alert in alerts if alert.firing)$$alert.name$$endfor$';
    expect(compileBothWays(source, { variables }).variables).toEqual(['alerts']);
  });

  it('says in a trace which tag wrote what, once for each item', () => {
    const { text, spans } = compileBothWays(joined, { variables }).trace({ words: ['a', 'b'] });
    const written = spans.map(({ output, value }) => [text.slice(output.start, output.end), value?.variable]);
    expect(written).toEqual([
      ['a', 'word'],
      [', ', undefined],
      ['b', 'word'],
    ]);
  });
});

describe('what a list is read from', () => {
  it.each(['text', 5, true, { length: 1, 0: 'a' }, () => [], new Set(['a'])])(
    'is an array or missing, so %o is refused',
    words => {
      expect(failure(joined, { words })).toMatchObject({ code: 'not-a-list', variable: 'words' });
      expect(failure('$if(words)$x$endif$', { words })).toMatchObject({ code: 'not-a-list' });
    },
  );

  it.each([
    Number.NaN,
    -1,
    1.5,
    2 ** 32,
    Number.POSITIVE_INFINITY,
    'abc',
    '1',
    {},
    null,
    undefined,
    1n,
    Symbol('1'),
  ])('has a length, so an array of length %o is refused', length => {
    const words = new Proxy(['a'], {
      getOwnPropertyDescriptor: (list, key) => ({
        ...Reflect.getOwnPropertyDescriptor(list, key),
        value: length,
      }),
    });
    expect(failure(joined, { words })).toMatchObject({ code: 'not-a-list', variable: 'words' });
    expect(failure('$if(words)$x$endif$', { words })).toMatchObject({ code: 'not-a-list' });
    expect(failure('$for(row in rows)$$for(n in row)$x$endfor$$endfor$', { rows: [words] })).toMatchObject({
      code: 'not-a-list',
      variable: 'row',
    });
  });

  it('may not throw', () => {
    const { proxy, revoke } = Proxy.revocable(['a'], {});
    revoke();
    expect(failure(joined, { words: proxy })).toMatchObject({ code: 'unreadable', variable: 'words' });
    const item = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error('secret');
        },
      },
    );
    const source = '$for(alert in alerts if alert.firing)$x$endfor$';
    expect(failure(source, { alerts: [item] })).toMatchObject({
      code: 'unreadable',
      variable: 'alert.firing',
    });
  });

  it('is read once, and so is each part of an item', () => {
    let looks: string[] = [];
    const watched = <T extends object>(target: T, name: string): T =>
      new Proxy(target, {
        getOwnPropertyDescriptor: (object, key) => {
          looks.push(`${name}.${String(key)}`);
          return Reflect.getOwnPropertyDescriptor(object, key);
        },
      });
    const alerts = watched(
      [watched({ name: 'a', firing: true }, 'first'), watched({ name: 'b' }, 'second')],
      'alerts',
    );
    const source =
      '$if(alerts)$$for(alert in alerts if alert.firing)$$alert.name$$alert.name$$if(alert.firing)$!$endif$$endfor$$endif$';
    for (const render of bothOf(source, { variables })) {
      looks = [];
      expect(render(watched({ alerts }, 'context'))).toBe('aa!');
      expect(looks.toSorted()).toEqual([
        'alerts.0',
        'alerts.1',
        'alerts.length',
        'context.alerts',
        'first.firing',
        'first.name',
        'second.firing',
      ]);
    }
  });

  it.each([
    ['$for(w in words)$$w$$endfor$$for(w in words)$$w$$endfor$', 'abab'],
    ['$for(row in rows)$$for(w in words)$$w$$endfor$$endfor$', 'abab'],
    [
      '$for(row in rows)$$sep$$for(w in words)$$w$$endfor$$endfor$$for(w in words if w != "")$$w$$endfor$',
      'abab',
    ],
    ['$for(w in words)$$w$$endfor$', 'ab'],
  ])('has the same items wherever it is walked: %s', (source, text) => {
    let looks = 0;
    const words = new Proxy(['a', 'b'], {
      getOwnPropertyDescriptor: (list, key) => {
        if (key === 'length') return Reflect.getOwnPropertyDescriptor(list, key);
        const value = ['a', 'b'][looks++] ?? 'another';
        return { value, configurable: true, enumerable: true, writable: true };
      },
    });
    for (const render of bothOf(source, { variables })) {
      looks = 0;
      expect(render({ words, rows: [[], []] })).toBe(text);
      expect(looks).toBe(2);
    }
  });

  it('is not kept where it is walked once', () => {
    const items = ['a'];
    const [passing, kept] = [new ListItems(items), new ListItems(items, 'again')];
    expect([passing.at(0), kept.at(0)]).toEqual(['a', 'a']);
    items[0] = 'b';
    expect([passing.at(0), kept.at(0)]).toEqual(['b', 'a']);
  });

  it('stays as long as it was at the beginning', () => {
    const source = '[$for(word in words)$$word$$sep$,$endfor$]';
    for (const render of bothOf(source, { variables: { words: listOf('json') }, output: 'json' })) {
      const words: unknown[] = ['a', { toJSON: () => words.push('b', 'c') }, 'd'];
      expect(render({ words })).toBe('["a",5,"d"]');
    }
  });
});

describe('the bound on output', () => {
  it('counts bytes of UTF-8', () => {
    const options = { variables, maxOutputBytes: 6 };
    expect(compileBothWays('éé', options).render({})).toBe('éé');
    expect(compileBothWays('ééé', options).render({})).toBe('ééé');
    expect(failure('éééé', {}, { maxOutputBytes: 6 })).toMatchObject({
      code: 'output-too-long',
      variable: '',
    });
    expect(failure('€€€', {}, { maxOutputBytes: 6 })).toMatchObject({
      message: 'The output is longer than 6 bytes.',
    });
  });

  it('ends a list in time, and names it', () => {
    const words = Array.from({ length: 10_000 }, () => 'x'.repeat(1000));
    const nested = '$for(word in words)$$for(other in words)$$other$$endfor$$endfor$';
    expect(failure(nested, { words })).toMatchObject({ code: 'output-too-long', variable: 'words' });
    const template = compileBothWays(nested, { variables });
    expect(() => template.trace({ words })).toThrow('longer than 8388608 bytes');
  });
});

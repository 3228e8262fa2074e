import { describe, expect, it } from 'vitest';
import { deepestLimit, defaultLimits, parseTemplate } from '../../grammar/parse-template.ts';
import { InvalidArgument } from '../../src/options/define-options.ts';

function codes(source: string, limits = {}): string[] {
  return parseTemplate(source, limits).diagnostics.map(({ code }) => code);
}

function nested(depth: number): string {
  return '$if(a)$'.repeat(depth) + '$endif$'.repeat(depth);
}

describe('parseTemplate', () => {
  it('limits a source to 1 MiB, a depth of 100 and 1,000 mistakes by default', () => {
    expect(defaultLimits).toEqual({ length: 1_048_576, depth: 100, mistakes: 1000 });
  });

  it('reads a source of 1 MiB, and refuses one that is longer with one diagnostic', () => {
    const source = `${'$profile$ '.repeat(104_857)}abcdef`;
    expect(codes(source)).toEqual([]);
    const { diagnostics, tree } = parseTemplate(`${source}$`);
    expect(diagnostics.map(({ code, range }) => [code, range])).toEqual([
      ['template-too-long', { start: 2 ** 20, end: 2 ** 20 + 1 }],
    ]);
    expect(tree.nodes).toHaveLength(1);
  });

  it('reads conditionals 100 deep, and refuses the one that is deeper', () => {
    expect(codes(nested(100))).toEqual([]);
    const { diagnostics } = parseTemplate(nested(101));
    expect(diagnostics.map(({ code, range }) => [code, range])).toEqual([
      ['template-too-deep', { start: 700, end: 704 }],
    ]);
  });

  it.each([
    ['parentheses', (depth: number) => `$if(${'('.repeat(depth)}a${')'.repeat(depth)})$$endif$`],
    ['negations', (depth: number) => `$if(${'!'.repeat(depth)}a)$$endif$`],
  ])('reads %s 100 deep, and refuses more', (_, source) => {
    expect(codes(source(100))).toEqual([]);
    expect(codes(source(101))).toEqual(['template-too-deep']);
  });

  it.each(['5$ ', '$a b$', '$if()$$endif$', '$endif$', '$if(a)$$end if$'])(
    'reports a thousand mistakes of %s, and then that there are more',
    piece => {
      expect(codes(piece.repeat(1000))).not.toContain('too-many-mistakes');
      const found = codes(piece.repeat(1500));
      expect(found).toHaveLength(1001);
      expect(found.indexOf('too-many-mistakes')).toBe(1000);
    },
  );

  it('takes other limits', () => {
    expect(codes('$a b$$c d$ $', { mistakes: 2 })).toEqual([
      'unexpected-in-tag',
      'unexpected-in-tag',
      'too-many-mistakes',
    ]);
    expect(codes('$a$', { length: 2 })).toEqual(['template-too-long']);
    expect(codes(nested(2), { depth: 1 })).toEqual(['template-too-deep']);
    expect(codes(nested(150), { depth: 150 })).toEqual([]);
  });

  it('takes a limit that is undefined for one that is absent', () => {
    expect(codes(nested(101), { length: undefined, depth: undefined })).toEqual(['template-too-deep']);
  });

  it('walks as deep as a limit may be', () => {
    const deep = `${'$if(a)$'.repeat(deepestLimit - 1)}$if(${'('.repeat(deepestLimit)}a${')'.repeat(deepestLimit)})$`;
    expect(codes(deep + '$endif$'.repeat(deepestLimit), { depth: deepestLimit })).toEqual([]);
  });

  it('refuses a limit that the stack may not hold, and one that does not exist', () => {
    const limit = 'limits.depth: expected a whole number from 0 to 200';
    expect(() => parseTemplate('', { depth: deepestLimit + 1 })).toThrow(new InvalidArgument(limit));
    const unknown = 'limits.lenght: there is no such option; did you mean `length`?';
    expect(() => parseTemplate('', { lenght: 1 } as object)).toThrow(new InvalidArgument(unknown));
  });

  it('counts what is nested, not what stands side by side', () => {
    expect(codes(`$if(${'!(a) && '.repeat(1000)}b)$$endif$`)).toEqual([]);
  });

  it.each(['$if(a)$', '$if(', '$if a$', '$If((a)'])('answers 20,000 times %s with one diagnostic', piece => {
    expect(codes(piece.repeat(20_000))).toEqual(['template-too-deep']);
  });

  it.each([
    ['openers of conditions', '$if('],
    ['opening parentheses', '$if('.concat('('.repeat(99))],
    ['values', '$a$'],
    ['chained conditions', '$if(a)$$elseif(b)$$endif$'],
    ['comments', '$! a !$'],
    ['backslashes', '\\'],
  ])('reads a source that is full of %s without blaming more than its depth', (_, piece) => {
    const found = codes(piece.repeat(Math.floor(300_000 / piece.length)));
    expect(found).toEqual(piece.startsWith('$if((') || piece === '$if(' ? ['template-too-deep'] : []);
  });

  it.each([
    ['condition without parentheses', `$if ${'a && '.repeat(100_000)}b$$endif$`, 'missing-parenthesis'],
    ['condition that cannot be read', `$if(${'a'.repeat(300_000)} = b)$$endif$`, 'invalid-condition'],
    ['path', `$${'a.'.repeat(100_000)}$`, 'unexpected-in-tag'],
    ['value without quotes', `$a; b=${'x '.repeat(100_000)}$`, 'missing-quotes'],
    ['blank', `$ ${' '.repeat(300_000)}a`, 'stray-dollar'],
    ['quote', `$a; b="${'x'.repeat(300_000)}`, 'unclosed-tag'],
  ])('reports a mistake in a %s of hundreds of thousands of characters once', (_, source, code) => {
    expect(codes(source)).toEqual([code]);
  });

  it.each([
    ['lone dollars', '$5 '],
    ['stray ends', '$endif$'],
    ['empty tags', '$$ '],
    ['broken options', '$a; b=c$ '],
    ['misspelt ends', '$if(a)$$end if$'],
  ])('reports many %s, each once', (_, piece) => {
    const count = 1000;
    expect(codes(piece.repeat(count))).toHaveLength(count);
  });

  it('reads a long `$elseif` chain and a long condition', () => {
    expect(codes(`$if(a)$${'$elseif(b)$x'.repeat(50_000)}$endif$`)).toEqual([]);
    expect(codes(`$if(${'a && b || '.repeat(50_000)}c)$$endif$`)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import { runs } from '../../properties.ts';

const variables = { a: 'boolean', b: 'boolean' } as const;

/** The first error of a source, and what each of its fixes makes of it. */
function fixesOf(source: string, output: OutputName): [kind: string, fixed: string][] {
  const [first] = validateTemplate(source, { output, variables });
  return (first?.fixes ?? []).map(fix => [fix.kind, applyFix(source, fix)]);
}

it('offers no two fixes that nobody could tell apart', () => {
  const titles = validateTemplate('{"a":"b"$if(isError)$,"c":"d"\n}', { output: 'json' }).map(({ fixes }) =>
    fixes.map(({ title }) => title),
  );
  expect(titles).toEqual([
    ['Close it with `$endif$` before `,"c":"d" }`', 'Close it with `$endif$` before `}`'],
  ]);
});

describe('a fix for the output', () => {
  it('is not offered where it would break another branch', () => {
    expect(fixesOf('<r>$if(a)$<![CDATA[ x$endif$]]></r>', 'xml')).toEqual([]);
  });

  it('breaks no path earlier than before, in a source that is still being typed', () => {
    expect(fixesOf('[$if(a)$"x"$endif$$if(b)$"y"$endif$,"z"', 'json')).toEqual([
      ['suggestion', '[$if(a)$"x",$endif$$if(b)$"y",$endif$"z"'],
    ]);
  });

  it.each(['<a xmlns:b=""><b:c/></a>', '<a xmlns:b=""/>', '<b:c/>'])(
    'makes no other name of a prefix without a namespace: %s',
    source => {
      expect(validateTemplate(source, { output: 'xml' })).toMatchObject([
        { code: 'xml-unbound-prefix', fixes: [] },
      ]);
    },
  );

  it.each(['<order xmlns="$n$"><id>1</id></order>', '<a xmlns:p="$n$"/>'])(
    'leaves an element whole whose namespace is a value: %s',
    source => {
      expect(validateTemplate(source, { output: 'xml', variables: { n: 'string' } })).toMatchObject([
        { code: 'xml-no-place', fixes: [] },
      ]);
    },
  );

  it.each([
    '$b$1$else$20$endif$',
    '$if(a)$x$else$y$else$z$endif$',
    '$if(a)$1$endif$x$elseif(b)$2',
    '$for(i in items)$x$sep$,$sep$;$endfor$',
  ])('runs no two branches together: %s', source => {
    const items = listOf({ x: 'string' });
    const found = validateTemplate(source, { output: 'text', variables: { ...variables, items } });
    const separators = found.filter(({ code }) => code !== 'stray-endif');
    expect(separators).toHaveLength(1);
    expect(separators.flatMap(({ fixes }) => fixes).map(({ title }) => title)).not.toContain(
      'Remove this tag',
    );
  });

  it.each([
    ['$if(a)$x$else$$else$z$endif$', '$if(a)$x$else$z$endif$'],
    ['$if(a)$x$else$y$else$$endif$', '$if(a)$x$else$y$endif$'],
  ])('removes a tag whose branch is empty: %s', (source, fixed) => {
    expect(fixesOf(source, 'text')[0]).toEqual(['suggestion', fixed]);
  });

  it('moves no request to another host', () => {
    const hostOf = (url: string) => /^https:\/\/[^/?#]+/.exec(url)?.[0];
    const pieces = ['/', '.', '..', '%2e', '$n$', ':', '?', '#', '&', '=', ' ', 'x', '80', '%', '"'];
    const url = fc
      .tuple(fc.constantFrom('', ':80', '.', ':'), fc.array(fc.constantFrom(...pieces), { maxLength: 6 }))
      .map(([port, path]) => `https://shop.example${port}/${path.join('')}`);
    let tried = 0;
    const variables = { n: 'string' } as const;
    fc.assert(
      fc.property(url, url => {
        const fixes = validateTemplate(url, { output: 'url', variables }).flatMap(({ fixes }) => fixes);
        for (const fix of fixes) {
          tried++;
          expect(hostOf(applyFix(url, fix))).toBe(hostOf(url));
        }
      }),
      { numRuns: 2000 },
    );
    expect(tried).toBeGreaterThan(20);
    for (const path of ['/%2e$n$#', '/.$n$', ':80/..$n$ ', '/hooks/.$n$/x']) {
      const [first] = validateTemplate(`https://shop.example${path}`, { output: 'url', variables });
      expect(first).toMatchObject({ severity: 'error', fixes: [] });
    }
  });

  it('changes nothing of a host that is written, whatever is proposed', () => {
    const written = (url: string) => /^https:\/\/([^/?#$\\]+)/.exec(url)?.[1];
    const tags = ['$n$', '$m$', '$', 'n$', '$if(b)$', '$else$', '$endif$', '$iff(b)$', '$$', '{{n}}', '$!'];
    const pieces = [...tags, '&amp;', '@', '\\', ':', '..', '%', ' ', '.evil', '/x'];
    const url = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
      .map(rest => `https://shop.example${rest.join('')}`);
    const variables = { n: 'string', b: 'boolean' } as const;
    fc.assert(
      fc.property(url, url => {
        const fixes = validateTemplate(url, { output: 'url', variables }).flatMap(({ fixes }) => fixes);
        for (const fix of fixes) expect(written(applyFix(url, fix))).toBe(written(url));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('puts a scheme before a host', () => {
    expect(fixesOf('hooks.example.com/$if(a)$x$endif$', 'url')).toEqual([
      ['suggestion', 'https://hooks.example.com/$if(a)$x$endif$'],
    ]);
    for (const source of ['ftp://h.example', 'httpx', '/a.b/c']) expect(fixesOf(source, 'url')).toEqual([]);
  });

  it('writes plain quotes, wherever the others stand', () => {
    expect(fixesOf('{“text”: “a$if(a)$ ‘b’”$else$”$endif$}', 'json')).toEqual([
      ['suggestion', '{"text": "a$if(a)$ ‘b’"$else$"$endif$}'],
    ]);
    expect(fixesOf("{'a': 1, 'b': ['c']}", 'json')).toEqual([['suggestion', '{"a": 1, "b": ["c"]}']]);
    expect(fixesOf("{'a': 1, $if(a)$\"b\":\"it's\",$endif$ 'c': 2}", 'json')).toEqual([
      ['suggestion', '{"a": 1, $if(a)$"b":"it\'s",$endif$ "c": 2}'],
    ]);
  });

  it('is safe only where nothing else is wrong after it', () => {
    expect(fixesOf('["x\ny"]', 'json')).toEqual([['safe', '["x\\ny"]']]);
    expect(fixesOf('{\n  "a": "x\n}', 'json')).toEqual([['suggestion', '{\n  "a": "x"\n}']]);
  });

  it('is left out where another leaves less than it, and it as much as before', () => {
    expect(fixesOf('{"t":"line one\n} end"}', 'json')).toEqual([['suggestion', '{"t":"line one\\n} end"}']]);
  });
});

describe('a mistake in the syntax of what a schema is asked about', () => {
  const schema = receivers.find(({ id }) => id === 'slack')?.schema ?? {};
  const check = (source: string) =>
    validateTemplate(source, { output: 'json', variables: { name: 'string' }, schema });

  // Only where it is JSON does Slack's schema find that the value lacks a format, or that a key is missing.
  it.each([
    ['{"text":"To $name; max="9"$",}', '{"text":"To $name; max="9"$"}'],
    ['{"text":"To $name; max="9"$}', '{"text":"To $name; max="9"$"}'],
    ['{"txt":"x",}', '{"txt":"x"}'],
  ])('is mended first, whatever the schema finds then: %s', (source, mended) => {
    const [mistake, ...others] = check(source);
    expect(others).toEqual([]);
    expect(mistake?.fixes.map(fix => applyFix(source, fix))).toContain(mended);
    expect(check(mended)).toMatchObject([{ code: expect.stringMatching(/^schema-/) }]);
  });
});

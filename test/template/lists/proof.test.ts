import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { checkTemplate } from '../../../src/template/check.ts';
import { listOf, type VariableSchema } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { unmark } from '../../marked-source.ts';

const variables = {
  words: listOf('string'),
  alerts: listOf({ name: 'string', firing: 'boolean', level: 'number', notes: listOf('string') }),
  isError: 'boolean',
  profile: 'string',
} as const;

function diagnosticsOf(source: string, output: OutputName = 'json') {
  return validateTemplate(source, { output, variables });
}

describe('a list is accepted', () => {
  it.each<[OutputName, string]>([
    ['json', '[$for(w in words)$"$w$"$sep$,$endfor$]'],
    ['json', '[0$for(w in words)$,"$w$"$endfor$]'],
    ['json', '{$for(a in alerts)$"$a.name$": $a.level$$sep$,$else$"none": true$endfor$}'],
    ['json', '[$if(words)$0,$endif$$for(w in words)$"$w$"$sep$,$endfor$]'],
    [
      'json',
      '[$for(w in words)$"$w$"$sep$,$endfor$$if(words && alerts)$,$endif$$for(a in alerts)$$a.level$$sep$,$endfor$]',
    ],
    ['json', '$for(w in words)$$else$[$endfor$$if(words)$[$endif$1]'],
    ['json', '[$for(a in alerts)$$if(a.firing)$[$endif$1$if(a.firing)$]$endif$$sep$,$endfor$]'],
    ['json', '[$for(a in alerts)$[$for(n in a.notes)$"$n$"$sep$,$endfor$]$sep$,$endfor$]'],
    [
      'json',
      '[$for(a in alerts)$ {"n":[$if(a.notes)$0,$endif$$for(n in a.notes)$"$n$"$sep$,$endfor$]}$sep$,$endfor$]',
    ],
    ['json', '$if(isError)$[$endif$[$for(w in words)$"$w$"$sep$,$endfor$]$if(isError)$]$endif$'],
    ['json', '[[1$for(w in words)$],[$endfor$]]'],
    ['json', '["$for(w in words)$$w$$sep$, $endfor$"]'],
    ['json', '[1$for(w in words)$0$endfor$]'],
    ['url', 'https://h.example/a$for(w in words)$/x$w$$endfor$?q=1$for(w in words)$&w=$w$$endfor$'],
    ['form', 'a=1$for(w in words)$&w=$w$$endfor$'],
    ['xml', '<a>$for(w in words)$<b c="$w$">$w$</b>$endfor$</a>'],
    ['xml', '<r><a$for(w in words)$/><b$endfor$/></r>'],
    ['xml', '<r><a$for(w in words)$ /><a$endfor$/></r>'],
    ['xml', '<a$for(w in words)$$endfor$ b="c"/>'],
    ['header', '$for(w in words)$$w$$sep$, $endfor$'],
  ])('as %s: %s', (output, source) => {
    expect(diagnosticsOf(source, output)).toEqual([]);
  });

  it.each([
    'https://h.example/$for(w in words)$$w$$endfor$',
    'https://h.example$for(w in words)$/$w$$endfor$',
  ])('as url, with a hint of its items: %s', source => {
    expect(diagnosticsOf(source, 'url').map(({ code }) => code)).toEqual(['perhaps-refused']);
  });
});

describe('a list is refused', () => {
  it.each<[OutputName, string, string, string]>([
    ['json', '[$for(w in words)$"$w$"«,»$endfor$]', 'json-extra-comma', 'when `words` has items.'],
    [
      'json',
      '[$for(w in words)$«"»$w$"$endfor$]',
      'json-missing-comma',
      'when `words` has items, from the second item on.',
    ],
    ['json', '[1«,»$for(w in words)$"$w$"$sep$,$endfor$]', 'json-extra-comma', 'when `words` is empty.'],
    [
      'json',
      '[$for(a in alerts)$$if(a.firing)$1$else$«}»$endif$$sep$,$endfor$]',
      'json-unexpected',
      'when `alerts` has items and `a.firing` is false.',
    ],
    // The limit that the reference states: the second list takes the same items as the first.
    [
      'json',
      '[$for(a in alerts if a.firing)$1$sep$,$endfor$$for(a in alerts if a.firing)$«,»2$endfor$]',
      'json-extra-comma',
      'when `a in alerts if a.firing` is empty and',
    ],
    [
      'json',
      '[$for(a in alerts if a.firing)$1$sep$,$endfor$«,»2]',
      'json-extra-comma',
      'when `a in alerts if a.firing` is empty.',
    ],
    [
      'json',
      '[$for(a in alerts)$$if(a.firing)$1$endif$$sep$«,»$endfor$]',
      'json-extra-comma',
      'expected a value or `]` but found `,` when `alerts` has items',
    ],
    [
      'json',
      '[$for(a in alerts)$$if(a.level > 5)$«[»$endif$1$sep$,$endfor$]',
      'list-unbalanced',
      '`[` is opened for each item and stays open: close it in the list',
    ],
    ['json', '[[«$for(w in words)$»]$endfor$]', 'list-unbalanced', 'closes `[`, which is open only once'],
    ['json', '[$for(w in words)$1$sep$,«[»$endfor$]', 'list-unbalanced', '`[` is opened'],
    ['xml', '<a>$for(w in words)$«<b»>$w$$endfor$</a>', 'list-unbalanced', '`<b>` is opened'],
    [
      'xml',
      '<a $for(w in words)$ «b»="$w$"$endfor$/>',
      'xml-duplicate-attribute',
      'from the second item on.',
    ],
    ['url', 'https://h$for(w in words)$«$w$»$endfor$/', 'url-target', 'when `words` has items.'],
    ['url', 'https://«$for(w in words)$»a.$endfor$example.com/', 'url-target', 'found a list'],
    ['url', 'https://example.com«$for(w in words)$».evil$endfor$/', 'url-target', 'found a list'],
    ['url', 'https://h«$for(w in words)$»$sep$:8080$endfor$/', 'url-target', 'found a list'],
    [
      'url',
      'https://h$for(a in alerts)$«$for(n in a.notes)$»b$endfor$$endfor$/',
      'url-target',
      'found a list',
    ],
    [
      'xml',
      '<a«$for(w in words)$»a$endfor$/>',
      'xml-unexpected',
      'expected a name written out but found a list.',
    ],
    ['xml', '<a «$for(w in words)$»b$endfor$="c"/>', 'xml-unexpected', 'found a list'],
    ['xml', '<a></a«$for(w in words)$»a$endfor$>', 'xml-unexpected', 'found a list'],
    ['xml', '<?p«$for(w in words)$»a$endfor$ ?><a/>', 'xml-unexpected', 'found a list'],
    ['header', 'a$for(w in words)$«\n»$endfor$', 'header-control-character', ''],
  ])('as %s: %s', (output, marked, code, when) => {
    const { source, range } = marked.includes('«') ? unmark(marked) : { source: marked, range: undefined };
    const [first, ...more] = diagnosticsOf(source, output);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ code, severity: 'error', ...(range && { range }) });
    expect(first?.message).toContain(when);
  });

  it('where a value has another place from the second item on', () => {
    const source = '[$for(w in words)$$w$$if(isError)$"$endif$$sep$,$endfor$]';
    expect(diagnosticsOf(source)[0]).toMatchObject({ severity: 'error' });
    const astride = '{"a": $for(w in words)$"x $w$$sep$": "$endfor$"}';
    expect(diagnosticsOf(astride)[0]?.severity).toBe('error');
  });

  it('forgets what was known of an item after it', () => {
    const source = '[$for(a in alerts)$$if(a.firing)$"$endif$$sep$$endfor$]';
    expect(diagnosticsOf(source)[0]).toMatchObject({ severity: 'error' });
  });
});

describe('a filter in a separator', () => {
  const source = (yes: string, no: string) =>
    `[$for(w in words)$$sep$$for(a in alerts if a.firing)$${yes}$else$${no}$endfor$$endfor$]`;

  it('may take items between two items, and none between the next two', () => {
    expect(diagnosticsOf(source(' ', '1'))[0]).toMatchObject({
      code: 'json-missing-comma',
      message: expect.stringContaining('and `a in alerts if a.firing` is empty, from the third item on.'),
    });
    expect(diagnosticsOf(source(' ', '\n'))).toEqual([]);
  });

  it('may be another for each item around it', () => {
    const inner = '$for(n in a.notes)$$sep$$for(w in words if a.firing || w == "x")$ $else$1$endfor$$endfor$';
    expect(diagnosticsOf(`[$for(a in alerts)$${inner}$endfor$]`)[0]?.code).toBe('json-missing-comma');
  });
});

describe('a wrong comma in a list', () => {
  it.each([
    ['[$for(w in words)$"$w$",$endfor$]', '[$for(w in words)$"$w$"$sep$,$endfor$]'],
    ['[$for(w in words)$"$w$",$sep$ $endfor$]', '[$for(w in words)$"$w$"$sep$, $endfor$]'],
    ['[$for(w in words)$"$w$"$endfor$]', '[$for(w in words)$"$w$"$sep$,$endfor$]'],
    ['[$for(w in words)$,"$w$"$endfor$]', '[$for(w in words)$"$w$"$sep$,$endfor$]'],
    ['[$for(w in words)$"$w$",$else$0$endfor$]', '[$for(w in words)$"$w$"$sep$,$else$0$endfor$]'],
    ['[1,$for(w in words)$"$w$"$sep$,$endfor$]', '[1$for(w in words)$,"$w$"$endfor$]'],
    ['[$for(w in words)$"$w$"$sep$,$endfor$,1]', '[$for(w in words)$"$w$",$endfor$1]'],
    ['[1, $for(w in words)$"$w$"$sep$, "x", $endfor$]', '[1 $for(w in words)$,"$w$"$sep$, "x" $endfor$]'],
  ])('goes where it is right on every path: %s', (source, mended) => {
    const [diagnostic] = diagnosticsOf(source);
    const [fix] = diagnostic?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(mended);
    expect(diagnosticsOf(mended)).toEqual([]);
  });
});

describe('the walk over lists', () => {
  it('stays within the budget, however deep they are nested', () => {
    let type: VariableSchema = { leaf: 'string' };
    for (let level = 0; level < 15; level++) type = { list: listOf(type) };
    const source = (depth: number): string => {
      const head = (level: number) => (level === 0 ? 'list' : `x${level - 1}.list`);
      const open = Array.from({ length: depth }, (_, i) => `{"a":[$for(x${i} in ${head(i)})$`).join('');
      return `${open}"$profile$"${'$sep$,$endfor$]}'.repeat(depth)}`;
    };
    const checked = checkTemplate(source(15), { output: 'json', variables: { ...type, profile: 'string' } });
    expect(checked.diagnostics).toEqual([]);
    expect(checked.units).toBeLessThan(200_000);
  });

  it('goes as deep as lists may be nested', () => {
    const open = Array.from({ length: 200 }, (_, i) => `$for(x${i} in words)$[`).join('');
    const source = `[${open}"$x199$"${']$sep$,$endfor$'.repeat(200)}]`;
    const template = compileTemplate(source, { output: 'json', variables, limits: { depth: 200 } });
    expect(template.render({ words: ['a'] })).toBe(`${'['.repeat(201)}"a"${']'.repeat(201)}`);
    expect(template.trace({ words: [] }).text).toBe('[]');
  });

  it('costs in proportion to how many lists stand in a row', () => {
    const row = (count: number) => {
      const source = `[0${'$for(a in alerts)$,{"n":"$a.name$"$if(a.firing)$,"f":true$endif$}$endfor$'.repeat(count)}]`;
      const { diagnostics, units } = checkTemplate(source, { output: 'json', variables });
      expect(diagnostics).toEqual([]);
      return units;
    };
    expect(row(200)).toBeLessThan(2.2 * row(100));
  });

  it('says so where it is too much', () => {
    const flags = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, 'boolean'] as const));
    const open = Array.from({ length: 9 }, (_, i) => `$if(f${i})$[$else$ {"a":$endif$`).join('');
    const source = `${open}$for(w in words)$1$sep$,$endfor$`;
    const codes = validateTemplate(source, { output: 'json', variables: { ...variables, ...flags } });
    expect(codes.map(({ code }) => code)).toContain('too-many-paths');
  });

  it('says so where it is too much before an item alone', () => {
    const flags = Array.from({ length: 8 }, (_, index) => `f${index}`);
    const digits = flags.map(flag => `$if(${flag})$1$else$2$endif$`).join('');
    const found = validateTemplate(
      `[$if(dryRun)$1$else$2$endif$$for(w in words)$0,1$sep$,${digits}$endfor$]`,
      {
        output: 'json',
        schema: { items: { type: 'number' } },
        variables: {
          ...variables,
          dryRun: 'boolean',
          ...Object.fromEntries(flags.map(flag => [flag, 'boolean'] as const)),
        },
      },
    );
    expect(found.map(({ code }) => code)).toEqual(['too-many-paths']);
  });

  it('takes a place for each value that is reached, also in separators and other branches', () => {
    const source = '[$for(w in words)$"$w$"$sep$, "$profile$", $else$"$profile$"$endfor$]';
    const { places } = checkTemplate(source, { output: 'json', variables });
    expect([...places.values()].map(({ name }) => name)).toEqual(Array(3).fill('json-string'));
    const template = compileTemplate(source, { output: 'json', variables });
    expect(template.render({ words: ['a', 'b'], profile: 'p' })).toBe('["a", "p", "b"]');
  });
});

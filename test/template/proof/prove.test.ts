import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { checkTemplate } from '../../../src/template/check.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { unmark } from '../../marked-source.ts';

const variables = {
  isError: 'boolean',
  dryRun: 'boolean',
  count: 'number',
  profile: 'string',
  data: 'json',
  words: listOf('string'),
} as const;

function codesOf(source: string, output: OutputName): string[] {
  return checkTemplate(source, { output, variables }).diagnostics.map(({ code }) => code);
}

/** Output, a source with the range marked, the code, and what the message says of the path. */
const refused: readonly (readonly [OutputName, string, string, string])[] = [
  ['json', '{"a": $if(isError)$"x$else$"y$endif$}«»', 'json-unfinished', 'found the end.'],
  ['json', '{"a": $if(isError)$"x$else$"y"$endif$}«»', 'json-unfinished', 'when `isError` is true.'],
  ['json', '{"a": $if(isError)$["x"$else$"y"$endif$«}»', 'json-unexpected', 'when `isError` is true.'],
  [
    'json',
    '[$if(isError)$1$else$[$if(dryRun)$1$endif$$endif$]«»',
    'json-unfinished',
    'when `isError` is false.',
  ],
  ['json', '[1«,»$if(isError)$2$endif$]', 'json-extra-comma', 'when `isError` is false.'],
  [
    'json',
    '{"a":$if(isError && dryRun)$1$endif$«}»',
    'json-missing-value',
    'found `}` when `dryRun` is false.',
  ],
  [
    'json',
    '[1«,»$if(isError)$$elseif(dryRun)$2$else$3$endif$]',
    'json-extra-comma',
    'when `isError` is true.',
  ],
  ['json', '[1$if(isError)$ «2»$endif$]', 'json-missing-comma', 'when `isError` is true.'],
  ['json', '[1 «$profile$»]', 'json-missing-comma', 'found a value.'],
  ['json', '[1,«\\$»]', 'json-unexpected', 'found `$`.'],
  ['xml', '<a>«&\\$»;</a>', 'xml-reference', 'found `&` before `$`'],
  ['json', '[1«$count$»]', 'json-no-place', 'found a value right after a number (put both into one string).'],
  ['json', '[$count$«1»]', 'json-unexpected', 'found `1` right after a value (put both into one string).'],
  ['json', '[$count$«px»]', 'json-unexpected', 'found `px` right after a value (put both into one string).'],
  [
    'json',
    '[$count$ «failed»]',
    'json-unexpected',
    'found `failed` right after a value (put both into one string).',
  ],
  ['json', '[«none»]', 'json-unexpected', 'expected a value but found `none`.'],
  ['json', '[«tru»]', 'json-unexpected', 'expected `true` but found `tru`.'],
  [
    'json',
    '[«t$if(isError)$rxe»$else$rue$endif$]',
    'json-unexpected',
    'expected a value but found `trxe` (put text in double quotes) when',
  ],
  ['json', '[$count$ «1»]', 'json-missing-comma', 'found `1`.'],
  ['json', '[$if(!dryRun)$-$endif$«$count$»]', 'json-no-place', 'when `dryRun` is false.'],
  [
    'json',
    '[$if(isError)$"$endif$«$profile$»$if(isError)$"$endif$]',
    'two-places',
    'inside a JSON string when `isError` is true and as a JSON value when `isError` is false;',
  ],
  ['url', 'https://«$profile$»/a', 'url-target', 'a host and port written out but found a value'],
  ['url', 'https://h.example:«$count$»/a', 'url-target', 'a host and port written out but found a value'],
  ['url', '$if(isError)$https://h.example$endif$«/»a', 'url-start', 'when `isError` is false.'],
  [
    'url',
    'https://h.example/«$profile; null=".."$»',
    'url-dot-segment',
    'another text for `null` but found `..`.',
  ],
  ['xml', '<«$profile$»>a</a>', 'xml-no-place', 'found a value as a tag name.'],
  ['xml', '<a>$if(isError)$<b>$endif$«</a»>', 'xml-mismatched-tag', 'when `isError` is true.'],
  ['form', 'a=1&$if(isError)$b=$endif$«$profile$»', 'two-places', 'when `isError` is false'],
  ['header', 'a$if(isError)$«\n»$endif$', 'header-control-character', 'when `isError` is true.'],
];

describe('the walk over all paths', () => {
  it.each(refused)('finds in %s, where and when it happens: %s', (output, marked, code, message) => {
    const { source, range } = unmark(marked);
    const { diagnostics } = checkTemplate(source, { output, variables });
    expect(diagnostics.map(({ code, range }) => ({ code, range }))).toEqual([{ code, range }]);
    expect(diagnostics[0]?.message).toContain(message);
  });

  it('names every condition of the path, and of long ones the last', () => {
    const nested = (depth: number): string =>
      depth === 0 ? '$profile' : `$if(v${depth})$${nested(depth - 1)}$endif$`;
    const names = Array.from({ length: 6 }, (_, index) => [`v${index + 1}`, 'boolean'] as const);
    const { diagnostics } = checkTemplate(`["${nested(6).replace('$profile', '"x')}"]`, {
      output: 'json',
      variables: Object.fromEntries(names),
    });
    expect(diagnostics[0]?.message).toContain(
      'when `v4` is true and `v3` is true and `v2` is true and `v1` is true (and other conditions).',
    );
  });

  it('says once that a value has several places', () => {
    const source = '$if(isError)$["$elseif(dryRun)$[$else${$endif$$profile$';
    expect(codesOf(source, 'json').filter(code => code === 'two-places')).toHaveLength(1);
  });

  it('follows conditions of one variable exactly, also after `!` and in chains', () => {
    for (const source of [
      '$if(isError)$[$endif$1$if(isError)$]$endif$',
      '$if(!isError)$[$endif$1$if(isError)$$else$]$endif$',
      '$if(isError)$[$elseif(dryRun)$ {"a":$endif$1$if(isError)$]$elseif(dryRun)$}$endif$',
      '$if(isError)$[$endif$$if(dryRun)$[$endif$1$if(dryRun)$]$endif$$if(isError)$]$endif$',
      '["$if(isError)$a"$if(isError)$]$endif$$endif$$if(!isError)$"]$endif$',
    ]) {
      expect(codesOf(source, 'json'), source).toEqual([]);
    }
  });

  it('says of a branch that no path goes through that it never holds, and checks nothing in it', () => {
    for (const source of [
      '$if(isError)$«$if(!isError)$»"$endif$$endif$1',
      '$if(isError && dryRun)$«$if(!isError)$»"$endif$$endif$1',
      '$if(isError || dryRun)$$else$«$if(dryRun)$»"$endif$$endif$1',
      '$if(isError)$$if(!isError || dryRun)$«$if(!dryRun)$»"$endif$$endif$$endif$1',
      '$if(isError)$1$elseif(dryRun)$2«$elseif(isError && dryRun)$»"$else$3$endif$',
      '[$for(word in words)$1$if(words)$$else$"$endif$«$if(!words)$»"$endif$$sep$,$endfor$]',
      '"$if(count > 5)$«$if(count < 3)$»"$endif$$endif$"',
    ]) {
      const { source: unmarked, range } = unmark(source);
      const { diagnostics } = checkTemplate(unmarked, { output: 'json', variables });
      expect(
        diagnostics.map(each => [each.code, each.range]),
        source,
      ).toEqual([['never-holds', range]]);
    }
  });

  it('says of no branch that it never holds where a path that ended may have gone through it', () => {
    expect(codesOf('[$if(isError)$]]$endif$1$if(isError)$2$endif$]', 'json')).not.toContain('never-holds');
    expect(codesOf(']$if(isError)$$if(!isError)$2$endif$$endif$', 'json')).not.toContain('never-holds');
  });

  it('follows conditions of several variables exactly', () => {
    for (const source of [
      '$if(!(isError && dryRun))$1$else$$if(dryRun)$2$endif$$endif$',
      '$if(isError && dryRun)$[$endif$1$if(isError && dryRun)$]$endif$',
      '$if(isError || dryRun)$[$endif$1$if(!dryRun && !isError)$$else$]$endif$',
      '$if(isError && dryRun)$[$endif$$if(isError)$[$endif$1$if(dryRun && isError)$]$endif$$if(isError)$]$endif$',
      '$if(isError)$[$endif$$if(dryRun)$[$endif$1$if(isError || dryRun)$]$endif$$if(isError && dryRun)$]$endif$',
    ]) {
      expect(codesOf(source, 'json'), source).toEqual([]);
    }
    expect(codesOf('$if(isError && dryRun)$[$endif$1$if(isError || dryRun)$]$endif$', 'json')).not.toEqual(
      [],
    );
  });

  it('leaves a branch that no context reaches unchecked, and gives its values no place', () => {
    const { places, diagnostics } = checkTemplate(
      '[1$if(isError)$$if(!isError)$ $profile$ ]]] $endif$$endif$]',
      {
        output: 'json',
        variables,
      },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['never-holds']);
    expect(places.size).toBe(0);
  });

  it.each<readonly [string, ...boolean[]]>([
    ['$if(isError)$a$endif$$profile$', true],
    ['$if(isError)$$else$a$endif$$profile$', true],
    ['$profile$', true],
    ['$profile$/a', true],
    ['$profile$.json', false],
    ['$profile$$count$.json', false, false],
    ['$profile$$if(isError)$a$endif$', true],
  ])('takes the stricter place where paths meet, by what follows on all of them: %s', (path, ...strict) => {
    const { places } = checkTemplate(`https://h.example/${path}`, { output: 'url', variables });
    expect([...places.values()].map(each => each.strict)).toEqual(strict);
  });

  it('follows a condition of unknown name as one, so that the name is the only mistake', () => {
    const source = '$if(isEror)$[$endif$1$if(isEror)$]$endif$';
    expect(codesOf(source, 'json')).toEqual(['unknown-variable', 'unknown-variable']);
    expect(codesOf(source.replaceAll('isEror', 'count'), 'json')).toEqual(['never-missing', 'never-missing']);
  });

  it('follows a condition that cannot be read as one, so that it is the only mistake', () => {
    const source = '{"n":$if(count + 1)$[$endif$1$if(count + 1)$]$endif$}';
    expect(codesOf(source, 'json')).toEqual(['invalid-condition', 'invalid-condition']);
    expect(codesOf('{"n":$if(count + 1)$[$endif$1}', 'json')).toEqual([
      'invalid-condition',
      'json-unexpected',
    ]);
    const { diagnostics } = checkTemplate('{"n":$if()$[$endif$1}', { output: 'json', variables });
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('when `…` is true.'),
    );
  });

  it('proves nothing where what looks like a name may be a keyword', () => {
    expect(codesOf('{"t":$if(isError)$"bad"$els$"good"$endif$}', 'json')).toEqual(['unknown-variable']);
  });

  it('lets a value of unknown name take its place, so that the name is the only mistake', () => {
    expect(codesOf('{$dat$: "$cuont$", "a": $profil$}', 'json')).toEqual([
      'unknown-variable',
      'unknown-variable',
      'unknown-variable',
    ]);
  });

  it('shows where a list begins that leaves a bracket open, and where a bracket was opened that it closes', () => {
    const relatedOf = (source: string) =>
      validateTemplate(source, { output: 'json', variables: { words: listOf('string') } }).flatMap(
        ({ code, related }) => related.map(({ range, message }) => [code, range.start, message]),
      );
    expect(relatedOf('[$for(word in words)$[1$endfor$]')).toEqual([
      ['list-unbalanced', 1, 'The list begins here'],
    ]);
    expect(relatedOf('[1$for(word in words)$]$endfor$]')).toEqual([
      ['list-unbalanced', 0, '`[` was opened here'],
    ]);
  });

  it.each<readonly [output: 'json' | 'xml', marked: string, bracket: string, fixed: string | undefined]>([
    [
      'json',
      '[$for(w in words)$«[»"a",$w$$sep$,$endfor$]',
      '`[`',
      '[$for(w in words)$["a",$w$]$sep$,$endfor$]',
    ],
    [
      'json',
      '[$for(w in words)$ «{»"a":1 \n$sep$,$else$2$endfor$]',
      '`{`',
      '[$for(w in words)$ {"a":1} \n$sep$,$else$2$endfor$]',
    ],
    [
      'xml',
      '<a>$for(w in words)$«<row» xmlns="u">$w$ \n$endfor$</a>',
      '`<row>`',
      '<a>$for(w in words)$<row xmlns="u">$w$</row> \n$endfor$</a>',
    ],
    [
      'xml',
      '<a>$for(w in words)$«<b»>$w$$endfor$</a>',
      '`<b>`',
      '<a>$for(w in words)$<b>$w$</b>$endfor$</a>',
    ],
    [
      'xml',
      '<a>$for(w in words)$«<b»>$w$$else$-$endfor$</a>',
      '`<b>`',
      '<a>$for(w in words)$<b>$w$</b>$else$-$endfor$</a>',
    ],
    // One of two may have been meant to close the other.
    ['json', '[$for(w in words)$«{»"a":[1$sep$,$endfor$]', '`{`', undefined],
    ['xml', '<a>$for(w in words)$«<b»><c>$w$$endfor$</a>', '`<b>`', undefined],
  ])('closes what a list leaves open where its item ends: %s %s', (output, marked, bracket, fixed) => {
    const { source, range } = unmark(marked);
    const found = validateTemplate(source, { output, variables: { words: listOf('string') } });
    expect(found.map(each => [each.code, each.range, each.facts])).toEqual([
      ['list-unbalanced', range, { bracket, closes: false }],
    ]);
    const fixes = found.flatMap(({ fixes }) => fixes).map(fix => applyFix(source, fix));
    expect(fixes).toEqual(fixed === undefined ? [] : [fixed]);
  });

  it('tells one mistake of several paths with the condition of all of them', () => {
    const [found] = validateTemplate('{"a":$if(isError)$[1$else$2$endif$ x}', { output: 'json' });
    expect(found?.message).not.toContain('isError');
  });

  it('tells of several mistakes in one text the first, with its own condition', () => {
    const messages = (source: string) =>
      validateTemplate(source, { output: 'json', variables }).map(({ message }) => message);
    expect(messages('$if(isError)$ {"a":1$else$[1$endif$]}')).toEqual([
      expect.stringContaining('expected `,` or `}` but found `]` when `isError` is true.'),
    ]);
    expect(messages('$if(isError)$[1$else$ {"a":1$endif$]}')).toEqual([
      expect.stringContaining('expected `,` or `}` but found `]` when `isError` is false.'),
    ]);
  });

  it('puts in quotes what a pattern may write as text', () => {
    const source = '{"a":$errorCount; format="#,##0"$}';
    const [found] = validateTemplate(source, { output: 'json' });
    const [fix] = found?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe('{"a":"$errorCount; format="#,##0"$"}');
  });

  it('says in the option what a pattern makes of a number', () => {
    const { source, range } = unmark('[$count; null="0", format="«#,##0»"$]');
    const [found] = validateTemplate(source, { output: 'json', variables });
    expect(found).toMatchObject({ code: 'number-as-text', range });
  });

  it('follows a chain of a hundred branches that ask for two flags each', () => {
    const flags = Array.from({ length: 200 }, (_, index) => `f${index}`);
    const asked = flags.slice(0, 100).map((flag, index) => `${flag} && ${flags[index + 100]}`);
    const source = `[$if(${asked.join(')$1$elseif(')})$2$else$3$endif$]`;
    const variables = Object.fromEntries(flags.map(flag => [flag, 'boolean'] as const));
    expect(validateTemplate(source, { output: 'json', variables })).toEqual([]);
    const open = source.replace('$2$else$', '$2,$else$');
    expect(validateTemplate(open, { output: 'json', variables })).toMatchObject([
      { code: 'json-extra-comma' },
    ]);
  });
});

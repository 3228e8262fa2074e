import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { validateTemplate } from '../../src/template/template.ts';

/** A source, what is reported, and the source after the first fix; `undefined` where nothing is offered. */
type Row = readonly [source: string, codes: string, fixed?: string | undefined];

function expectRow(output: OutputName, source: string, codes: string | undefined, fixed?: string): void {
  const diagnostics = validateTemplate(source, { output });
  expect(diagnostics.map(({ code }) => code).join(' ')).toBe(codes);
  const [fix] = diagnostics.flatMap(({ fixes }) => fixes.slice(0, 1));
  expect(fix && applyFix(source, fix)).toBe(fixed);
}

const bodies = (condition: string): string => `$if(${condition})$All good$else$FAILED$endif$`;

describe('a condition that is not understood is never mended to an unrelated one', () => {
  it.each<Row>([
    [bodies('errorCount == 0'), ''],
    [bodies('event != "Errored"'), ''],
    [bodies('isError != true'), 'invalid-condition', bodies('!isError')],
    [bodies('recordsProcessed > 0'), ''],
    [bodies('errorCount - recordsProcessed'), 'invalid-condition'],
    [bodies('errorCount > recordsProcessed'), 'invalid-condition'],
    [bodies('date == "today"'), 'not-comparable'],
    [bodies('success'), 'unknown-variable'],
    [bodies('completed'), 'unknown-variable'],
    ['$if$x$endif$', 'empty-condition'],
    ['$if(isError)$a$elseif$b$endif$', 'empty-condition'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));

  it('nor with variables of one’s own', () => {
    const variables = { order: { total: 'number', paid: 'boolean' } } as const;
    const found = validateTemplate('$if(order.total is large)$x$endif$', { variables });
    expect(found.map(({ code, fixes }) => [code, fixes.length])).toEqual([['invalid-condition', 0]]);
    expect(validateTemplate('$if(order.total > 100)$x$endif$', { variables })).toEqual([]);
  });
});

describe('tags that are not closed, and dollars that begin none', () => {
  it.each<Row>([
    [
      '$! note for ops $ Hello $profile$, all good',
      'unclosed-comment',
      '$! note for ops !$ Hello $profile$, all good',
    ],
    ['pa$$word', 'empty-tag', 'pa\\$\\$word'],
    ['the "$schema": x', 'unclosed-tag', 'the "\\$schema": x'],
    ['$PROFILE', 'unclosed-tag', '\\$PROFILE'],
    ['Micro$oft', 'unclosed-tag', 'Micro\\$oft'],
    ['abc$def', 'unclosed-tag', 'abc\\$def'],
    ['$env:PATH', 'unclosed-tag', '\\$env:PATH'],
    ['$1st$', 'stray-dollar', '\\$1st\\$'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));
});

describe('date patterns of other languages', () => {
  it.each<Row>([
    ['$date; format="LT"$', 'foreign-date-letters', '$date; format="h:mm a"$'],
    ['$date; format="ISO"$', 'foreign-date-letters', '$date; format="yyyy-MM-dd\'T\'HH:mm:ssXXX"$'],
    ['$date; format="unix"$', 'foreign-date-letters', '$date; format="epoch-seconds"$'],
    ...['short', 'fff'].map((format): Row => [`$date; format="${format}"$`, 'foreign-date-letters']),
    ['$date; format="hh:mm A"$', 'illegal-date-letter', '$date; format="hh:mm a"$'],
    ["$date; format=\"h 'o'clock'\"$", 'apostrophe-in-date-text', "$date; format=\"h 'o''clock'\"$"],
    ['$date; format="%Y-%m-%d"$', 'foreign-date-pattern', '$date; format="yyyy-MM-dd"$'],
    ['$date; format="%a %d %b"$', 'foreign-date-letters', '$date; format="EEE dd MMM"$'],
    ['$date; format="dddd"$', 'day-wider-than-two', '$date; format="EEEE"$'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));
});

describe('JSON', () => {
  it.each<Row>([
    ['{"color": $if(isError)$1$endif$,"b":1}', 'json-missing-value'],
    ['{"parse": [,"x":1}', 'json-unexpected', '{"parse": [],"x":1}'],
    ['{"a":$errorCount$"}', 'json-unexpected', '{"a":$errorCount$}'],
    ['{"profile:"$profile$}', 'json-no-place', '{"profile":$profile$}'],
    ['{"p": $profile$ $event$}', 'json-no-place', '{"p": "$profile$ $event$"}'],
    ['{"p": $profile$ failed}', 'json-unexpected', '{"p": "$profile$ failed"}'],
    ['{"text":"a\nb\nc"}', 'json-control-character', '{"text":"a\\nb\\nc"}'],
    ['{"text":"a\tb\tc", "b":"d"}', 'json-control-character', '{"text":"a\\tb\\tc", "b":"d"}'],
    [
      '{"text":"Dear $profile$,\r\n\r\nit \\"failed\\" at $date; format="HH:mm"$\nBye"}',
      'json-control-character',
      '{"text":"Dear $profile$,\\r\\n\\r\\nit \\"failed\\" at $date; format="HH:mm"$\\nBye"}',
    ],
    ['{"a":1\n  "b":2}', 'json-missing-comma', '{"a":1,\n  "b":2}'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('json', source, codes, fixed));
});

describe('a name that HTML has for a character', () => {
  it.each<Row>([
    ['<a>&auml;</a>', 'xml-reference', '<a>&#228;</a>'],
    ['<a>&nbsp;</a>', 'xml-reference', '<a>&#160;</a>'],
    ['<a>&unknown;</a>', 'xml-reference', '<a>&amp;unknown;</a>'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('xml', source, codes, fixed));
});

describe('one mistake is one diagnostic', () => {
  it.each<Row>([
    ['$if($isError$)$failed$endif$', 'misspelt-keyword', '$if(isError)$failed$endif$'],
    ['$if(isError) then$x$endif$', 'misspelt-keyword', '$if(isError)$x$endif$'],
    ['$if(isError)$yes$else:$no$endif$', 'misspelt-keyword', '$if(isError)$yes$else$no$endif$'],
    ['$if(isError)$x$else if$b$endif$', 'empty-condition'],
    [
      '$if(isError)$x$else if isError$b$endif$',
      'misspelt-keyword',
      '$if(isError)$x$elseif(isError)$b$endif$',
    ],
    ['if(isError)$x$endif$', 'misspelt-keyword', '$if(isError)$x$endif$'],
    ['$if[isError]$x$endif$', 'misspelt-keyword', '$if(isError)$x$endif$'],
    ['$unless(isError)$x$endif$', 'misspelt-keyword', '$if(!isError)$x$endif$'],
    ['$for(x in list)$$x$, $endfor$', 'unknown-list'],
    ['$for(x of list)$$x$, $endfor$', 'invalid-list'],
    ['Only 5$ for $profile$', 'stray-dollar', 'Only 5\\$ for $profile$'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));

  it.each<Row>([['{"text":"profile$ failed"}', 'stray-dollar', '{"text":"$profile$ failed"}']])(
    '%s: %s',
    (source = '', codes, fixed) => expectRow('json', source, codes, fixed),
  );
});

// Siblings of the fixes that changed a meaning or broke a template.
describe('a fix never turns a meaning around, loses text or sends a request elsewhere', () => {
  it.each<[OutputName, ...Row]>([
    ['text', '$if(isNotError)$fine$endif$', 'unknown-variable'],
    ['text', '$if(noError)$fine$endif$', 'unknown-variable'],
    ['text', '$ifnot(isError)$fine$endif$', 'misspelt-keyword', '$if(!isError)$fine$endif$'],
    ['text', '$elseif(isError)$x$endif$', 'stray-elseif', '$if(isError)$x$endif$'],
    ['text', '\u0024{{ profile }}', 'stray-dollar', '$profile$'],
    ['text', '$date yyyy-MM-dd$', 'unexpected-in-tag'],
    ['text', '$date; format="dd-mon-yyyy"$', 'illegal-date-letter', '$date; format="dd-MMM-yyyy"$'],
    ['text', '$date; format="h:mm AM"$', 'illegal-date-letter', '$date; format="h:mm a"$'],
    ['text', '$date; format="%s"$', 'foreign-date-pattern', '$date; format="epoch-seconds"$'],
    ['json', '{"a":01}', 'json-unexpected'],
    ['json', '{"a":.5}', 'json-unexpected'],
    ['json', '{"a":1,5}', 'json-unexpected'],
    ['json', '{"a":True}', 'json-unexpected', '{"a":true}'],
    ['json', '{"a":nul}', 'json-unexpected', '{"a":null}'],
    ['json', '[None]', 'json-unexpected', '[null]'],
    ['json', '{"a":failed}', 'json-unexpected'],
    ['json', '{"a":1 /* one */}', 'json-unexpected'],
    ['json', '{"a":"C:\\dir"}', 'json-unexpected', '{"a":"C:\\\\dir"}'],
    ['json', '{"a":"C:\\users"}', 'json-unexpected', '{"a":"C:\\\\users"}'],
    ['json', '{"a":"b\\"}', 'json-unfinished', '{"a":"b\\""}'],
    ['xml', '<a>x</a></a>', 'xml-unexpected'],
    ['xml', '<a>1 < 2</a>', 'xml-unexpected', '<a>1 &lt; 2</a>'],
    ['url', 'https://h.example/?a=$profile$&$event$', 'nameless-parameter'],
    ['url', 'https://h.example/?a=%$profile$', 'value-after-percent'],
    ['url', 'https://h.example:99999/', 'url-host'],
    ['url', 'https://h.example:$errorCount$/', 'url-target'],
    ['url', 'https://exa mple.com/', 'url-host'],
    ['url', 'https://ho\nst.example/', 'url-host', 'https://host.example/'],
    ['url', 'https://user:p#ss@host/', 'url-host'],
    ['url', 'https://us er:se cret@exam ple.com/', 'url-host'],
    ['url', 'https:///h.example/', 'url-host', 'https://h.example/'],
  ])('%s: %s: %s', (output, source = '', codes, fixed) => expectRow(output, source, codes, fixed));

  it('and no conditional becomes money', () => {
    const titles = validateTemplate('$if isError$$profile$$endif').flatMap(({ fixes }) =>
      fixes.map(({ title }) => title),
    );
    expect(titles).not.toContain('Write a plain dollar sign');
  });
});

describe('a condition or name that cannot be followed says what to do', () => {
  it.each([
    ['$profile.name$', /^No part of `profile` can be named, as in `profile\.name`; write `profile` alone\.$/],
    ['$if(profile.name)$x$endif$', /^No part of `profile` can be named/],
    [
      '$if(True)$x$endif$',
      /^There is no variable `True`, and a tag cannot have a constant alone; you can use/,
    ],
    [
      '$if(TRUE)$x$endif$',
      /^There is no variable `TRUE`, and a tag cannot have a constant alone; you can use/,
    ],
  ])('%s', (source, message) => {
    expect(validateTemplate(source)).toMatchObject([{ message: expect.stringMatching(message) }]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { runs } from '../properties.ts';

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

  it.each([
    ['custom.ok == true', 0],
    ['custom.ok != true', 0],
    ['false == note', 0],
    ['count == true', 0],
    ['paid != true', 1],
  ])('and what is neither true nor false is not asked by its name instead: %s', (condition, fixes) => {
    const variables = { custom: 'json', note: 'string', count: optional('number'), paid: 'boolean' } as const;
    const found = validateTemplate(`$if(${condition})$x$endif$`, { variables });
    expect(found.map(each => [each.code, each.fixes.length])).toEqual([['invalid-condition', fixes]]);
  });

  it.each(['custom.items.-1', 'custom.user-agent', 'custom.x:y', 'custom.@id'])(
    'and no other part of JSON is named instead: %s',
    name => {
      const found = validateTemplate(`$${name}$`, { variables: { custom: 'json' } });
      expect(found.map(each => [each.code, each.fixes.length])).toEqual([['unexpected-in-tag', 0]]);
    },
  );

  it.each(['<r a=1>x</r>', '<r id=x>$profile$</r>', '<r a="1" a="2">x</r>', '<r checked>x</r>'])(
    'and no attribute becomes text: %s',
    source => {
      const found = validateTemplate(source, { output: 'xml' });
      expect(found.map(each => each.fixes.length)).toEqual([0]);
    },
  );
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
    ['$PROFILE', 'unclosed-tag', '$profile$'],
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
    ['["x"$profile$]', 'json-no-place', '["x$profile$"]'],
    ['{"a":"x"$profile$}', 'json-no-place', '{"a":"x$profile$"}'],
    ['{"a":"x"$profile$"y"}', 'json-no-place', '{"a":"x$profile$y"}'],
    ['{"x"$profile$:1}', 'json-no-place', '{"x$profile$":1}'],
    ['["x" $profile$]', 'json-missing-comma', '["x", $profile$]'],
    ['{"a":$if(isError)$1$else$0}', 'unclosed-if', '{"a":$if(isError)$1$else$0$endif$}'],
    [
      '{"a":"$if(isError)$Failed$else$OK",\n"b":1}',
      'unclosed-if',
      '{"a":"$if(isError)$Failed$else$OK$endif$",\n"b":1}',
    ],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('json', source, codes, fixed));
});

describe('JSON as other languages and programs write it', () => {
  it.each<Row>([
    ["{'a': 'x', 'b': True}", 'json-unexpected', '{"a": "x", "b": true}'],
    ["{'a': 'say \"$profile$\"'}", 'json-unexpected', '{"a": "say \\"$profile$\\""}'],
    ["{'a': 'it\\'s', \"b\": \"it's\"}", 'json-unexpected', '{"a": "it\'s", "b": "it\'s"}'],
    [
      '{a: 1, "b c": {d_e: "f: $profile$, g: h"}}',
      'json-unexpected',
      '{"a": 1, "b c": {"d_e": "f: $profile$, g: h"}}',
    ],
    [
      '{a: $if(isError)\u0024{b: None}$else$[undefined]$endif$}',
      'json-unexpected',
      '{"a": $if(isError)\u0024{"b": null}$else$[null]$endif$}',
    ],
    [
      '{\n  // note\n  "a": 1, # why\r\n  "b": /* 2 */ 3}',
      'json-unexpected',
      '{\n  $! note !$\n  "a": 1, $! why !$\r\n  "b": $! 2 !$ 3}',
    ],
    ['{“a”: “$profile$”}', 'json-unexpected', '{"a": "$profile$"}'],
    [
      '{\\"a\\":\\"$profile$ C:\\\\\\\\x \\\\\\"y\\\\\\" \\\\n\\"}',
      'json-unexpected',
      '{"a":"$profile$ C:\\\\x \\"y\\" \\n"}',
    ],
    ['{a: 1, b: [1, 2,],}', 'json-unexpected', '{"a": 1, "b": [1, 2]}'],
    ['{"a" => .5, "b" => [+1, -.5, 1.5]}', 'json-unexpected', '{"a" : 0.5, "b" : [1, -0.5, 1.5]}'],
    ['{a = "x = y; z"; b=2}', 'json-unexpected', '{"a" : "x = y; z", "b":2}'],
    ['{"a": 1e+5, "b" = 2}', 'json-unexpected', '{"a": 1e+5, "b" : 2}'],
    ['{a: [$for(x in list)$1$endfor$,],}', 'unknown-list'],
    ['{a: 1, $if(isError)$b: 2,$endif$}', 'json-unexpected'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('json', source, codes, fixed));
});

describe('a backslash in JSON that begins no escape', () => {
  it.each<Row>([
    [String.raw`{"a":"it\'s $profile$ and \'x\'"}`, 'json-unexpected', `{"a":"it's $profile$ and 'x'"}`],
    [String.raw`{"a":"\d+ \w+ \n"}`, 'json-unexpected', String.raw`{"a":"\\d+ \\w+ \n"}`],
    [
      String.raw`{"a":"D:\data $profile$\x \"y\"","b":"\k"}`,
      'json-unexpected',
      String.raw`{"a":"D:\\data $profile$\\x \"y\"","b":"\\k"}`,
    ],
    [
      String.raw`{"a":"C:\temp\dir\new\u\\n"}`,
      'json-unexpected',
      String.raw`{"a":"C:\\temp\\dir\\new\\u\\n"}`,
    ],
  ])('is meant as such, but for one before an apostrophe: %s: %s', (source = '', codes, fixed) =>
    expectRow('json', source, codes, fixed),
  );
});

describe('what was pasted into the texts of JSON', () => {
  it.each<Row>([
    ['{"a":"l1\nl2","b":"m\nn"}', 'json-control-character', '{"a":"l1\\nl2","b":"m\\nn"}'],
    ['{"a":"b\tc","d":["e\tf"]}', 'json-control-character', '{"a":"b\\tc","d":["e\\tf"]}'],
    ['{"a":"x\ny","b":1,}', 'json-control-character', '{"a":"x\\ny","b":1}'],
    ['{"a":"c:\\\nd","b":"x\ny"}', 'json-unexpected', '{"a":"c:\\\\\\nd","b":"x\\ny"}'],
    ["{'a':'x\ny', b: \"c\"}", 'json-unexpected', '{"a":"x\\ny", "b": "c"}'],
    [
      '{"a":"l1\n$if(isError)$\nl2\n$endif$\nl3"}',
      'json-control-character',
      '{"a":"l1\\n$if(isError)$l2\\n$endif$l3"}',
    ],
    [
      '{"a":"l1\n  $! note !$\r\n$if(isError)$\n  l2\n$endif$  \nl3","b":1}',
      'json-control-character',
      '{"a":"l1\\n$! note !$$if(isError)$  l2\\n$endif$l3","b":1}',
    ],
    [
      '{"a":"x"$profile$,"b":["y"$profile$$event$]}',
      'json-no-place',
      '{"a":"x$profile$","b":["y$profile$$event$"]}',
    ],
    ['{"a":"x"$profile$"z",\n"b":"y"$profile$}', 'json-no-place', '{"a":"x$profile$z",\n"b":"y$profile$"}'],
  ])('is mended at once: %s: %s', (source = '', codes, fixed) => expectRow('json', source, codes, fixed));

  it('becomes what the same message is as a text', () => {
    const pieces = ['x', '\n', '\r\n', '\t', ' ', '\\"', '$profile$', '\n  $! c !$ \n'];
    const lone = '\n  $if(isError)$ \n x\n$else$\r\ny\n$if(isError)$\nz\n$endif$\n$endif$\n';
    pieces.push(lone, '$if(isError)$\n$endif$\n');
    const message = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''));
    const context = { isError: true, profile: 'a\n"b"' };
    let mended = 0;
    fc.assert(
      fc.property(message, message, (first, second) => {
        // At the ends of a text no tag is alone on its line.
        const [a, b] = [`(${first})`, `(${second})`];
        const source = `{"a":"${a}","b":"${b}"}`;
        const [fix] = validateTemplate(source, { output: 'json' }).flatMap(({ fixes }) => fixes);
        if (!fix) return;
        mended++;
        for (const isError of [true, false]) {
          const render = (text: string, output: OutputName) =>
            compileTemplate(text, { output }).render({ ...context, isError });
          const texts = [a, b].map(text => render(text, 'text').replaceAll('\\"', '"'));
          expect(Object.values(JSON.parse(render(applyFix(source, fix), 'json')))).toEqual(texts);
        }
      }),
      { numRuns: runs(500) },
    );
    expect(mended).toBeGreaterThan(runs(500) / 2);
  });

  it.each<Row>([
    ['{"id":#$errorCount$}', 'json-unexpected', '{"id":"#$errorCount$"}'],
    ['{"id":1, "b":2 # by $profile$\n}', 'json-unexpected'],
    ['{"id":1} # done', 'json-unexpected', '{"id":1} $! done !$'],
  ])('is no comment where a tag follows on its line: %s: %s', (source = '', codes, fixed) =>
    expectRow('json', source, codes, fixed),
  );
});

it.each<Row>([
  ['{"list": "a","b"]}', 'json-unexpected', '{"list": ["a","b"]}'],
  ['{"a":{"b":"c"},{"b":"d"}]}', 'json-unexpected', '{"a":[{"b":"c"},{"b":"d"}]}'],
  [
    '{"at":"$date; format="HH:mm"$", "a": {"b":"]:"},\n{"b":"$event$"}], "c":1}',
    'json-unexpected',
    '{"at":"$date; format="HH:mm"$", "a": [{"b":"]:"},\n{"b":"$event$"}], "c":1}',
  ],
  ['{"a":["b"]]}', 'json-unexpected', '{"a":["b"]}'],
  [
    '{"n": 1, "list": "a", "b", "$profile$"], "m": 2}',
    'json-unexpected',
    '{"n": 1, "list": ["a", "b", "$profile$"], "m": 2}',
  ],
  ['{"n": 1}]', 'json-unexpected', '{"n": 1}'],
])('a list that is closed in JSON but never opened: %s: %s', (source = '', codes, fixed) =>
  expectRow('json', source, codes, fixed),
);

describe('a tag of XML that is not well-formed', () => {
  it.each<Row>([
    ['<r Id=\\"TS-1\\" b=\\"$profile$\\">x</r>', 'xml-unexpected', '<r Id="TS-1" b="$profile$">x</r>'],
    ["<r Id=\\'TS-1\\'>x</r>", 'xml-unexpected', "<r Id='TS-1'>x</r>"],
    ['<name>x</nmae>', 'xml-mismatched-tag', '<name>x</name>'],
    ['<Name>x</name>', 'xml-mismatched-tag', '<Name>x</Name>'],
    ['<a><b>$profile$</a>', 'xml-mismatched-tag', '<a><b>$profile$</b></a>'],
    ['<a><bold>$profile$</i></a>', 'xml-mismatched-tag'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('xml', source, codes, fixed));
});

describe('an element or bracket that each item of a list opens', () => {
  const variables = { xs: listOf('string') };
  const fixed = (output: OutputName, source: string) =>
    validateTemplate(source, { output, variables }).flatMap(({ fixes }) =>
      fixes.map(fix => applyFix(source, fix)),
    );

  it('is closed after the item', () => {
    expect(fixed('xml', '<r>$for(x in xs)$<a>$x$$endfor$</r>')).toEqual([
      '<r>$for(x in xs)$<a>$x$</a>$endfor$</r>',
    ]);
    expect(fixed('json', '[$for(x in xs)$\n["$x$"\n$sep$,$endfor$]')).toEqual([
      '[$for(x in xs)$\n["$x$"]\n$sep$,$endfor$]',
    ]);
  });

  it('is left open where it may have been meant as an end', () => {
    expect(fixed('xml', '<r>$for(x in xs)$<a>$x$<a>$endfor$</r>')).toEqual([]);
  });
});

describe('a branch after the `$else$`', () => {
  it.each<Row>([
    [
      '$if(isError)$1$else$2$elseif(errorCount > 3)$3$endif$',
      'elseif-after-else',
      '$if(isError)$1$elseif(errorCount > 3)$3$else$2$endif$',
    ],
    [
      '$if(isError)$$if(isError)$1$else$2$elseif(errorCount > 3)$3$endif$$endif$',
      'elseif-after-else',
      '$if(isError)$$if(isError)$1$elseif(errorCount > 3)$3$else$2$endif$$endif$',
    ],
  ])('is moved before that: %s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));

  it('is moved before that in a list', () => {
    const variables = { xs: listOf('string') };
    const source = '$for(x in xs)$$x$$else$none$sep$,$endfor$';
    const [found, ...others] = validateTemplate(source, { variables });
    expect(others).toEqual([]);
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual([
      '$for(x in xs)$$x$$sep$,$else$none$endfor$',
    ]);
  });
});

describe('an end tag or an `else` of another language', () => {
  it.each<Row>([
    ['$if(isError)$a$otherwise$b$endif$', 'unknown-variable', '$if(isError)$a$else$b$endif$'],
    ['$if(isError)$a%endif%', 'unclosed-if', '$if(isError)$a$endif$'],
    ['$if(isError)$a%else%b%endif% c', 'unclosed-if', '$if(isError)$a$else$b$endif$ c'],
    ['$if(isError)$a{% endif %} b', 'unclosed-if', '$if(isError)$a$endif$ b'],
  ])('%s: %s', (source = '', codes, fixed) => expectRow('text', source, codes, fixed));
});

describe('a variable that is compared with too many constants', () => {
  it.each([
    ['s', (index: number) => `s == "t${index}"`],
    ['n', (index: number) => `n < ${index}`],
  ])('is named: %s', (name, condition) => {
    const branches = Array.from({ length: 1100 }, (_, index) => `(${condition(index)})$a`);
    const variables = { s: 'string', n: 'number' } as const;
    const found = validateTemplate(`["$if${branches.join('$elseif')}$endif$"]`, {
      output: 'json',
      variables,
    });
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining(`too-many-paths \`${name}\` is compared with 1100 different constants`),
    ]);
  });
});

describe('a comma that is missing in a list', () => {
  const variables = { xs: listOf('string') };
  const listsOf = (count: number) => '$for(y in xs)$"$y$",$endfor$'.repeat(count);

  it.each([1, 2, 60])('is one mistake, though %d lists follow', count => {
    const source = `[$for(x in xs)$"$x$"$endfor$${listsOf(count)}0]`;
    const found = validateTemplate(source, { output: 'json', variables });
    expect(found.map(({ code, range }) => `${code} at ${range.start}`)).toEqual(['json-missing-comma at 15']);
    const [fix] = found[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(`[$for(x in xs)$"$x$",$endfor$${listsOf(count)}0]`);
  });
});

describe('a name that HTML has for a character', () => {
  it('is said with that character', () => {
    const found = validateTemplate('<a>&auml; &nbsp;</a>', { output: 'xml' });
    expect(found[0]?.message).toContain('expected `&#228;` for `ä` but found `&auml;`');
    const [nbsp] = validateTemplate('<a>&nbsp;</a>', { output: 'xml' });
    expect(nbsp?.message).toContain('`&#160;` for a no-break space (U+00A0)');
  });

  it.each<Row>([
    ['<a>&auml;</a>', 'xml-reference', '<a>&#228;</a>'],
    ['<a>&nbsp;</a>', 'xml-reference', '<a>&#160;</a>'],
    ['<a>&unknown;</a>', 'xml-reference', '<a>&amp;unknown;</a>'],
    ['<a>x&nbsp;$profile$&nbsp;&auml;</a>', 'xml-reference', '<a>x&#160;$profile$&#160;&#228;</a>'],
    [
      '<a b="a & b &lt; c & d">&x &amp; &#10; &lt</a>',
      'xml-reference',
      '<a b="a &amp; b &lt; c &amp; d">&amp;x &amp; &#10; &lt;</a>',
    ],
    ['<a>a & b<![CDATA[c & d]]> & e</a>', 'xml-reference'],
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
    ['$if(isError)$x$else y$endif$', 'unclosed-tag', '$if(isError)$x$else$ y$endif$'],
    ['$if(isError)$x$endif y', 'unclosed-tag', '$if(isError)$x$endif$ y'],
    ['$if(isError)"x"$else$"y"$endif$', 'misspelt-keyword', '$if(isError)$"x"$else$"y"$endif$'],
    ['$if(isError)$x$end$', 'misspelt-keyword', '$if(isError)$x$endif$'],
    ['$if(isError)$x$fi$', 'misspelt-keyword', '$if(isError)$x$endif$'],
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
    ['json', '{"a":.5}', 'json-unexpected', '{"a":0.5}'],
    ['json', '{"a":1,5}', 'json-unexpected'],
    ['json', '{"a":True}', 'json-unexpected', '{"a":true}'],
    ['json', '{"a":nul}', 'json-unexpected', '{"a":null}'],
    ['json', '[None]', 'json-unexpected', '[null]'],
    ['json', '{"a":failed}', 'json-unexpected'],
    ['json', '{"a":1 /* one */}', 'json-unexpected', '{"a":1 $! one !$}'],
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

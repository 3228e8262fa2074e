import { expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { applyFixes } from '../../src/diagnostics/fixes/apply-fixes.ts';
import type { OutputName } from '../../src/output/output.ts';
import { validateTemplate } from '../../src/template/template.ts';

function mended(source: string, output: OutputName): readonly string[] {
  return validateTemplate(source, { output }).map(({ code, fixes }) => {
    return `${code} → ${fixes[0] ? applyFix(source, fixes[0]) : 'no fix'}`;
  });
}

const url = 'https://h.example/x';

it.each([
  [
    'a `#` before values, which is never sent',
    `${url}?c=#$profile$`,
    `url-fragment-value → ${url}?c=%23$profile$`,
  ],
  ['&amp;', `${url}?a=1&amp;b=$profile$`, `url-ampersand → ${url}?a=1&b=$profile$`],
  ['a missing `?`', `${url}&a=$profile$`, `url-question-mark → ${url}?a=$profile$`],
  ['a second `?`', `${url}?a=$profile$?b=2`, `url-question-mark → ${url}?a=$profile$&b=2`],
  [
    'a `?` of a URL in a URL',
    `${url}?a=https://i/?b=$profile$`,
    `url-question-mark → ${url}?a=https://i/%3Fb=$profile$`,
  ],
  ['=+49…', `${url}?a=+49$profile$`, `plus-is-space → ${url}?a=%2B49$profile$`],
])('in a URL, %s is found', (_, source, expected) => {
  expect(mended(source, 'url')).toEqual([expected]);
});

it.each([
  `${url}#top`,
  `${url}?a=b+c&d`,
  `${url}/a&b?c=$profile$`,
  `${url}?a=what?&b=$profile$`,
  `${url}/a+b=+c`,
])('the URL %s is left alone', source => {
  expect(mended(source, 'url')).toEqual([]);
});

it.each([
  ['a=1\nb=$profile$', 'form-line-break → a=1&b=$profile$'],
  ['a=1&\r\nb=$profile$', 'form-line-break → a=1&b=$profile$'],
  ['a=$profile$\n', 'form-line-break → a=$profile$'],
  ['a=one\n two', 'form-line-break → a=one%0A two'],
  ['a=one\n$profile$', 'form-line-break → a=one%0A$profile$'],
  ['a=$profile$\n$event$', 'form-line-break → a=$profile$%0A$event$'],
  ['a=one$if(isError)$ \n$endif$two', 'form-line-break → a=one$if(isError)$ %0A$endif$two'],
  ['a=$profile$\n$if(isError)$&b=2$endif$', 'form-line-break → a=$profile$$if(isError)$&b=2$endif$'],
  ['a=$profile$\r\n$if(isError)$b=2$endif$', 'form-line-break → a=$profile$&$if(isError)$b=2$endif$'],
  ['a=1 & b=$profile$', 'form-blank → a=1&b=$profile$'],
  ['a=1& b=$profile$', 'form-blank → a=1&b=$profile$'],
  ['a=$profile$ &b=1', 'form-blank → a=$profile$&b=1'],
  ['a = 1', 'form-blank → a=1'],
  ['a=1&b= $profile$', 'form-blank → a=1&b=$profile$'],
  ['?a=$profile$', 'form-separator → a=$profile$'],
  ['a=$profile$&amp;b=1', 'form-separator → a=$profile$&b=1'],
  ['a=1;b=$profile$', 'form-separator → a=1&b=$profile$'],
  ['a=$profile$;b=1', 'form-separator → a=$profile$&b=1'],
  ['a=+49$profile$', 'plus-is-space → a=%2B49$profile$'],
  ['a=1&=$profile$', 'form-without-name → no fix'],
  ['$profile$ failed', 'form-without-name → no fix'],
  ['failed&a=$profile$', 'form-without-name → no fix'],
])('form fields over several lines, with a plus or without a name are found in %j', (source, expected) => {
  expect(mended(source, 'form')).toEqual([expected]);
});

it.each([
  ['a', 'text without `=`'],
  ['a&b=1', 'text without `=`'],
  ['b=1&a', 'text without `=`'],
  ['=&b=1', '`=` without a name'],
])('what a form field lacks is said of %j', (source, found) => {
  expect(validateTemplate(source, { output: 'form' })).toMatchObject([{ facts: { found } }]);
});

it('each semicolon between form fields is found', () => {
  const source = 'a=1;b=2;c=$profile$;d=4';
  const found = validateTemplate(source, { output: 'form' });
  expect(found.map(({ code }) => code)).toEqual(Array(3).fill('form-separator'));
  expect(applyFixes(source, found, { kind: 'all' })).toBe('a=1&b=2&c=$profile$&d=4');
});

it.each([
  'a=one; two',
  'a=failed; code=5',
  'a=one two;b=1',
  'a=x=1;y=2',
  'a=$profile$ x;b=1',
  'a=?b=1',
  'a=&lt;b=1',
])(
  'a semicolon, a question mark or an escape inside the value of a form field is left alone in %j',
  source => {
    expect(mended(source, 'form')).toEqual([]);
  },
);

it.each(['a=b = c', 'a=one & two&b=1', 'a=x =y&b=$profile$'])(
  'blanks inside the value of a form field are left alone in %j',
  source => {
    expect(mended(source, 'form').filter(found => found.startsWith('form-blank'))).toEqual([]);
  },
);

it.each([
  '{"a":1,"a":2}',
  '{"a":1,"b":{"a":1},"\\u0061":2}',
  '{$if(isError)$"b":1,$endif$"a":1,"a":2}',
  '{"a":1,$if(isError)$"a":2$else$"b":2$endif$}',
  '[{"\\$a":1,"\\$a":2}]',
])('duplicate JSON keys are found on one path in %s', source => {
  expect(mended(source, 'json')).toEqual(['json-duplicate-key → no fix']);
});

it.each(['{"ok":true,"$profile$":"x"}', '{"ok":true,$profile$:"x"}', '{"ok":true,"o$profile$k":"x"}'])(
  'a value used as a key may replace a literal member in %s',
  source => {
    expect(mended(source, 'json')).toEqual(['json-value-key → no fix']);
  },
);

it.each([
  '[{"a":1},{"a":2}]',
  '{"a":{"a":1}}',
  '{"b":1$if(isError)$,"a":1$else$,"a":2$endif$}',
  '{"b":1$if(isError)$,"a":1$endif$$if(!isError)$,"a":2$endif$}',
  '{"b":1$if(!isError)$$else$,"a":1$endif$$if(!isError)$,"a":2$endif$}',
  '{"$profile$":1,"ok":true}',
  '{"ok":true,"by-$profile$":1}',
])('no key of %s is called a duplicate', source => {
  expect(mended(source, 'json')).toEqual([]);
});

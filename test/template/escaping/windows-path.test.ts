import { expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../../src/template/template.ts';

const output = 'json';

it.each([
  ['{"p":"C:\\temp\\new"}', '{"p":"C:\\\\temp\\\\new"}'],
  ['{"p":"d:\\backup"}', '{"p":"d:\\\\backup"}'],
  ['{"p":"saved in C:\\temp"}', '{"p":"saved in C:\\\\temp"}'],
  ['{"p":"C:\\\\data\\new.txt"}', '{"p":"C:\\\\data\\\\new.txt"}'],
  ['{"p":"C:\\north\\runs"}', '{"p":"C:\\\\north\\\\runs"}'],
  ['{"p":"$profile$\\new\\temp"}', '{"p":"$profile$\\\\new\\\\temp"}'],
  ['{"p":"$profile$:\\temp"}', '{"p":"$profile$:\\\\temp"}'],
  ['{"p":"..\\temp\\new"}', '{"p":"..\\\\temp\\\\new"}'],
  ['{"p":"%TEMP%\\runs"}', '{"p":"%TEMP%\\\\runs"}'],
  ['{"p":"C:\\temp\\\\$profile$\\new"}', '{"p":"C:\\\\temp\\\\$profile$\\\\new"}'],
  ['{"p":"C:\\\\data\\\\$profile$\\runs"}', '{"p":"C:\\\\data\\\\$profile$\\\\runs"}'],
  ['{"p":"\\\\\\\\files\\\\runs\\new"}', '{"p":"\\\\\\\\files\\\\runs\\\\new"}'],
  ['{"p":"\\\\\\\\files\\\\$profile$\\new"}', '{"p":"\\\\\\\\files\\\\$profile$\\\\new"}'],
  [
    String.raw`{"p":"\\\\files\\data\north\\$profile$"}`,
    String.raw`{"p":"\\\\files\\data\\north\\$profile$"}`,
  ],
  [String.raw`{"p":"C:\\data\notes.txt"}`, String.raw`{"p":"C:\\data\\notes.txt"}`],
  ['{"p":"\\\\files\\backup\\runs"}', '{"p":"\\\\\\\\files\\\\backup\\\\runs"}'],
  // A path that began right goes on only behind the backslash that begins no other line.
  [String.raw`{"p":"Path: C:\\data\runs\nDone"}`, String.raw`{"p":"Path: C:\\data\\runs\nDone"}`],
  [String.raw`{"p":"C:\\data\temp\r\nnext.txt"}`, String.raw`{"p":"C:\\data\\temp\r\nnext.txt"}`],
  [String.raw`{"p":"C:\\data\runs\\x\north\\y"}`, String.raw`{"p":"C:\\data\\runs\\x\\north\\y"}`],
])('the path of Windows in %s is warned of, and its backslashes are doubled by a fix', (source, mended) => {
  const [found, ...more] = validateTemplate(source, { output });
  expect(found).toMatchObject({ code: 'windows-path', severity: 'warning' });
  expect(more).toEqual([]);
  const [fix] = found?.fixes ?? [];
  expect(fix && applyFix(source, fix)).toBe(mended);
  expect(validateTemplate(mended, { output })).toEqual([]);
});

it.each([
  '{"p":"C:\\\\temp\\\\new"}',
  '{"p":"\\\\\\\\files\\\\backup"}',
  '{"p":"\\\\\\\\files\\nBob"}',
  String.raw`{"p":"Logs: \\\\files\\runs\nDone"}`,
  String.raw`{"p":"\\\\files\\a.log\n\\\\files\\b.log"}`,
  String.raw`{"p":"\\\\files\\a.log\t$event$"}`,
  String.raw`{"p":"Logs: \\\\files\\runs\r\n$event$"}`,
  String.raw`{"p":"\\\\d\\s\t$event$"}`,
  String.raw`{"p":"\\\\begin\\item\nfoo"}`,
  String.raw`{"p":"C:\\runs\nDone"}`,
  String.raw`{"p":"C:\\logs\\runs\r\nexample.com"}`,
  String.raw`{"p":"C:\\data\\runs\r\nnext.txt"}`,
  String.raw`{"p":"Saved C:\\data\\$profile$\nsee.md"}`,
  String.raw`{"p":"C:\\data\\$profile$\nsee.md"}`,
  String.raw`{"p":"C:\\data\\$profile$\tdone.ok"}`,
  String.raw`{"p":"C:\\x\\y.properties\nfoo.bar"}`,
  String.raw`{"p":"C:\\x\\y.config\nfoo.bar"}`,
  String.raw`{"p":"C:\\x\\y.7z\nfoo.bar"}`,
  String.raw`{"p":"C:\\x\\y.1\nfoo.bar"}`,
  String.raw`{"p":"C:\\x\\y.log.1\nfoo.bar"}`,
  String.raw`{"p":"File: C:\\data\\runs\nexample.com"}`,
  String.raw`{"p":"C:\\runs\nDone\tok.ok"}`,
  String.raw`{"p":"Logs: C:\\data\\runs\r\nDone\tok"}`,
  String.raw`{"p":"%TEMP%\\runs\nDone"}`,
  '{"p":"Team A:\\nBob\\nEve"}',
  '{"p":"A:\\t5\\nB:\\t6"}',
  '{"p":"Plan B:\\n- test"}',
  '{"p":"Note:\\ntests ran"}',
  '{"p":"A:\\nBob"}',
  '{"p":"A:\\nBob\\nCarl"}',
  '{"p":"b:\\tnew\\tx"}',
  '{"p":"one\\ttwo\\nthree\\r\\n"}',
  '{"p":"at 9:\\n$profile$"}',
  '{"p":"$profile$\\n$event$"}',
  '{"p":"$profile$:\\nBob\\nEve"}',
  '{"p":"$profile$\\tnew\\tunits"}',
  '{"p":"Q:\\n$profile$\\n\\nA:\\n$event$"}',
  '{"p":"..\\nBob\\nEve"}',
  '{"p":"%done%\\nBob\\nEve"}',
  '{"p":"100%\\nBob"}',
  '{"p":"$if(isError)$C:$else$at$endif$\\n$profile$"}',
])('%s is not taken for a path', source => {
  expect(validateTemplate(source, { output })).toEqual([]);
});

it.each([
  String.raw`{"p":"\\\\srv\share\nightly"}`,
  String.raw`{"p":"\\srv\share\nightly"}`,
  String.raw`{"p":"\\\\srv\nightly\share"}`,
  String.raw`{"p":"C:\\data\share\nightly"}`,
])('all lone backslashes of %s are doubled where one begins no escape', source => {
  const found = validateTemplate(source, { output });
  expect(found.map(({ code, fixes }) => [code, fixes.map(({ title }) => title)])).toEqual([
    ['json-unexpected', ['Write `\\\\` for each backslash']],
  ]);
  const mended = found[0]?.fixes[0] && applyFix(source, found[0].fixes[0]);
  expect(mended).toBe(source.replaceAll(/(?<!\\)\\(?!\\)/g, String.raw`\\`));
  expect(validateTemplate(mended ?? '', { output })).toEqual([]);
});

it.each([
  [String.raw`{'p': "C:\\runs\nDone"}`, String.raw`{"p": "C:\\runs\nDone"}`],
  [String.raw`{'p': "\\\\srv\\runs\nDone"}`, String.raw`{"p": "\\\\srv\\runs\nDone"}`],
  [String.raw`{'p': "C:\runs\new"}`, String.raw`{"p": "C:\\runs\\new"}`],
])(
  'a line break behind a path that is written right stays where JSON of another language is mended: %s',
  (source, mended) => {
    const [fix] = validateTemplate(source, { output })[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(mended);
  },
);

it('is quoted with the tags in it', () => {
  const [found] = validateTemplate('{"p":"saved in $profile$\\new"}', { output });
  expect(found?.message).toContain('the path `$profile$\\new`, but in JSON `\\n` is a line break');
});

it.each([
  ['{"p":"C:\\temp\\$profile$"}', '{"p":"C:\\temp\\\\$profile$"}'],
  ['{"p":"$event$\\temp\\$profile$\\new"}', '{"p":"$event$\\temp\\\\$profile$\\new"}'],
])('a backslash that escapes the dollar of a tag in %s is doubled by the first fix', (source, mended) => {
  const [found] = validateTemplate(source, { output });
  const [fix] = found?.fixes ?? [];
  expect(fix && applyFix(source, fix)).toBe(mended);
  expect(validateTemplate(mended, { output })).toMatchObject([{ code: 'windows-path' }]);
});

it('a backslash that escapes the dollar of a price stays', () => {
  const fixes = validateTemplate('{"p":"US\\$errorCount$"}', { output }).flatMap(found => found.fixes);
  expect(fixes.map(({ title }) => title)).not.toContain('Write `\\\\` before the tag');
});

it('is also found in JSON Lines, and not in text, where a backslash is one', () => {
  const source = '{"p":"C:\\temp"}';
  expect(validateTemplate(source, { output: 'json-lines' })).toMatchObject([{ code: 'windows-path' }]);
  expect(validateTemplate(source, { output: 'text' })).toEqual([]);
});

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
  ['{"p":"\\\\files\\backup\\runs"}', '{"p":"\\\\\\\\files\\\\backup\\\\runs"}'],
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
  '{"p":"Team A:\\nBob\\nEve"}',
  '{"p":"A:\\t5\\nB:\\t6"}',
  '{"p":"Plan B:\\n- test"}',
  '{"p":"Note:\\ntests ran"}',
  '{"p":"A:\\nBob"}',
  '{"p":"one\\ttwo\\nthree\\r\\n"}',
  '{"p":"at 9:\\n$profile$"}',
])('%s is not taken for a path', source => {
  expect(validateTemplate(source, { output })).toEqual([]);
});

it('is also found in JSON Lines, and not in text, where a backslash is one', () => {
  const source = '{"p":"C:\\temp"}';
  expect(validateTemplate(source, { output: 'json-lines' })).toMatchObject([{ code: 'windows-path' }]);
  expect(validateTemplate(source, { output: 'text' })).toEqual([]);
});

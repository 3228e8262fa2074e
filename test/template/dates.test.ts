import { expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../src/template/template.ts';

const zurich = { timeZone: 'Europe/Zurich' };

function mended(source: string, options = zurich): readonly string[] {
  return validateTemplate(source, options).map(({ code, fixes }) => {
    return `${code} → ${fixes[0] ? applyFix(source, fixes[0]) : 'no fix'}`;
  });
}

it.each([
  [`$date; format="yyyy-MM-dd'T'HH:mm:ss"$Z`, `$date; format="yyyy-MM-dd'T'HH:mm:ssXXX"$`],
  ['"$date; format="HH:mm", null="-"$Z"', '"$date; format="HH:mmXXX", null="-"$"'],
  ['$date$Z', '$date$'],
  ['$date; format="HH:mmX"$Z', '$date; format="HH:mmX"$'],
])('a literal Z after the tag in another zone than UTC is found in %s', (source, expected) => {
  expect(mended(source)).toEqual([`literal-z-outside-utc → ${expected}`]);
  expect(mended(expected)).toEqual([]);
  expect(mended(source, { timeZone: 'UTC' })).toEqual([]);
});

it.each([
  '$date$ Z',
  '$date$Zurich',
  '$date; format="yyyy-MM-dd"$Z',
  '$date; format="HH:mm", timezone="UTC"$Z',
  '$profile$Z',
])('a Z that says nothing of the zone is left alone in %s', source => {
  expect(mended(source)).toEqual([]);
});

it.each([
  ['$date; format=""$', '$date$'],
  ['$date; format="", null="-"$', '$date; null="-"$'],
  ['$date; null="-", format="/"$', '$date; null="-"$'],
])('format="" and other patterns without a field print no date: %s', (source, expected) => {
  expect(mended(source)).toEqual([`no-date-field → ${expected}`]);
  expect(mended(expected)).toEqual([]);
});

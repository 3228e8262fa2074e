import { describe, expect, it } from 'vitest';
import { isTimeZone, suggestTimeZone } from '../../../src/dates/zone/time-zone.ts';

describe('a time zone', () => {
  it('is a name of the platform, in any case', () => {
    for (const name of [
      ...Intl.supportedValuesOf('timeZone'),
      'UTC',
      'utc',
      'EUROPE/zurich',
      'Asia/Kolkata',
    ]) {
      expect(isTimeZone(name), name).toBe(true);
    }
  });

  it.each(['+02:00', '-0330', '+02', 'GMT+2', 'GMT+02:00', 'GMT-0330', 'gmt+11', 'GMT'])(
    'may be `%s`',
    name => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each([
    '',
    ' ',
    'Europe/Zurych',
    '+24:00',
    '+02:60',
    '+2',
    'UTC+2',
    'GMT+',
    'Z',
    'constructor',
    '__proto__',
  ])('is not `%s`', name => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('the suggestion for an unknown zone', () => {
  it.each([
    ['Europe/Zurych', 'Europe/Zurich'],
    ['Zurich', 'Europe/Zurich'],
    ['america/new york', 'america/new_york'],
    ['New York', 'America/New_York'],
    [' UTC', 'UTC'],
    ['Asia/Kolkatta', 'Asia/Kolkata'],
    ['UTC+2', 'GMT+2'],
    ['+2', 'GMT+2'],
    ['Z', 'UTC'],
    ['Somewhere entirely else', undefined],
    ['', undefined],
  ])('`%s` is %s', (name, expected) => {
    expect(suggestTimeZone(name)).toBe(expected);
  });
});

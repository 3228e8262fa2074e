import { DateTimeFormatter, Instant, ZonedDateTime, ZoneId } from '@js-joda/core';
import '@js-joda/timezone';
import { tz } from '@date-fns/tz';
import { format } from 'date-fns';
import { compileDatePattern } from '../../src/dates/format/compile-pattern.ts';
import { type Contestant, measureTurns, smoke, type Timing } from '../measure.ts';
import { ours } from '../ours.ts';
import { contextCount, contexts, daysApart } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import { speedRatio, timingTable } from '../suite-result.ts';

const pattern = "yyyy-MM-dd'T'HH:mm:ss";

const zones = ['UTC', 'Europe/Vienna'];

type FormatDate = (date: Date) => string;

function formatters(timeZone: string): (readonly [name: string, formatDate: FormatDate])[] {
  const compiled = compileDatePattern(pattern, { timeZone });
  // In UTC, where this process runs, date-fns is fastest without a zone.
  const inZone = timeZone === 'UTC' ? undefined : { in: tz(timeZone) };
  const joda = DateTimeFormatter.ofPattern(pattern);
  const zone = ZoneId.of(timeZone);
  return [
    [ours, date => compiled(date.getTime())],
    ['date-fns/format', date => format(date, pattern, inZone)],
    ['js-joda', date => ZonedDateTime.ofInstant(Instant.ofEpochMilli(date.getTime()), zone).format(joda)],
  ];
}

function rotating(dates: readonly Date[]): () => Date {
  const [first = new Date(0)] = dates;
  let turn = 0;
  return () => {
    turn = (turn + 1) & (contextCount - 1);
    return dates[turn] ?? first;
  };
}

function contestants(timeZone: string, dates: readonly Date[]): Contestant[] {
  const all = formatters(timeZone);
  for (const date of dates) {
    const texts = all.map(([, formatDate]) => formatDate(date));
    if (new Set(texts).size > 1) throw new Error(`${timeZone}: ${texts.join(', ')}`);
  }
  return all.map(([name, formatDate]) => {
    const next = rotating(dates);
    return { name, run: () => Buffer.byteLength(formatDate(next())) };
  });
}

await runSuite(async ({ quick }) => {
  const secondsApart = contexts.map(({ date }) => date);
  const cases: [string, Timing[]][] = [];
  for (const [apart, dates] of [
    ['seconds', secondsApart],
    ['days', daysApart],
  ] as const) {
    for (const timeZone of quick ? zones.slice(0, 1) : zones) {
      const timings = await measureTurns(
        contestants(timeZone, dates),
        quick ? smoke : { rounds: 9, turnMs: 120 },
      );
      cases.push([`${timeZone}, ${apart} apart`, timings]);
    }
  }
  return {
    suite: 'dates',
    tables: [timingTable(`One date as \`${pattern}\``, cases)],
    targets: cases.map(([zone, timings]) => ({
      what: `dates in ${zone}: speed over date-fns/format`,
      wanted: zone.startsWith('UTC') ? 5 : 20,
      reached: speedRatio(timings, ours, 'date-fns/format'),
    })),
  };
});

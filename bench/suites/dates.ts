import { DateTimeFormatter, Instant, ZonedDateTime, ZoneId } from '@js-joda/core';
import '@js-joda/timezone';
import { tz } from '@date-fns/tz';
import { format } from 'date-fns';
import { compileDatePattern } from '../../src/dates/date-formatter.ts';
import { type Contestant, measureTurns, type Timing } from '../measure.ts';
import { ours } from '../ours.ts';
import { contextCount, contexts } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import { speedRatio, timingTable } from '../suite-result.ts';

const pattern = "yyyy-MM-dd'T'HH:mm:ss";
const repeating = `${ours}, same second`;

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

function rotatingDates(): () => Date {
  const dates = contexts.map(({ date }) => date);
  const [first = new Date(0)] = dates;
  let turn = 0;
  return () => {
    turn = (turn + 1) & (contextCount - 1);
    return dates[turn] ?? first;
  };
}

function contestants(timeZone: string): Contestant[] {
  const all = formatters(timeZone);
  for (const { date } of contexts) {
    const texts = all.map(([, formatDate]) => formatDate(date));
    if (new Set(texts).size > 1) throw new Error(`${timeZone}: ${texts.join(', ')}`);
  }
  const compiled = compileDatePattern(pattern, { timeZone });
  const epochMs = contexts[0]?.date.getTime() ?? 0;
  const rotating = all.map(([name, formatDate]): Contestant => {
    const next = rotatingDates();
    return { name, run: () => Buffer.byteLength(formatDate(next())) };
  });
  return [...rotating, { name: repeating, run: () => Buffer.byteLength(compiled(epochMs)) }];
}

await runSuite(async ({ quick }) => {
  const cases: [string, Timing[]][] = [];
  for (const timeZone of ['UTC', 'Europe/Vienna']) {
    const timings = await measureTurns(
      contestants(timeZone),
      quick ? { rounds: 1, turnMs: 20 } : { rounds: 9, turnMs: 120 },
    );
    cases.push([timeZone, timings]);
  }
  return {
    suite: 'dates',
    tables: [timingTable(`One date as \`${pattern}\`, each in a second of its own`, cases)],
    targets: cases.map(([zone, timings]) => ({
      what: `dates in ${zone}: speed over date-fns/format`,
      wanted: zone === 'UTC' ? 5 : 20,
      reached: speedRatio(timings, ours, 'date-fns/format'),
    })),
  };
});

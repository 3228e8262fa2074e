import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type SimulatedService, simulate } from '../../bench/outbox/simulation.ts';

/** The service as the page describes it. */
const service: SimulatedService = {
  endpoints: 10_000,
  deadShare: 0.05,
  failingShare: 0.01,
  messagesPerDay: 200_000,
  disableAfterDays: 5,
  aliveMs: 100,
  deadMs: 15_000,
  messageBytes: 580,
  attemptBytes: 240,
};

const thousands = (count: number): string => Math.round(count).toLocaleString('en');

it('the page about scale shows what the simulation finds', () => {
  const rows = simulate(service, 7, 1).map(({ attempts, wasted, places, bytes }, index) => {
    const figures = [
      thousands(attempts),
      thousands(wasted),
      places.toFixed(1),
      `${Math.round(bytes / 1e6)} MB`,
    ];
    return `| ${index + 1} | ${figures.join(' | ')} |`;
  });
  const page = readFileSync('docs/scaling.md', 'utf8');
  const table = page.split('|---|---|---|---|---|\n')[1]?.split('\n\n')[0];
  expect(table).toBe(rows.join('\n'));
  const { endpoints, messagesPerDay, messageBytes, attemptBytes, disableAfterDays } = service;
  for (const figure of [endpoints, messagesPerDay, messageBytes, attemptBytes].map(thousands)) {
    expect(page).toContain(figure);
  }
  expect(page).toContain(`after ${disableAfterDays} days`);
});

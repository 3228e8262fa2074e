import { expect, it, onTestFinished } from 'vitest';
import { readTemplateOptions } from '../../../src/server/templates/template-options.ts';
import { TemplateThreads } from '../../../src/server/templates/template-threads.ts';
import { createTemplateWork } from '../../../src/server/templates/template-work.ts';
import type { ServedCatalogue } from '../../../src/server/webhooks/given-webhook.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';

/** Each template differs in one number, since much is remembered for a text. */
const given = (number: number) => ({
  given: {
    config: {
      profile: 'nightly',
      events: { Started: true, Completed: true, Errored: true },
      method: 'POST',
      url: 'https://chat.example.com/hooks/42',
      contentType: 'application/json',
      payload: `{"text":"$event$ of $profile$: $if(isError)$$errorCount$ errors$else$done$endif$","n":${number}}`,
    },
  },
  stored: undefined,
  now: 0,
});

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

it('handing a small template to a thread costs little beside checking it', async () => {
  const limits = readTemplateOptions({ deadlineMs: 120_000 });
  const catalogue = processEvents as unknown as ServedCatalogue;
  const threads = new TemplateThreads(limits, { catalogue, allow: [] });
  onTestFinished(() => threads.close());
  const work = createTemplateWork({ events: catalogue.events, allow: [], limits });
  const [here, there]: [number[], number[]] = [[], []];
  const warmUp = 300;
  for (let round = 0; round < 2000; round++) {
    const started = performance.now();
    work.validate(given(round));
    const done = performance.now();
    await threads.run('validate', given(round + 0.5), 'ada');
    if (round < warmUp) continue;
    here.push(done - started);
    there.push(performance.now() - done);
  }
  const { HOOKPLATE_SECONDS: asSaid } = process.env;
  if (asSaid !== undefined) {
    const shown = (times: readonly number[]) => [0.5, 0.95].map(part => quantile(times, part).toFixed(2));
    console.log(`p50, p95 in ms: in the process ${shown(here)}, in a thread ${shown(there)}`);
  }
  expect(quantile(there, 0.5)).toBeLessThan(10 * quantile(here, 0.5));
});

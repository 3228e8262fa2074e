import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Problem } from '../../../src/api/problem.ts';
import { createCatalogues, type ServedCatalogue } from '../../../src/events/catalogues.ts';
import { TemplateThreads } from '../../../src/server/templates/template-threads.ts';
import {
  readTemplateWorkOptions,
  type TemplateWorkOptions,
} from '../../../src/server/templates/template-work-options.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';

const catalogues = createCatalogues({
  events: processEvents as unknown as ServedCatalogue,
  catalogues: {},
});

function threadsWith(options: TemplateWorkOptions): TemplateThreads {
  const settings = readTemplateWorkOptions({ threads: 1, deadlineMs: 120_000, ...options });
  const threads = new TemplateThreads(settings, { catalogues, allow: [], receivers: [] });
  onTestFinished(() => threads.close());
  return threads;
}

const webhook = {
  profile: 'p',
  events: { Started: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'application/json',
};
const given = (payload: string) => ({
  given: { config: { ...webhook, payload } },
  stored: undefined,
  now: 0,
});
const small = given('{"a": "$profile$"}');
/** Takes a thread many times as long as the shortest deadline, on any machine. */
const costly = given('$'.repeat(256 * 1024));

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? `${error.status} ${error.code}` : error),
  );

describe('a thread', () => {
  it('starts when there is work, and is used again', async () => {
    const threads = threadsWith({});
    expect(threads.size).toBe(0);
    expect(await threads.run('validate', small, 'ada')).toEqual([]);
    expect(await threads.run('validate', given('{"a": $profile}'), 'ada')).not.toEqual([]);
    expect(threads.size).toBe(1);
  });

  it('that takes too long is ended, and another one does what comes next', async () => {
    const threads = threadsWith({ deadlineMs: 1 });
    const late = threads.run('validate', costly, 'ada');
    await expect(late).rejects.toMatchObject({ status: 504, code: 'check-too-slow' });
    await expect(late).rejects.toThrow('not checked within 0.001 s, and nothing was saved or sent');
    expect(threads.size).toBe(0);
    expect(await codeOf(threads.run('validate', costly, 'ada'))).toBe('504 check-too-slow');
  });

  it.each([
    // What a thread does first takes it longer than the shortest deadline, on any machine.
    [
      small,
      'They have 38 bytes, which usually takes milliseconds: the server has too much else to do. Try again.',
    ],
    [
      given(`{"a": "${'$if(isError)$x$endif$'.repeat(17)}"}`),
      'They have 386 bytes, with 17 conditions and lists: make them shorter, with fewer conditions and lists,',
    ],
    [costly, 'They have 262164 bytes: make them shorter, with fewer conditions and lists,'],
  ])('that takes too long says how long its templates are, and advises by it, %#', async (work, advice) => {
    const threads = threadsWith({ deadlineMs: 1 });
    await expect(threads.run('validate', work, 'ada')).rejects.toThrow(advice);
  });

  it('is none where the server is told to do all of it itself, with the same results', async () => {
    const threads = threadsWith({ threads: 0 });
    expect(await threads.run('validate', small, 'ada')).toEqual([]);
    expect(await codeOf(threads.run('check', given('{"a": }'), 'ada'))).toBe('422 invalid-body');
    expect(threads.size).toBe(0);
    await threads.close();
    expect(await codeOf(threads.run('validate', small, 'ada'))).toBe('503 closed');
  });

  it('passes on what is wrong with a configuration', async () => {
    const work = threadsWith({}).run('check', given('{"a": }'), 'ada');
    const diagnostics = [expect.objectContaining({ field: 'payload', severity: 'error' })];
    await expect(work).rejects.toMatchObject({
      status: 422,
      code: 'invalid-body',
      extensions: { diagnostics },
    });
  });

  it('keeps no process alive', async () => {
    const program = `
      import { readTemplateWorkOptions } from '${new URL('../../../src/server/templates/template-work-options.ts', import.meta.url)}';
      import { createCatalogues } from '${new URL('../../../src/events/catalogues.ts', import.meta.url)}';
      import { TemplateThreads } from '${new URL('../../../src/server/templates/template-threads.ts', import.meta.url)}';
      import { processEvents } from '${new URL('../../../src/webhook/events/process-events.ts', import.meta.url)}';
      const catalogues = createCatalogues({ events: processEvents, catalogues: {} });
      const threads = new TemplateThreads(readTemplateWorkOptions({}), { catalogues, allow: [], receivers: [] });
      console.log(JSON.stringify(await threads.run('validate', ${JSON.stringify(small)}, 'ada')));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', chunk => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toBe('[]\n');
  });
});

describe('callers', () => {
  it('have so much work at once, and then are told to wait', async () => {
    const threads = threadsWith({ maxPerCaller: 2 });
    const mine = Array.from({ length: 3 }, () => threads.run('validate', small, 'ada'));
    const others = threads.run('validate', small, 'bob');
    await expect(mine[2]).rejects.toMatchObject({
      status: 429,
      code: 'too-many-checks',
      headers: { 'retry-after': '1' },
    });
    expect(await Promise.all([mine[0], mine[1], others].map(async work => work && codeOf(work)))).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(await codeOf(threads.run('validate', small, 'ada'))).toBe('done');
  });

  it('are refused together where too many wait', async () => {
    const threads = threadsWith({ maxQueued: 1 });
    const work = ['ada', 'bob', 'eve'].map(caller => codeOf(threads.run('validate', small, caller)));
    expect(await Promise.all(work)).toEqual(['done', 'done', '503 checks-full']);
  });

  it('take turns', async () => {
    const threads = threadsWith({});
    const order: string[] = [];
    await Promise.all(
      ['ada', 'ada', 'ada', 'ada', 'bob', 'bob'].map(async (caller, index) => {
        await threads.run('validate', small, caller);
        order.push(`${caller} ${index}`);
      }),
    );
    expect(order).toEqual(['ada 0', 'bob 4', 'ada 1', 'bob 5', 'ada 2', 'ada 3']);
  });

  it('come first who were served longest ago, before others who have asked earlier', async () => {
    const threads = threadsWith({});
    for (const caller of ['bob', 'ada']) await threads.run('validate', small, caller);
    const order: string[] = [];
    await Promise.all(
      ['eve', 'eve', 'ada', 'bob', 'new'].map(async caller => {
        await threads.run('validate', small, caller);
        order.push(caller);
      }),
    );
    expect(order).toEqual(['eve', 'new', 'bob', 'ada', 'eve']);
  });

  it('do not wait behind one who takes all threads but one', async () => {
    const threads = threadsWith({ threads: 2 });
    const order: string[] = [];
    const work = [
      ...[costly, costly, costly].map(async each => {
        await threads.run('validate', each, 'eve');
        order.push('eve');
      }),
      threads.run('validate', small, 'ada').then(() => order.push('ada')),
    ];
    await Promise.all(work);
    expect(order.indexOf('ada')).toBeLessThan(2);
  });

  it('are told when the server stops', async () => {
    const threads = threadsWith({});
    const work = [costly, small].map(each => codeOf(threads.run('validate', each, 'ada')));
    await threads.close();
    expect(await Promise.all(work)).toEqual(['503 closed', '503 closed']);
    expect(threads.size).toBe(0);
    expect(await codeOf(threads.run('validate', small, 'ada'))).toBe('503 closed');
  });
});

it('refuses a catalogue that cannot be sent to a thread', () => {
  const json = { toJSON: () => 'text' };
  const events = defineEvents({
    events: { made: { title: 'Made', variables: { json: 'json' }, sample: { json } } },
  });
  const odd = createCatalogues({ events: events as unknown as ServedCatalogue, catalogues: {} });
  expect(
    () => new TemplateThreads(readTemplateWorkOptions({}), { catalogues: odd, allow: [], receivers: [] }),
  ).toThrow('options.events: expected a catalogue whose constants and samples are plain data');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { type ProcessEvent, processEvents } from '../../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { runs } from '../../properties.ts';
import { processFacts } from '../process-facts.ts';
import { getConfig, postConfig } from '../webhook-configs.ts';

const date = new Date('2026-03-04T05:06:07Z');
const now = () => date.getTime();

function coverage(config: WebhookConfig): string[] {
  return previewWebhook(config, { now }).coverage.contexts.map(({ event }) => event.event);
}

const payload = 'a$if(isError)$b$elseif(!isError)$c$else$d$endif$e$if(isError)$f$endif$';

it('two events visit both sides of a condition, and each says which branches it visits', () => {
  const config = { ...postConfig, contentType: 'text/plain', payload };
  const { contexts, unvisited } = previewWebhook(config, { now }).coverage;
  const visited = contexts.map(({ event, branches }) => [
    event.event,
    ...branches.map(({ field, kind, range }) => `${field} ${kind} ${payload.slice(range.start, range.end)}`),
  ]);
  expect(visited).toEqual([
    ['Started', 'payload elseif $elseif(!isError)$', 'payload none $endif$'],
    ['Errored', 'payload if $if(isError)$', 'payload if $if(isError)$'],
  ]);
  expect(unvisited).toMatchObject([{ field: 'payload', kind: 'else' }]);
});

it('one event is enough where there is no condition, and events that are on are preferred', () => {
  expect(coverage(getConfig)).toEqual(['Started']);
  expect(coverage({ ...getConfig, events: { Errored: true } })).toEqual(['Errored']);
  const url = 'https://h/?a=$if(isError)$b$endif$';
  expect(coverage({ ...getConfig, url, events: { Completed: true } })).toEqual(['Completed', 'Errored']);
  expect(coverage({ ...getConfig, url, events: { Errored: true } })).toEqual(['Errored', 'Started']);
});

it('branches of the URL and of header values count as those of the payload do', () => {
  const url = 'https://h/?a=$if(isError)$b$endif$';
  const headers = [{ name: 'X-A', value: '$if(!isError)$c$endif$' }];
  const { contexts } = previewWebhook({ ...postConfig, url, headers }, { now }).coverage;
  const fields = contexts.flatMap(({ branches }) => branches.map(({ field, kind }) => `${field} ${kind}`));
  expect(fields.toSorted()).toEqual(['headers[0].value if', 'headers[0].value none', 'url if', 'url none']);
});

interface Draft {
  readonly condition: string;
  readonly inside: readonly Draft[];
  readonly otherwise: readonly Draft[];
}

const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.constant('isError'),
    tie('condition').map(inner => `!(${inner})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} || ${b})`),
  ),
})).condition;

const drafts: fc.Arbitrary<readonly Draft[]> = fc.letrec<{ drafts: readonly Draft[] }>(tie => ({
  drafts: fc.oneof(
    { maxDepth: 3 },
    fc.constant([]),
    fc.array(fc.record({ condition, inside: tie('drafts'), otherwise: tie('drafts') }), { maxLength: 3 }),
  ),
})).drafts;

/** Every branch writes a number of its own, so that the output alone tells which were visited. */
function write(all: readonly Draft[], number: { next: number }): string {
  return all
    .map(({ condition, inside, otherwise }) => {
      const yes = `<${number.next++}>${write(inside, number)}`;
      return `$if(${condition})$${yes}$else$<${number.next++}>${write(otherwise, number)}$endif$`;
    })
    .join('');
}

it('the contexts visit every branch that any event visits, and no fewer events would', () => {
  const samples = processEvents.names.map(event =>
    processEvents.create(event, { ...processFacts, profile: 'p', date }),
  );
  let conditional = 0;
  fc.assert(
    fc.property(drafts, drafts, (inUrl, inPayload) => {
      const number = { next: 0 };
      const config: WebhookConfig = {
        profile: 'p',
        events: { Started: true, Completed: true, Errored: true },
        method: 'POST',
        url: `https://h/?a=${write(inUrl, number).replaceAll('<', '(').replaceAll('>', ')')}`,
        contentType: 'text/plain',
        payload: write(inPayload, number),
      };
      const webhook = compileWebhook(config);
      const visitedBy = (event: ProcessEvent): ReadonlySet<string> => {
        const { url, body } = webhook.requestFor(event) ?? { url: '' };
        return new Set(`${url}${body}`.match(/\d+(?=[>)])/g));
      };
      const any = new Set(samples.flatMap(event => [...visitedBy(event)]));
      const { contexts, unvisited } = previewWebhook(config, { now }).coverage;
      const covered = new Set(contexts.flatMap(({ event }) => [...visitedBy(event)]));
      expect(covered).toEqual(any);
      for (const { event, branches } of contexts) expect(branches.length).toBe(visitedBy(event).size);
      expect(unvisited.length).toBe(number.next - any.size);
      const isOneEnough = samples.some(event => visitedBy(event).size === any.size);
      expect(contexts.length).toBe(isOneEnough ? 1 : 2);
      if (!isOneEnough) conditional++;
    }),
    { numRuns: runs(300) },
  );
  expect(conditional / runs(300)).toBeGreaterThan(1 / 6);
});

it('of many events a few are chosen that visit every branch, none of them in vain', () => {
  const flags = ['a', 'b', 'c', 'd'];
  const values = fc.array(fc.boolean(), { minLength: flags.length, maxLength: flags.length });
  let fewer = 0;
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 12 }), all => {
      const definitions = all.map((given, index) => {
        const constants = Object.fromEntries(flags.map((flag, at) => [flag, given[at] ?? false]));
        return [`e${index}`, { title: 'E', constants }] as const;
      });
      const events = defineEvents({
        variables: { a: 'boolean', b: 'boolean', c: 'boolean', d: 'boolean' },
        events: Object.fromEntries(definitions),
      });
      const payload = flags.map(flag => `$if(${flag})$${flag}$else$-$endif$`).join('');
      const config = { ...postConfig, contentType: 'text/plain', payload, headers: [], url: 'https://h/' };
      const on = Object.fromEntries(events.names.map(name => [name, true]));
      const { contexts, unvisited } = previewWebhook({ ...config, events: on }, { events }).coverage;
      const visited = (chosen: typeof contexts): ReadonlySet<string> =>
        new Set(
          chosen.flatMap(({ branches }) => branches.map(({ kind, range }) => `${kind} ${range.start}`)),
        );
      expect(visited(contexts).size).toBe(2 * flags.length - unvisited.length);
      for (const one of contexts) {
        const others = visited(contexts.filter(context => context !== one));
        expect(others.size).toBeLessThan(visited(contexts).size);
      }
      if (contexts.length < all.length) fewer++;
    }),
    { numRuns: runs(200) },
  );
  expect(fewer / runs(200)).toBeGreaterThan(0.5);
});

it('each event goes through the templates as they were checked for it', () => {
  const events = defineEvents({
    events: {
      p: { title: 'P', variables: { x: listOf('string') } },
      q: { title: 'Q', variables: { x: 'boolean' }, sample: { x: true } },
      r: { title: 'R', variables: { x: 'string' } },
    },
  });
  const config = { ...postConfig, headers: [], payload: '{"x":$if(x)$1$else$2$endif$}', url: 'https://h/' };
  const coverageOf = (on: readonly string[]) => {
    const enabled = Object.fromEntries(on.map(name => [name, true]));
    const { coverage } = previewWebhook({ ...config, events: enabled }, { events });
    return [coverage.contexts.map(({ event }) => event.event), coverage.unvisited.map(({ kind }) => kind)];
  };
  expect(coverageOf(['p', 'q'])).toEqual([['p', 'p'], []]);
  expect(coverageOf(['q'])).toEqual([['q', 'q'], []]);
});

it.each([
  'a$if(errorCount > 100)$b$endif$',
  '$if(errorCount >= 3)$a$elseif(errorCount == 2)$b$elseif(errorCount < -1e300)$c$else$d$endif$',
  '$if(errorCount > 1)$$if(errorCount < 2)$a$else$b$endif$$endif$',
  '$if(profile == "a" || profile == "b")$c$elseif(profile == "other")$d$elseif(profile == "")$e$else$f$endif$',
  '$if(isError && errorCount < 100)$a$elseif(profile != "b" && errorCount == 7)$c$elseif(profile == "b" && errorCount > 9)$d$endif$',
])('both sides of a comparison are visited: %s', payload => {
  const config = { ...postConfig, contentType: 'text/plain', payload };
  const { diagnostics, coverage } = previewWebhook(config, { now });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(coverage.unvisited).toEqual([]);
});

it('what makes an event that event is the same in each context', () => {
  const payload = '$if(event == "Started" && isError)$a$elseif(event == "Errored" && !isError)$b$endif$';
  const config = { ...postConfig, contentType: 'text/plain', payload };
  const { contexts, unvisited } = previewWebhook(config, { now }).coverage;
  expect(unvisited.map(({ kind }) => kind)).toEqual(['if', 'elseif']);
  for (const { event } of contexts) expect(event.isError).toBe(event.event === 'Errored');
});

it('more constants than are tried leave branches unvisited, and the preview stays small', () => {
  const branches = Array.from({ length: 100 }, (_, number) => `$if(profile == "p${number}")$a$endif$`);
  const config = { ...postConfig, contentType: 'text/plain', payload: branches.join('') };
  const { contexts, unvisited } = previewWebhook(config, { now }).coverage;
  expect(contexts.length).toBeLessThan(50);
  expect(unvisited.length).toBe(76);
});

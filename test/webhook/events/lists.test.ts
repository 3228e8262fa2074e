import { describe, expect, expectTypeOf, it } from 'vitest';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { createWebhookSchema } from '../../../src/webhook/config/json-schema.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import type { EventOf } from '../../../src/webhook/events/event-catalogue.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';

const events = defineEvents({
  variables: {
    alerts: optional(
      listOf(
        optional({
          name: optional('string'),
          level: optional('number'),
          since: optional('date'),
          notes: optional(listOf(optional('string'))),
        }),
      ),
    ),
  },
  events: {
    'alerts.firing': {
      title: 'Alerts are firing',
      sample: { alerts: [{ name: 'disk "full"', level: 3, notes: ['df -h', null] }, null] },
    },
    'alerts.resolved': { title: 'All is well again', variables: { words: listOf(['a', 'b']) } },
  },
});

const at = { now: () => Date.parse('2026-03-04T05:06:07Z') };
const config = {
  events: { 'alerts.firing': true, 'alerts.resolved': true },
  method: 'POST',
  url: 'https://chat.example.com/hooks/1',
  contentType: 'application/json',
  payload:
    '{"text":"$if(event == "alerts.firing")$firing$else$resolved$endif$","fields":[$for(alert in alerts)$ {"title":"$alert.name$","value":$alert.level$}$sep$,$else$"none"$endfor$]}',
} as const;

function bodyOf(event: EventOf<typeof events>): unknown {
  return JSON.parse(compileWebhook(config, { events }).requestFor(event)?.body ?? '');
}

describe('an event with a list', () => {
  it('has items of the type that was declared, dates as dates', () => {
    const event = events.create('alerts.firing', {
      alerts: [{ name: 'cpu', since: '2026-03-04T06:06:07+01:00', notes: [] }, { level: 2n }, null],
    });
    expect(event.alerts).toEqual([
      { name: 'cpu', since: new Date(at.now()), notes: [] },
      { level: 2n },
      undefined,
    ]);
    expect(Object.isFrozen(event.alerts)).toBe(true);
  });

  it.each<[alerts: unknown, message: string]>([
    [{}, 'facts.alerts: expected a list'],
    ['cpu', 'facts.alerts: expected a list'],
    [[{}, { level: 'three' }], 'facts.alerts[1].level: expected a number'],
    [[{ nmae: 'cpu' }], 'facts.alerts[0].nmae: there is no such variable; did you mean `name`?'],
    [[{ notes: ['a', 1] }], 'facts.alerts[0].notes[1]: expected text'],
  ])('refuses other items: %j', (alerts, message) => {
    // JavaScript callers can pass values of any type.
    const facts = { alerts } as Parameters<typeof events.create>[1];
    expect(() => events.create('alerts.firing', facts)).toThrow(message);
  });

  it('is checked in a sample too, or made up with two items', () => {
    const define = () =>
      defineEvents({
        variables: { words: listOf('string') },
        // @ts-expect-error A word is text.
        events: { a: { title: 'A', sample: { words: [1] } } },
      });
    expect(define).toThrow('catalogue.events.a.sample.words[0]: expected text');
    const alert = { name: 'name', level: 1, since: new Date(at.now()), notes: ['notes', 'notes'] };
    expect(events.sample('alerts.resolved', at)).toMatchObject({
      alerts: [alert, alert],
      words: ['a', 'a'],
    });
  });

  it('is typed to the items of its lists', () => {
    type Firing = Extract<EventOf<typeof events>, { event: 'alerts.firing' }>;
    type Alert = NonNullable<NonNullable<Firing['alerts']>[number]>;
    expectTypeOf<Alert['level']>().toEqualTypeOf<number | bigint | `${number}` | null | undefined>();
    const create = () =>
      // @ts-expect-error A level is a number.
      events.create('alerts.firing', { alerts: [{ level: 'high' }] });
    expect(create).toThrow('facts.alerts[0].level: expected a number');
  });
});

describe('a webhook', () => {
  it('writes each item, and compares the event', () => {
    expect(validateWebhook(config, { events }).map(({ code }) => code)).toEqual(['empty-optional']);
    expect(bodyOf(events.sample('alerts.firing', at))).toEqual({
      text: 'firing',
      fields: [
        { title: 'disk "full"', value: 3 },
        { title: '', value: null },
      ],
    });
    expect(bodyOf(events.create('alerts.resolved', { words: [] }))).toEqual({
      text: 'resolved',
      fields: ['none'],
    });
  });

  it('compares the event with names of the catalogue alone', () => {
    const slip = { ...config, payload: '"$if(event == "alerts.fired" || event != "alert.firing")$x$endif$"' };
    const found = validateWebhook(slip, { events });
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'unknown-constant: `event` is never `alerts.fired`: you can use `alerts.firing`, `alerts.resolved`.',
      'unknown-constant: `event` is never `alert.firing`: you can use `alerts.firing`, `alerts.resolved`.',
    ]);
    expect(found.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ text }) => text)))).toEqual(
      ['alerts.firing', 'alerts.firing'],
    );
  });

  it('compares the event with an empty text, which it never is', () => {
    const found = validateWebhook({ ...config, payload: '"$if(event == "")$x$endif$"' }, { events });
    expect(found.map(({ code }) => code)).toEqual(['never-holds']);
  });

  it('says for which events a list is not there', () => {
    const words = { ...config, payload: '[$for(word in words)$"$word$"$sep$,$endfor$]' };
    const [diagnostic, ...more] = validateWebhook(words, { events });
    expect(more).toEqual([]);
    expect(diagnostic?.message).toBe(
      '`alerts.resolved` alone has `words`, and `alerts.firing` comes here too: ask for the event first, as in `$if(event == "alerts.resolved")$…$endif$`.',
    );
  });

  it('that rejects what is missing looks into the items', () => {
    const webhook = compileWebhook(config, { events, missing: 'reject' });
    const whole = { name: 'cpu', level: 1, since: new Date(0), notes: ['x'] };
    const complete = events.create('alerts.firing', { alerts: [whole] }, at);
    expect(webhook.requestFor(complete)?.body).toContain('cpu');
    const tasks = defineEvents({
      events: { done: { title: 'Done', variables: { tasks: listOf({ notes: listOf('string') }) } } },
    });
    const strict = compileWebhook(
      { ...config, events: { done: true }, payload: '{}' },
      { events: tasks, missing: 'reject' },
    );
    const done = tasks.create('done', { tasks: [{ notes: ['x'] }] });
    expect(strict.requestFor(done)?.body).toBe('{}');
    // @ts-expect-error A note is missing.
    const lacking = () => strict.requestFor({ ...done, tasks: [{ notes: ['x'] }, { notes: [null] }] });
    expect(lacking).toThrow(RenderError);
    expect(lacking).toThrow(
      expect.objectContaining({ code: 'missing-value', variable: 'tasks[1].notes[0]' }),
    );
  });

  it('is shown with no item, one and several', () => {
    const { events: shown, coverage } = previewWebhook(config, { events, ...at });
    expect(shown.map(({ kind }) => kind)).toEqual(['request', 'request']);
    expect(coverage.unvisited).toEqual([]);
    const kinds = coverage.contexts.flatMap(({ branches }) => branches.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(['if', 'else', 'no-item', 'one-item', 'several-items']));
    expect(coverage.contexts).toHaveLength(3);
  });

  it('is described to editors of files as any other', () => {
    expect(createWebhookSchema({ events })).toMatchObject({
      properties: { events: { properties: { 'alerts.firing': {}, 'alerts.resolved': {} } } },
    });
  });
});

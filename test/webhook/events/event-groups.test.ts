import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { WebhookDiagnostic } from '../../../src/webhook/diagnostic.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { groupEvents } from '../../../src/webhook/events/event-groups.ts';
import { runs } from '../../properties.ts';
import { orders } from './orders.ts';

const mixed = defineEvents({
  variables: { all: 'string', flag: 'boolean' },
  events: {
    a: { title: 'A', variables: { x: 'string', own: 'number' } },
    b: { title: 'B', variables: { x: 'boolean', more: { other: 'string' } } },
    c: { title: 'C', variables: { x: 'boolean', more: { own: 'string' } } },
  },
});

function groupsFor(text: string): string[] {
  return groupEvents(mixed, mixed.names, [text]).map(({ names, variables: { x }, ownersOf }) =>
    [names, `x is ${x}`, `own is of ${ownersOf(['own'])}`].join(' | '),
  );
}

it('events are one group unless a name that a text may mean has two types', () => {
  expect(groupsFor('$all$')).toEqual(['a,b,c | x is string | own is of a']);
  expect(groupsFor('$all$ own')).toEqual(['a,b,c | x is string | own is of a']);
  expect(groupsFor('$x$')).toEqual(['a | x is string | own is of a', 'b,c | x is boolean | own is of a']);
  expect(groupEvents(orders, orders.names, ['$paidAt$ $reason$'])).toHaveLength(1);
});

it('events are one group whose closed sets differ in texts that nobody asks about', () => {
  const events = defineEvents({
    events: {
      paid: { title: 'P', variables: { state: ['new', 'done'] } },
      sent: { title: 'S', variables: { state: ['new', 'On the way'] } },
    },
  });
  const groups = (text: string) =>
    groupEvents(events, events.names, [text]).map(({ names, variables: { state } }) => [names, state]);
  expect(groups('$state$ $if(state == "new")$!$endif$')).toEqual([
    [
      ['paid', 'sent'],
      ['new', 'done', 'On the way'],
    ],
  ]);
  const apart = [
    [['paid'], ['new', 'done']],
    [['sent'], ['new', 'On the way']],
  ];
  expect(groups('$if(state == "done")$!$endif$')).toEqual(apart);
  expect(groups('$if(state == "on the way")$!$endif$')).toEqual(apart);
});

it('a name that an event lacks is said to be of all others, whatever their types', () => {
  const events = defineEvents({
    events: {
      ordered: { title: 'O', variables: { amount: 'number' } },
      paid: { title: 'P', variables: { amount: 'string' } },
      closed: { title: 'C' },
    },
  });
  const payload = '{"amount":"$amount$"}';
  const check = (text: string) =>
    validateWebhook(
      {
        events: { ordered: true, paid: true, closed: true },
        method: 'POST',
        url: 'https://h/',
        contentType: 'application/json',
        payload: text,
      },
      { events },
    );
  const found = check(payload);
  expect(found.map(({ message, events: concerned }) => [message, concerned])).toEqual([
    [
      '`ordered`, `paid` alone have `amount`, and `closed` comes here too: ask for the event first, as in `$if(event != "closed")$…$endif$`.',
      ['closed'],
    ],
  ]);
  const mended = found.flatMap(({ fixes }) => fixes.map(fix => applyFix(payload, fix)));
  expect(mended).toEqual(['{"amount":"$if(event != "closed")$$amount$$endif$"}']);
  expect(check(mended[0] ?? '')).toEqual([]);
});

it('each group is checked and compiled with its own types', () => {
  const config = {
    events: { a: true, b: true },
    method: 'POST',
    url: 'https://h/',
    contentType: 'application/json',
    payload: '[$x$]',
  } as const;
  const webhook = compileWebhook(config, { events: mixed });
  expect(webhook.requestFor(mixed.create('a', { x: 'yes', all: '', flag: true, own: 1 }))?.body).toBe(
    '["yes"]',
  );
  expect(
    webhook.requestFor(mixed.create('b', { x: true, all: '', flag: true, more: { other: '' } }))?.body,
  ).toBe('[true]');
  expect(
    validateWebhook({ ...config, payload: '[$if(x == 1)$1$else$2$endif$]' }, { events: mixed }),
  ).toMatchObject([
    { code: 'not-comparable', events: ['b'] },
    { code: 'wrong-constant', events: ['a'] },
  ]);
});

const unlike = defineEvents({
  variables: { all: 'string' },
  events: {
    a: { title: 'A', variables: { x: 'string', mine: 'string' } },
    b: { title: 'B', variables: { x: 'number', ours: 'string' } },
    c: { title: 'C', variables: { x: 'number', ours: 'string' } },
    d: { title: 'D', variables: { x: 'number' } },
  },
});

function saidOfUnlike(payload: string) {
  const config = { method: 'POST', url: 'https://h/', contentType: 'application/json', payload };
  const events = { a: true, b: true, c: true, d: true };
  return validateWebhook({ ...config, events }, { events: unlike });
}

it.each<[payload: string, code: string, events: string[] | undefined]>([
  [
    '[$if(event == "c" || event == "a")$$if(x == "1")$1$else$2$endif$$else$3$endif$]',
    'wrong-constant',
    ['c'],
  ],
  ['[$if(event == "b" && x == "1")$1$else$2$endif$]', 'wrong-constant', ['b']],
  ['[$if(event != "b")$1$elseif(x == "1")$2$else$3$endif$]', 'wrong-constant', ['b']],
  [
    '[$if(event == "a")$1$else$$if(event == "b" || x == "1")$1$else$2$endif$$endif$]',
    'wrong-constant',
    ['c', 'd'],
  ],
  ['[$if(event == "c")$$x; format="#,##0"$$else$1$endif$]', 'number-as-text', ['c']],
  ['["$x$",$if(event == "c")$$unknown$$else$1$endif$]', 'unknown-variable', ['c']],
  ['["$x$"$if(event == "c")$ 1$endif$]', 'json-missing-comma', ['c']],
  ['["$x$"$if(event == "c")$,$endif$$if(event == "b")$,$endif$]', 'json-extra-comma', ['b', 'c']],
])('a mistake of some events names those that come to it: %s', (payload, code, events) => {
  expect(saidOfUnlike(payload).map(each => [each.code, each.events])).toEqual([[code, events]]);
});

it.each<[payload: string, said: RegExp, fixed: string[]]>([
  [
    '["$x$","$ours$"]',
    /^`b`, `c` alone have `ours`, and `a`, `d` come here too/,
    ['["$x$","$if(event == "b" || event == "c")$$ours$$endif$"]'],
  ],
  [
    '["$x$",$if(event == "a")$"$ours$"$else$1$endif$]',
    /^`b`, `c` alone have `ours`, and only `a` comes here: write it where those events come/,
    [],
  ],
])('a name of others is said alike to events whose types differ: %s', (payload, said, fixed) => {
  const found = saidOfUnlike(payload);
  expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(said)]);
  expect(found.flatMap(({ fixes }) => fixes.map(fix => applyFix(payload, fix)))).toEqual(fixed);
});

it('a branch that no event comes to may use a name as any of its types', () => {
  const payload = (condition: string) =>
    `["$x$",$if(event == "a")$1$elseif(event != "a")$2$elseif(${condition})$3$else$4$endif$]`;
  expect(saidOfUnlike(payload('x == "1"'))).toEqual([]);
  expect(saidOfUnlike(payload('z == "1"')).map(({ code }) => code)).toEqual(['unknown-variable']);
});

it('one mistake is reported once, though each group has words of its own for when it happens', () => {
  const payload = '["$x$"$if(event != "d")$ 1$endif$]';
  const found = saidOfUnlike(payload);
  expect(found.map(each => [each.message, each.events])).toEqual([
    ['A comma is missing in the JSON: expected `,` or `]` but found `1`.', undefined],
  ]);
  expect(found.flatMap(({ fixes }) => fixes.map(fix => applyFix(payload, fix)))).toEqual([
    '["$x$"$if(event != "d")$ ,1$endif$]',
  ]);
});

it('a branch that comes after those of all events is for none of them, in whatever group they are', () => {
  const payload =
    '["$x$",$if(event == "a")$1$elseif(event != "a")$2$elseif(event == "a" && event != "a")$3$endif$]';
  expect(saidOfUnlike(payload).map(({ code }) => code)).toEqual(['never-holds']);
});

it('a branch that never holds is said once, though it is for the event in one group and not in the other', () => {
  const events = defineEvents({
    events: {
      a: { title: 'A', variables: { x: 'string', flag: 'boolean' }, constants: { flag: false } },
      b: { title: 'B', variables: { x: 'number', flag: 'boolean' } },
      c: { title: 'C', variables: { x: 'number', flag: 'boolean' } },
    },
  });
  const payload = '["$x$",$if(flag)$1$else$$if(flag)$2$else$3$endif$$endif$]';
  const config = { method: 'POST', url: 'https://h/', contentType: 'application/json', payload };
  const found = validateWebhook({ ...config, events: { a: true, b: true } }, { events });
  expect(found.map(({ code, events }) => [code, events])).toEqual([['never-holds', undefined]]);
});

const piece = fc.constantFrom(
  '$all$',
  '$x$',
  '$own$',
  '$more.own$',
  '$more$',
  '$unknown$',
  'x',
  '"',
  ',',
  '[',
  ']',
  '1',
);
const conditional = fc
  .tuple(fc.constantFrom('flag', 'x', 'own', '!x', 'flag && more.own'), piece, piece)
  .map(([condition, yes, no]) => `$if(${condition})$${yes}$else$${no}$endif$`);
const payloads = fc.array(fc.oneof(piece, conditional), { maxLength: 5 }).map(all => `["${all.join('')}"]`);

/** Every name that is wrong, and whether the JSON is: how a mistake in it is explained depends on what else is wrong. */
function saying(diagnostics: readonly WebhookDiagnostic[]): readonly unknown[] {
  const ofName = ['unknown-variable', 'variable-of-others', 'incomplete-name', 'never-missing'];
  const reported = diagnostics.filter(({ code }) => code !== 'never-holds');
  const wrong = reported.filter(({ code }) => ofName.includes(code));
  const names = wrong.map(({ code, range }) => `${code} ${range.start} ${range.end}`);
  return [names.toSorted(), reported.length > wrong.length];
}

function saidFor(payload: string, ...names: readonly string[]): readonly WebhookDiagnostic[] {
  const config = { method: 'POST', url: 'https://h/', contentType: 'application/json', payload };
  const events = Object.fromEntries(names.map(name => [name, true]));
  return validateWebhook({ ...config, events }, { events: mixed });
}

it('what is said for an event among others is what is said for it alone', () => {
  let particular = 0;
  fc.assert(
    fc.property(payloads, payload => {
      const together = saidFor(payload, ...mixed.names);
      particular += together.filter(({ events }) => events !== undefined).length;
      for (const name of mixed.names) {
        const among = together.filter(({ events }) => events?.includes(name) ?? true);
        expect(saying(among)).toEqual(saying(saidFor(payload, name)));
      }
    }),
    { numRuns: runs(400, 100) },
  );
  expect(particular).toBeGreaterThan(100);
});

/** A name that nobody has is a mistake wherever it stands, and would be one of events that do not come there either. */
const known = piece.filter(text => text !== '$unknown$');
const narrowed = fc
  .tuple(
    fc.constantFrom(
      'event == "a"',
      'event != "b"',
      '!(event == "c")',
      'event == "a" && own',
      'event == "c" || x',
      'event != "a" && (flag || event == "b")',
    ),
    fc.constantFrom('', '$elseif(event == "b")$2', '$elseif(x)$3', '$elseif(flag && event != "c")$'),
    known,
    known,
  )
  .map(([condition, next, yes, no]) => `$if(${condition})$${yes}${next}$else$${no}$endif$`);
const narrowing = fc
  .array(
    fc.oneof(
      known,
      conditional.filter(text => !text.includes('unknown')),
      narrowed,
    ),
    { maxLength: 4 },
  )
  .map(all => `["${all.join('')}"]`);

it('what is wrong where some events come is wrong for one of them alone', () => {
  let wrong = 0;
  fc.assert(
    fc.property(narrowing, payload => {
      const errorsFor = (...names: readonly string[]) =>
        saidFor(payload, ...names).filter(({ severity }) => severity === 'error');
      const alone = mixed.names.filter(name => errorsFor(name).length > 0);
      const together = errorsFor(...mixed.names);
      expect(together.length > 0).toBe(alone.length > 0);
      const particular = together.flatMap(({ events }) => events ?? []);
      wrong += particular.length;
      expect(alone).toEqual(expect.arrayContaining(particular));
    }),
    { numRuns: runs(400, 100) },
  );
  expect(wrong).toBeGreaterThan(100);
});

const listing = defineEvents({
  variables: { all: 'string' },
  events: {
    a: { title: 'A', variables: { xs: listOf('string'), x: 'string' } },
    b: { title: 'B', variables: { xs: listOf('string') } },
    c: { title: 'C', variables: { x: 'string', y: 'string' } },
  },
});

it.each<[payload: string, said: string[]]>([
  ['[$for(z in xs)$"$z$"$sep$,$endfor$]', ['variable-of-others for c at xs']],
  [
    '[$for(z in xs if z == "a")$"$x$$y$"$sep$,"$y$",$endfor$]',
    [
      'variable-of-others for c at xs',
      'variable-of-others for b at x',
      'variable-of-others for a,b at y',
      'variable-of-others for a,b at y',
    ],
  ],
])(
  'what is said of a list, its items and what stands in it is said for whom it is true: %s',
  (payload, said) => {
    const config = { method: 'POST', url: 'https://h/', contentType: 'application/json', payload };
    const saidFor = (...names: string[]) =>
      validateWebhook(
        { ...config, events: Object.fromEntries(names.map(name => [name, true])) },
        { events: listing },
      ).filter(({ code }) => /-name|-list|variable/.test(code));
    const together = saidFor('a', 'b', 'c');
    expect(
      together.map(
        ({ code, events, range }) =>
          `${code} for ${events?.join()} at ${payload.slice(range.start, range.end)}`,
      ),
    ).toEqual(said);
    for (const name of listing.names) {
      const among = together.filter(({ events }) => events?.includes(name) ?? true);
      const key = ({ code, range }: WebhookDiagnostic) => `${code} ${range.start}`;
      expect(among.map(key)).toEqual(saidFor(name).map(key));
    }
  },
);

import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { unmark } from '../../marked-source.ts';

const events = defineEvents({
  variables: { id: 'number', note: 'string', isOver: 'boolean', notes: listOf('string') },
  events: {
    paid: {
      title: 'Paid',
      variables: { paidWith: 'string', isGift: 'boolean' },
      constants: { isGift: true, isOver: false },
    },
    sent: {
      title: 'Sent',
      variables: { parcels: listOf({ code: 'string' }), isGift: 'boolean' },
      constants: { isOver: false },
    },
    cancelled: {
      title: 'Cancelled',
      variables: { reason: 'string', isLate: 'boolean', level: ['high', 'low'] },
      constants: { isLate: true, level: 'high', isOver: true },
    },
    refunded: { title: 'Refunded', variables: { reason: 'string' } },
  },
});

const three = ['paid', 'sent', 'cancelled'];

function configOf(payload: string, on: readonly string[] = three) {
  return {
    events: Object.fromEntries(on.map(name => [name, true])),
    method: 'POST',
    url: 'https://h/',
    contentType: 'application/json',
    payload,
  } as const;
}

function found(payload: string, on?: readonly string[]) {
  return validateWebhook(configOf(payload, on), { events });
}

describe('which event it is', () => {
  it.each([
    '{"a":"$if(event == "paid")$$paidWith$$endif$"}',
    '{"a":$if(event != "paid")$1$else$"$paidWith$"$endif$}',
    '{"a":$if(!(event == "sent") && event != "cancelled")$"$paidWith$"$else$1$endif$}',
    '{"a":$if(event == "paid" && paidWith == "card")$1$else$2$endif$}',
    '{"a":$if(event != "paid" || paidWith == "card")$1$else$2$endif$}',
    '{"a":$if(!(event != "paid" || paidWith == "card"))$1$else$2$endif$}',
    // Each event has its branch, so there is always a value.
    '{"a":$if(event == "paid")$1$elseif(event == "sent")$2$elseif(event == "cancelled")$3$endif$}',
    '{"a":[$if(event == "sent")$$for(p in parcels)$"$p.code$"$sep$,$endfor$$endif$]}',
    '{"a":[$if(event == "sent")$$for(p in parcels)$$if(event == "sent" && p.code != "")$1$else$2$endif$$sep$,$endfor$$endif$]}',
    // A constant stands for the events that have it.
    '{"a":$if(event == "cancelled" && isLate)$"$reason$"$else$1$endif$}',
    '{"a":$if(event == "cancelled")$$if(level == "high")$"$reason$"$endif$$else$1$endif$}',
    '{"a":$if(event == "paid")$$if(isGift)$1$endif$$else$2$endif$}',
    // A bracket that opens for an event is closed for the same one.
    '$if(event == "paid")$[$endif$1$if(event == "paid")$]$endif$',
  ])('is known to the proof: %s', payload => {
    expect(found(payload)).toEqual([]);
  });

  it.each<[payload: string, lackers: string[], fixed: string]>([
    ['{"a":"$«paidWith»$"}', ['sent', 'cancelled'], '{"a":"$if(event == "paid")$$paidWith$$endif$"}'],
    ['{"a":$«paidWith»$}', ['sent', 'cancelled'], '{"a":$if(event == "paid")$$paidWith$$else$null$endif$}'],
    [
      '{"a":"$if(event != "sent")$$«paidWith»$$endif$"}',
      ['cancelled'],
      '{"a":"$if(event != "sent")$$if(event == "paid")$$paidWith$$endif$$endif$"}',
    ],
    [
      '{"a":$if(«paidWith» == "card")$1$else$2$endif$}',
      ['sent', 'cancelled'],
      '{"a":$if(event == "paid" && paidWith == "card")$1$else$2$endif$}',
    ],
    [
      '{"a":$if(id > 1 || !(«paidWith» == "card"))$1$else$2$endif$}',
      ['sent', 'cancelled'],
      '{"a":$if(id > 1 || !((event == "paid" && paidWith == "card")))$1$else$2$endif$}',
    ],
    [
      '{"a":[$for(p in «parcels»)$1$sep$,$endfor$]}',
      ['paid', 'cancelled'],
      '{"a":[$if(event == "sent")$$for(p in parcels)$1$sep$,$endfor$$endif$]}',
    ],
    [
      '{"a":$if(«isGift»)$1$else$2$endif$}',
      ['cancelled'],
      '{"a":$if(event != "cancelled" && isGift)$1$else$2$endif$}',
    ],
    [
      '{"a":$if(«parcels»)$1$else$2$endif$}',
      ['paid', 'cancelled'],
      '{"a":$if(event == "sent" && parcels)$1$else$2$endif$}',
    ],
    [
      '{"a":$if(!«parcels»)$1$else$2$endif$}',
      ['paid', 'cancelled'],
      '{"a":$if(!(event == "sent" && parcels))$1$else$2$endif$}',
    ],
    [
      '{"a":$if(note == "q" && «parcels»)$1$else$2$endif$}',
      ['paid', 'cancelled'],
      '{"a":$if(note == "q" && (event == "sent" && parcels))$1$else$2$endif$}',
    ],
    [
      '{"a":[$for(n in notes if «parcels»)$"$n$"$sep$,$endfor$]}',
      ['paid', 'cancelled'],
      '{"a":[$for(n in notes if event == "sent" && parcels)$"$n$"$sep$,$endfor$]}',
    ],
  ])('is asked where a name is not that of all who come: %s', (marked, lackers, fixed) => {
    const { source, range } = unmark(marked);
    const diagnostics = found(source);
    expect(diagnostics.map(each => [each.code, each.events, each.range])).toEqual([
      ['variable-of-others', lackers, range],
    ]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(fixed);
    expect(found(fixed)).toEqual([]);
  });

  it('is no fact about what breaks where all are checked together', () => {
    const [broken] = found('{"a":$if(event == "paid")$1$endif$}');
    expect(broken?.facts).toEqual({ expected: 'a value', found: '`}`', when: 'when `event` is not `paid`' });
  });

  it('is not asked for a name that nobody has', () => {
    for (const source of ['{"a":"$nme$"}', '{"a":$if(nme == "x")$1$else$2$endif$}'])
      expect(found(source).map(({ code }) => code)).toEqual(['unknown-variable']);
  });

  it('is asked in brackets beside what else a condition asks', () => {
    const source = '{"a":$if(reason == "x")$1$else$2$endif$}';
    const [fix] = found(source, [...three, 'refunded'])[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(
      '{"a":$if((event == "cancelled" || event == "refunded") && reason == "x")$1$else$2$endif$}',
    );
  });

  it.each<[payload: string, on: string[], message: string]>([
    [
      '{"a":"$paidWith$"}',
      ['sent', 'cancelled'],
      '`paid` alone has `paidWith`, and is not switched on: switch it on, or remove what needs `paidWith`.',
    ],
    [
      '{"a":$if(event == "paid" && reason == "")$1$else$"$reason$"$endif$}',
      ['paid', 'sent'],
      '`cancelled`, `refunded` alone have `reason`, and none of them is switched on: switch one of them on, or remove what needs `reason`.',
    ],
    [
      '{"a":"$if(event == "sent")$$paidWith$$endif$"}',
      three,
      '`paid` alone has `paidWith`, and only `sent` comes here: write it where that event comes.',
    ],
    [
      '{"a":$if(event == "paid" && parcels)$1$else$2$endif$}',
      three,
      '`sent` alone has `parcels`, and only `paid` comes here: write it where that event comes.',
    ],
    [
      '{"a":$if(event != "cancelled" && reason == "")$1$else$2$endif$}',
      three,
      '`cancelled`, `refunded` alone have `reason`, and only `paid`, `sent` come here: write it where those events come.',
    ],
  ])('has no fix where none of its events comes: %s', (payload, on, message) => {
    const diagnostics = found(payload, on).filter(each => each.code === 'variable-of-others');
    expect(new Set(diagnostics.map(each => each.message))).toEqual(new Set([message]));
    expect(diagnostics.flatMap(({ fixes }) => fixes)).toEqual([]);
  });

  it('has a message that names who lacks a variable, and how to ask', () => {
    expect(found('{"a":"$paidWith$"}').map(({ message }) => message)).toEqual([
      '`paid` alone has `paidWith`, and `sent`, `cancelled` come here too: ask for the event first, as in `$if(event == "paid")$…$endif$`.',
    ]);
  });

  it.each<[payload: string, on: string[], said: string]>([
    [
      '"$if(event == "refunded")$$reason$$endif$"',
      three,
      'events that are switched on, `paid`, `sent`, `cancelled`',
    ],
    [
      '"$if(event == "paid")$a$elseif(id > 1)$b$elseif(event == "paid" || id > 1)$c$endif$"',
      three,
      'switched on',
    ],
    // The branches before it leave nothing to it.
    [
      '"$if(event == "paid")$a$elseif(event != "paid")$b$elseif(event == "refunded")$c$endif$"',
      three,
      'switched on',
    ],
    ['"$if(isOver)$a$endif$"', ['paid'], 'event that is switched on, `paid`, does not come to it.'],
    ['"$if(event == "")$x$endif$"', three, 'switched on'],
    ['"$if(event == "paid")$$if(event == "sent")$x$endif$$endif$"', three, '`cancelled`, none comes to it.'],
    // A refund would come to it.
    ['"$if(event == "refunded" || id > 1)$a$if(!(id > 1))$b$endif$$endif$"', three, 'switched on'],
    ['"$if(event != "refunded" && id > 1)$a$elseif(id > 1)$b$endif$"', three, 'switched on'],
    // No event would.
    ['"$if(id > 1 && id < 1)$x$endif$"', ['paid'], 'on no path that comes to it'],
    ['"$if(event == "paid" && id > 1 && id < 1)$x$endif$"', ['paid'], 'on no path that comes to it'],
    ['"$if(id > 1)$a$elseif(id > 2)$b$endif$"', three, 'on no path that comes to it'],
    ['"$if(event == "paid")$$if(id > 1)$$if(id < 1)$x$endif$$endif$$endif$"', three, 'on no path'],
    ['"$if(event == "paid" && id > 1)$a$if(id < 1)$b$endif$$endif$"', three, 'on no path'],
    ['"$if(event == "paid" || id > 1)$a$elseif(id > 1)$b$endif$"', three, 'on no path'],
    ['"$for(n in notes)$$if(!notes)$$n$$endif$$endfor$"', ['paid'], 'on no path'],
    ['"$if(event == "paid")$$for(n in notes)$$if(!notes)$$n$$endif$$endfor$$endif$"', three, 'on no path'],
  ])('makes a branch that never holds a warning: %s', (payload, on, said) => {
    expect(found(payload, on).map(({ code, severity }) => [code, severity])).toEqual([
      ['never-holds', 'warning'],
    ]);
    expect(found(payload, on)[0]?.message).toContain(said);
  });

  it.each([
    ['{"a":$if(event == "sent")$$if(amount == "1")$1$else$2$endif$$else$$amount; format="0.00"$$endif$}'],
    ['{"a":$if(event == "sent" && amount == "1")$1$elseif(event == "paid" && amount > 1)$2$else$3$endif$}'],
    ['{"a":$if(event == "sent")$"$amount; max="3"$"$else$$amount; format="0.00"$$endif$}'],
    ['{"a":[$if(event == "sent")$$for(p in parcels)$1$sep$,$endfor$$endif$]}'],
    [
      '{"a":[$if(event == "sent")$$for(line in lines if line.gross > 1)$"$line.gross$"$sep$,$endfor$$endif$]}',
    ],
    [
      '{"a":[$if(event == "sent")$$for(l in lines)$[$for(tax in l.taxes)$$tax; format="0"$$sep$,$endfor$]$sep$,$endfor$$endif$]}',
    ],
  ])('leaves a branch right when its event is switched off, whatever its types: %s', payload => {
    const catalogue = defineEvents({
      events: {
        paid: {
          title: 'Paid',
          variables: { amount: 'number', parcels: 'number', lines: listOf({ net: 'number' }) },
        },
        sent: {
          title: 'Sent',
          variables: {
            amount: 'string',
            parcels: listOf('string'),
            lines: listOf({ gross: 'number', taxes: listOf('number') }),
          },
        },
      },
    });
    const codes = (...on: readonly string[]) =>
      validateWebhook(configOf(payload, on), { events: catalogue }).map(({ code }) => code);
    expect(codes('paid', 'sent')).toEqual([]);
    expect(codes('paid')).toEqual(['never-holds']);
  });

  it('reports what is wrong for any type, also where no event comes', () => {
    expect(found('"$if(isOver)$a$else$$date; format="yyyy-MM-ddTHH"$$endif$"', ['cancelled'])).toMatchObject([
      { code: 'illegal-date-letter' },
    ]);
  });

  it('always holds for the only event that is on', () => {
    expect(found('{"a":$if(isOver)$1$endif$}', ['cancelled'])).toEqual([]);
    expect(found('{"a":$if(isOver)$1$endif$}').map(({ message }) => message)).toEqual([
      expect.stringContaining('when `isOver` is false'),
    ]);
  });

  it('is not a name that the catalogue lacks', () => {
    expect(found('"$if(event == "payd")$x$endif$"').map(({ code }) => code)).toContain('unknown-constant');
  });

  it('is said of a path as the template says it', () => {
    const messages = (payload: string) =>
      found(payload, ['cancelled', 'refunded']).map(({ message }) => message);
    expect(messages('{"a":$if(event == "cancelled")$1$endif$}')).toEqual([
      expect.stringContaining('when `event` is `refunded`'),
    ]);
  });
});

describe('an event that says something else of itself', () => {
  const payload =
    '{"e":"$event$","gift":$if(event == "paid")$$isGift$$else$0$endif$,"known":$if(event == "paid" && isGift)$1$else$2$endif$}';
  const webhook = compileWebhook(configOf(payload, ['paid', 'sent']), { events });
  const lying = (event: object) => webhook.requestFor(event as Parameters<typeof webhook.requestFor>[0]);

  it('is written with the name and the constants of the catalogue', () => {
    expect(lying({ event: 'paid', isGift: false })?.body).toBe('{"e":"paid","gift":true,"known":1}');
    let looks = 0;
    const changing = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: (_, key) => ({
          value: key === 'event' ? (looks++ === 0 ? 'paid' : 'sent') : undefined,
          configurable: true,
        }),
      },
    );
    expect(lying(changing)?.body).toBe('{"e":"paid","gift":true,"known":1}');
  });

  it.each<[event: unknown, message: string]>([
    [null, 'event: expected an event made by `create` of its catalogue'],
    ['paid', 'event: expected an event'],
    [{ event: 'pad' }, 'event.event: expected'],
    [Object.create({ event: 'paid' }), 'event.event: expected'],
    [Object.defineProperty({}, 'event', { get: () => 'paid' }), 'event.event: expected'],
  ])('is refused where its name cannot be read: %j', (event, message) => {
    expect(() => lying(event as object)).toThrow(TypeError);
    expect(() => lying(event as object)).toThrow(message);
  });

  it('is refused where reading throws', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(() => lying(proxy)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });
});

it('asks whether a value is there also where the event that may lack it is off', () => {
  const timed = defineEvents({
    events: {
      began: { title: 'Began', variables: { seconds: optional('number') } },
      ended: { title: 'Ended', variables: { seconds: 'number', errors: 'number' } },
    },
  });
  const codes = (payload: string) =>
    validateWebhook(configOf(payload, ['ended']), { events: timed }).map(({ code }) => code);
  expect(codes('{"a":$if(seconds)$$seconds$$else$0$endif$}')).toEqual([]);
  // No event lacks this one, so that 0 was meant.
  expect(codes('{"a":$if(errors)$$errors$$else$0$endif$}')).toEqual(['never-missing']);
});

describe('a part that only some events have', () => {
  const parts = defineEvents({
    variables: { id: 'number' },
    events: {
      a: {
        title: 'A',
        variables: {
          g: { l: listOf('string'), z: 'number', y: 'string' },
          xs: listOf({ z: 'number', subs: listOf({ q: 'string', r: 'string' }) }),
          j: 'json',
        },
      },
      b: {
        title: 'B',
        variables: {
          g: { y: 'string' },
          xs: listOf({ y: 'string', subs: listOf({ q: 'string' }) }),
          j: { k: 'string' },
        },
      },
      c: { title: 'C', variables: { xs: 'string' } },
    },
  });
  const found = (payload: string, ...on: readonly string[]) =>
    validateWebhook(configOf(payload, on.length > 0 ? on : ['a', 'b']), { events: parts });

  it.each<[payload: string, fixed: string]>([
    ['[$«g.z»$]', '[$if(event == "a")$$g.z$$else$null$endif$]'],
    ['["$«g.z»$"]', '["$if(event == "a")$$g.z$$endif$"]'],
    ['[$«g.l»$]', '[$if(event == "a")$$g.l$$else$null$endif$]'],
    ['[$«g.l.count»$]', '[$if(event == "a")$$g.l.count$$else$null$endif$]'],
    ['["$«j.m»$"]', '["$if(event == "a")$$j.m$$endif$"]'],
    ['[$if(«g.l»)$1$else$2$endif$]', '[$if(event == "a" && g.l)$1$else$2$endif$]'],
    ['[$if(«g.l.count» > 2)$1$else$2$endif$]', '[$if(event == "a" && g.l.count > 2)$1$else$2$endif$]'],
    [
      '[$if(id > 1 && «g.z» > 1)$1$else$2$endif$]',
      '[$if(id > 1 && (event == "a" && g.z > 1))$1$else$2$endif$]',
    ],
    [
      '[$for(x in «g.l»)$"$x$"$sep$,$endfor$]',
      '[$if(event == "a")$$for(x in g.l)$"$x$"$sep$,$endfor$$endif$]',
    ],
    [
      '[$for(x in xs)$$«x.z»$$sep$,$endfor$]',
      '[$for(x in xs)$$if(event == "a")$$x.z$$else$null$endif$$sep$,$endfor$]',
    ],
    [
      '[$for(x in xs if «x.z» > 1)$1$sep$,$endfor$]',
      '[$for(x in xs if event == "a" && x.z > 1)$1$sep$,$endfor$]',
    ],
    [
      '[$for(x in xs)$[$for(s in x.subs)$"$«s.r»$"$sep$,$endfor$]$sep$,$endfor$]',
      '[$for(x in xs)$[$for(s in x.subs)$"$if(event == "a")$$s.r$$endif$"$sep$,$endfor$]$sep$,$endfor$]',
    ],
  ])('is asked for like a variable: %s', (marked, fixed) => {
    const { source, range } = unmark(marked);
    const diagnostics = found(source);
    expect(diagnostics.map(each => [each.code, each.events, each.range])).toEqual([
      ['variable-of-others', ['b'], range],
    ]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(fixed);
    expect(found(fixed)).toEqual([]);
  });

  it.each([
    '["$g.y$"]',
    '[$if(event == "a")$$g.z$$else$0$endif$]',
    '[$if(event == "a" && g.l)$1$else$2$endif$]',
    '[$for(x in xs)$$if(event == "a")$$for(s in x.subs)$"$s.r$",$endfor$$x.z$$else$"$x.y$"$endif$$sep$,$endfor$]',
    // Numbers of its own.
    '[$for(x in xs)$$x.number$$sep$,$endfor$]',
  ])('is right where no other event comes: %s', payload => {
    expect(found(payload)).toEqual([]);
  });

  it('has a message that names it as the template does', () => {
    expect(found('[$for(x in xs)$$x.z$$sep$,$endfor$]').map(({ message }) => message)).toEqual([
      '`a` alone has `x.z`, and `b` comes here too: ask for the event first, as in `$if(event == "a")$…$endif$`.',
    ]);
  });

  it('is not lacking where its list is', () => {
    const lists = defineEvents({
      variables: { id: 'number' },
      events: {
        a: { title: 'A', variables: { xs: listOf({ z: 'number' }) } },
        b: { title: 'B', variables: {} },
      },
    });
    const payload = '[$for(x in xs)$$x.z$$sep$,$endfor$]';
    const codes = validateWebhook(configOf(payload, ['a', 'b']), { events: lists }).map(
      ({ code, range: { start, end } }) => [code, payload.slice(start, end)],
    );
    expect(codes).toEqual([['variable-of-others', 'xs']]);
  });

  it('is not the list that others have under its name', () => {
    expect(
      found('[$for(x in xs)$1$sep$,$endfor$]', 'a', 'b', 'c').map(({ message, events: of }) => [message, of]),
    ).toEqual([['Only for `c`: `xs` is not a list, as it is for `a`, `b`: ask for the event first.', ['c']]]);
  });
});

describe('a value that only some events may lack', () => {
  const timed = defineEvents({
    variables: { id: 'number' },
    events: {
      a: { title: 'A', variables: { n: 'number', m: 'number', xs: listOf({ at: 'date' }) } },
      b: {
        title: 'B',
        variables: { n: optional('number'), m: optional('number'), xs: listOf({ at: optional('date') }) },
      },
      c: { title: 'C', variables: {} },
      d: { title: 'D', variables: { m: optional('number') } },
    },
  });
  const codes = (payload: string, ...on: readonly string[]) =>
    validateWebhook(configOf(payload, on), { events: timed }).map(({ code }) => code);

  it.each([
    '[$if(event == "a" && n)$1$else$2$endif$]',
    '[$if(event == "a")$$if(n)$1$else$2$endif$$else$3$endif$]',
    '[$if(event != "a" || !n)$1$else$2$endif$]',
    '[$if(event == "a")$$for(x in xs if x.at)$1$sep$,$endfor$$endif$]',
  ])('is not asked for where none of these comes: %s', payload => {
    expect(codes(payload, 'a', 'b')).toEqual(['never-missing']);
  });

  it.each<[payload: string, on: string[]]>([
    ['[$if(event != "c" && n)$1$else$2$endif$]', ['a', 'b', 'c']],
    ['[$if(n)$1$else$2$endif$]', ['a', 'b']],
    ['[$if(event == "b" && n)$1$else$2$endif$]', ['a', 'b']],
    ['[$for(x in xs if x.at)$1$sep$,$endfor$]', ['a']],
    // Nobody knows whether it would come.
    ['[$if(event != "c" && n)$1$else$2$endif$]', ['a', 'c']],
    ['[$if(event == "a" && m)$1$else$2$endif$]', ['a', 'b']],
  ])('is asked for where one of them comes, or is off: %s', (payload, on) => {
    expect(codes(payload, ...on)).toEqual([]);
  });

  it('is not said to be there where only events come that have none', () => {
    expect(codes('[$if(event == "c" && n)$1$else$2$endif$]', 'a', 'b', 'c')).toEqual(['variable-of-others']);
  });
});

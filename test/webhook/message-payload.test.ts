import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { type MarkupNode, type MarkupSyntax, parseMarkup } from '../../src/editor/element/look/markup.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { type PreviewPart, previewWebhook } from '../../src/webhook/preview/preview.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import type { Receiver } from '../../src/webhook/receivers/receiver.ts';
import { propertySeed, runs } from '../properties.ts';
import { orders } from './events/orders.ts';
import { hostileTicket, isProved, messageReceivers, messagesFor, receiverNamed, urlOf } from './messages.ts';
import { shop, tickets } from './payloads/catalogues.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const options = { events: tickets, receivers };

/** Where the words of a message are in what is sent. */
const places: Readonly<Record<string, { readonly text: string; readonly title?: string }>> = {
  slack: { text: 'text' },
  teams: {
    text: 'attachments.0.content.body.1.text',
    title: 'attachments.0.content.body.0.text',
  },
  discord: { text: 'content' },
  'google-chat': {
    text: 'cardsV2.0.card.sections.0.widgets.0.textParagraph.text',
    title: 'cardsV2.0.card.header.title',
  },
  mattermost: { text: 'text' },
  telegram: { text: 'text' },
  wecom: { text: 'text.content' },
  dingtalk: { text: 'text.content' },
  pagerduty: { text: 'payload.summary' },
  ntfy: { text: 'message', title: 'title' },
  gotify: { text: 'message', title: 'title' },
};

/** Limits in bytes of UTF-8. */
const maxBytes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  wecom: { text: 2048 },
  ntfy: { title: 1024, text: 4096 },
};

function textAt(sent: unknown, path: string): string {
  const text = path.split('.').reduce<unknown>((value, name) => Object(value)[name], sent);
  if (typeof text !== 'string') throw new Error(`There is no text at ${path}.`);
  return text;
}

/** How a part of a message is read; the HTML of Google Chat has the elements of Telegram. */
function syntaxOf({ id, message }: Receiver, part: 'title' | 'text'): MarkupSyntax {
  const markup = message?.[part]?.markup ?? 'plain';
  if (markup === 'html' || markup === 'telegram-html') return 'telegram-html';
  if (markup !== 'markdown') return markup;
  return id === 'teams' || id === 'discord' || id === 'mattermost' ? id : 'markdown';
}

function leavesOf(node: MarkupNode): readonly Extract<MarkupNode, { range: unknown }>[] {
  return 'children' in node ? node.children.flatMap(leavesOf) : [node];
}

function flat(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap(node => ('children' in node ? [node, ...flat(node.children)] : [node]));
}

/** What values wrote of a text that its reader takes for markup, for a mention or for a link to something else. */
function markupOfValues({ text, spans }: PreviewPart, syntax: MarkupSyntax): readonly string[] {
  const nodes = parseMarkup(text, syntax);
  const byValue = new Uint8Array(text.length);
  for (const { output, value } of spans) if (value) byValue.fill(1, output.start, output.end);
  const found = flat(nodes).flatMap(node => {
    if (node.kind !== 'mention' && node.kind !== 'link') return [];
    const shown = leavesOf(node);
    const isOfWords = shown.every(({ range }) => !byValue.subarray(range.start, range.end).includes(1));
    const read = shown.map(leaf => ('text' in leaf ? leaf.text : '')).join('');
    // An address that people read as it is leads where it says.
    return isOfWords || (node.kind === 'link' && node.address === read) ? [] : [`${node.kind} ${read}`];
  });
  // Slack has no escapes for marks, and a plain text has no marks.
  if (syntax === 'slack-mrkdwn' || syntax === 'plain') return found;
  for (const { range } of nodes.flatMap(leavesOf)) byValue.fill(0, range.start, range.end);
  const marks = Array.from(byValue, (isLeft, at) => (isLeft ? (text[at] ?? '') : '')).join('');
  return [...found, ...marks.replace(/\s+/g, '')];
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** A message to a receiver about the events of a shop. */
function toReceiver(id: string, more: object): object {
  const receiver = receiverNamed(id);
  return {
    receiver: id,
    url: urlOf(receiver),
    events: { 'order.paid': true, 'order.placed': true },
    ...more,
  };
}

/** "code at field [text]" of each diagnostic, with the part of the field's text that it is about. */
function summaries(config: object, known: readonly Receiver[] = receivers): string[] {
  return validateWebhook(config, { events: orders, receivers: known }).map(({ code, field, range }) => {
    const text = textOf(config, field);
    return `${code} at ${field} [${text.slice(range.start, range.end)}]`;
  });
}

/** The text of a field; empty where there is none. */
function textOf(config: object, field: string): string {
  const [, name, part = ''] = /^messages\.(.*)\.(\w+)$/.exec(field) ?? [];
  const given = config as Readonly<Record<string, unknown>>;
  const { messages, message } = given as Readonly<Record<string, Record<string, Record<string, unknown>>>>;
  const text =
    name !== undefined
      ? messages?.[name]?.[part]
      : (message?.[field.replace('message.', '')] ?? given[field]);
  return typeof text === 'string' ? text : '';
}

function bodyOf(
  config: object,
  name: 'order.paid' | 'order.placed' = 'order.paid',
  facts: object = {},
): string {
  const { requestFor } = compileWebhook(config as OrderConfig, { events: orders, receivers });
  return requestFor({ ...orders.sample(name, { now: () => 0 }), ...facts } as never)?.body ?? '';
}

type OrderConfig = WebhookConfig<typeof orders>;

const sentence = { text: 'Order $order.id$' };

describe('words for each event', () => {
  const messages = { 'order.paid': { text: 'paid with $paidWith$' } };

  it('are only those of that event, and an event without own words has those of all', () => {
    const config = toReceiver('slack', { message: sentence, messages });
    expect(summaries(config)).toEqual([]);
    expect(bodyOf(config)).toBe('{"text":"paid with card"}');
    expect(bodyOf(config, 'order.placed')).toBe('{"text":"Order 7"}');
  });

  it('may be there for each event alone', () => {
    const both = { ...messages, 'order.placed': { text: 'placed' } };
    const config = toReceiver('slack', { messages: both });
    expect(summaries(config)).toEqual([]);
    expect([bodyOf(config), bodyOf(config, 'order.placed')]).toEqual([
      '{"text":"paid with card"}',
      '{"text":"placed"}',
    ]);
  });

  it('may name only variables of that event', () => {
    const wrong = { ...messages, 'order.placed': { text: 'placed $paidWith$' } };
    expect(summaries(toReceiver('slack', { messages: wrong }))).toEqual([
      expect.stringMatching(/^\S+ at messages\.order\.placed\.text \[paidWith\]$/),
    ]);
  });

  it('are missed for exactly the events that nothing is said about', () => {
    const events = { 'order.paid': true, 'order.placed': true, 'order.cancelled': true };
    const [found, ...others] = validateWebhook(toReceiver('slack', { events, messages }), {
      events: orders,
      receivers,
    });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'no-words',
      field: 'message.text',
      facts: { events: ['order.placed', 'order.cancelled'] },
    });
    const one = toReceiver('slack', { events: { 'order.paid': true }, messages });
    expect(summaries(one)).toEqual([]);
  });

  it('are missed where there is a title alone, or nothing', () => {
    for (const more of [{ message: {} }, { message: { title: 'a' } }, { messages: {} }])
      expect(summaries(toReceiver('gotify', more))).toEqual(['no-words at message.text []']);
  });

  it('have the title of all where they have no title of their own', () => {
    const title = (config: object, name: 'order.paid' | 'order.placed') =>
      JSON.parse(bodyOf(config, name)).title;
    const titled = { 'order.paid': { title: 'Paid', text: 'a' }, 'order.placed': { text: 'b' } };
    const config = toReceiver('gotify', { message: { title: 'Order $order.id$' }, messages: titled });
    expect(summaries(config)).toEqual([]);
    expect([title(config, 'order.paid'), title(config, 'order.placed')]).toEqual(['Paid', 'Order 7']);
    const untitled = toReceiver('gotify', { messages: titled });
    expect(title(untitled, 'order.paid')).toBe('Paid');
    expect(title(untitled, 'order.placed')).toMatch(/placed/i);
  });
});

describe('beside a message', () => {
  it.each([
    ['method', 'PUT', 'beside-message at method [PUT]'],
    ['contentType', 'application/json', 'beside-message at contentType [application/json]'],
    ['payload', '{"text":"$event$"}', 'beside-message at payload [{"text":"$event$"}]'],
    ['output', 'json', 'beside-message at output [json]'],
  ])('%s is too much', (name, value, expected) => {
    expect(summaries(toReceiver('slack', { message: sentence, [name]: value }))).toEqual([expected]);
  });

  it.each<[what: string, more: object, others: readonly string[]]>([
    ['no receiver', { receiver: undefined, url: 'https://example.com/' }, []],
    [
      'an unknown one',
      { receiver: 'pager', url: 'https://example.com/' },
      ['unknown-receiver at receiver [pager]'],
    ],
    ['one without messages', { receiver: 'plain-json', url: 'https://example.com/' }, []],
  ])('%s is too little', (_, more, others) => {
    const found = summaries(toReceiver('slack', { message: sentence, ...more }));
    expect(found.filter(each => !others.includes(each))).toEqual([
      expect.stringMatching(/^no-receiver-of-messages at receiver /),
    ]);
  });

  it.each<[what: string, id: string, message: object, expected: readonly string[]]>([
    [
      'a title where there is none',
      'slack',
      { ...sentence, title: 'T' },
      ['not-in-message at message.title [T]'],
    ],
    ['`to` where the URL says it', 'slack', { ...sentence, to: 'x' }, ['not-in-message at message.to []']],
    ['a missing `to`', 'ntfy', sentence, ['no-recipient at message.to []']],
    ['a `to` of another form', 'pagerduty', { ...sentence, to: 'x1' }, ['schema-length at message.to []']],
    ['an empty text', 'slack', { text: ' \n' }, ['empty-message at message.text [']],
    [
      'an element that is open',
      'telegram',
      { text: '<b>a', to: '@a' },
      ['unclosed-markup at message.text [<b]'],
    ],
    [
      'one that is closed',
      'telegram',
      { text: 'a</b>', to: '@a' },
      ['unclosed-markup at message.text [</b]'],
    ],
    [
      'one that is closed too late',
      'google-chat',
      { text: '<b><i>a</b></i>' },
      ['unclosed-markup at message.text [</b]', 'unclosed-markup at message.text [<b]'],
    ],
    [
      'one that only a branch opens',
      'google-chat',
      { text: '$if(order.id > 1)$<b>$endif$$order.id$</b>' },
      ['unclosed-markup at message.text [<b]', 'unclosed-markup at message.text [</b]'],
    ],
    [
      'one that only the items of a list close',
      'google-chat',
      { text: '<br>$if(isTest)$<b>a</b>$else$a</i>$endif$' },
      ['unclosed-markup at message.text [</i]'],
    ],
  ])('%s is found', (_, id, message, expected) => {
    const found = summaries(toReceiver(id, { message }));
    expect(found).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) expect(found[index]).toContain(each);
  });

  it('elements that no branch leaves open are right', () => {
    const text = '<b>$if(isTest)$<i>test</i>$else$<I>$order.id$</I>$endif$</b><br>1 < 2 </c> <unknown>';
    expect(summaries(toReceiver('google-chat', { message: { text } }))).toEqual([]);
  });

  it('a receiver may want who gets it in its own words', () => {
    const [found] = validateWebhook(toReceiver('telegram', { message: sentence }), {
      events: orders,
      receivers,
    });
    expect(found?.message).toContain('such as `@my_channel`');
  });

  it('nobody reads who gets it in what is found about it', () => {
    const config = toReceiver('pagerduty', { message: { ...sentence, to: 'canary' } });
    const found = validateWebhook(config, { events: orders, receivers });
    expect(found).not.toEqual([]);
    expect(JSON.stringify(found)).not.toContain('canary');
  });
});

describe('characters of words', () => {
  const textFrom = (id: string, text: string) =>
    textAt(
      JSON.parse(bodyOf(toReceiver(id, { message: { text, ...(id === 'telegram' && { to: '@a' }) } }))),
      places[id]?.text ?? '',
    );

  it.each([
    ['slack', '1 < 2 && <b>', '1 &lt; 2 &amp;&amp; &lt;b>'],
    [
      'slack',
      '<@U1> <!here> <https://a.example|a> <mailto:a@b.example> &amp;',
      '<@U1> <!here> <https://a.example|a> <mailto:a@b.example> &amp;',
    ],
    ['telegram', '1 < 2 && <p> <', '1 &lt; 2 &amp;&amp; &lt;p> &lt;'],
    [
      'telegram',
      '<b>b</b> <a href="https://a.example">a</a> &lt; &#65;',
      '<b>b</b> <a href="https://a.example">a</a> &lt; &#65;',
    ],
    ['google-chat', 'a<br>b & <pre>', 'a<br>b &amp; &lt;pre>'],
    ['discord', '1 < 2 & *b*', '1 < 2 & *b*'],
    ['gotify', '1 < 2 & "b" \\', '1 < 2 & "b" \\'],
    ['slack', 'costs \\$5 \\n C:\\\\$order.id$', 'costs $5 \\n C:\\\\7'],
  ])('are read by %s as `%s` was meant', (id, text, expected) => {
    expect(textFrom(id, text)).toBe(expected);
  });

  it('that end lines are twice in Teams, where one is a space, and once elsewhere', () => {
    for (const { id, message } of messageReceivers) {
      const text = id === 'teams' ? 'a\n\nb\n\n\n\nc' : 'a\nb\n\nc';
      const to = message.to && { to: 'x'.repeat(32) };
      const config = toReceiver(id, { message: { text: 'a\nb\n\nc', ...to } });
      expect(textAt(JSON.parse(bodyOf(config)), places[id]?.text ?? ''), id).toBe(text);
    }
  });
});

describe('the room of a receiver', () => {
  const textFor = (id: string, text: string, customer: string) => {
    const body = bodyOf(toReceiver(id, { message: { text } }), 'order.paid', { order: { id: 7, customer } });
    return textAt(JSON.parse(body), places[id]?.text ?? '');
  };

  it('is shared by the values that may be long, after their escapes', () => {
    const text = textFor('discord', '$order.customer$ / $order.customer$', '*'.repeat(5000));
    expect(text).toMatch(/^(?:\\\*){400,}… \/ (?:\\\*){400,}…$/);
    expect(text.length).toBeLessThanOrEqual(2000);
  });

  it('holds ten items of a list, unless the list says how many', () => {
    const lines = Array.from({ length: 12 }, (_, index) => ({
      title: `t${index}`,
      sku: '',
      count: 1,
      cents: 1,
    }));
    const config = (max: string) => ({
      receiver: 'slack',
      url: urlOf(receiverNamed('slack')),
      events: { 'order.paid': true },
      message: { text: `Lines: $for(line in lines${max})$$line.title$$sep$ $endfor$` },
    });
    const linesIn = (max: string) => {
      const { requestFor } = compileWebhook(config(max) as WebhookConfig<typeof shop>, {
        events: shop,
        receivers,
      });
      return requestFor({ ...shop.sample('order.paid'), lines } as never)?.body?.match(/t\d+/g);
    };
    expect(linesIn('')).toHaveLength(10);
    expect(linesIn('; max="12"')).toHaveLength(12);
  });

  it.each([
    ['long words', 'wecom', '中'.repeat(683), 'at most 682 characters'],
    ['characters that are escaped', 'google-chat', '&'.repeat(900), 'up to 4500 characters'],
    ['line breaks that are twice', 'teams', `a${'\n'.repeat(4001)}`, 'up to 8003 characters'],
    // Escaped, each of the 800 may have six.
    ['values as long as they say', 'google-chat', '$order.customer; max="800"$', 'up to 4800 characters'],
    [
      'a long text in place of a value',
      'wecom',
      `$order.customer; default="${'x'.repeat(700)}"$`,
      'at most 682 characters',
    ],
  ])('may be too small for %s', (_, id, text, expected) => {
    const config = toReceiver(id, { message: { text } });
    const found = validateWebhook(config, { events: orders, receivers });
    expect(found).toMatchObject([{ code: 'schema-unproved', severity: 'warning', field: 'message.text' }]);
    expect(found[0]?.message).toContain(expected);
  });

  it('leaves a character to each value, however many there are', () => {
    const text = '$order.customer$ '.repeat(600);
    const found = validateWebhook(toReceiver('telegram', { message: { text, to: '@a' } }), {
      events: orders,
      receivers,
    });
    expect(found.map(({ code, field }) => `${code} ${field}`)).toEqual(['schema-unproved message.text']);
  });
});

describe('what is found in words', () => {
  it.each([
    ['message.text', 'Order $ordr.id$ is here', 'ordr.id'],
    ['messages.order.paid.text', '"Line"\n\\ <$paidWit$>', 'paidWit'],
    ['messages.order.paid.text', 'a\n$if(isTes)$b$endif$', 'isTes'],
    ['messages.order.paid.title', '"$date; format="yyyy-mm-dd"$', 'mm'],
    ['message.title', 'Order $order.id; frmat="0"$', 'frmat'],
  ])('is said of %s, where it stands, with fixes that mend it', (field, text, found) => {
    const own = (name: string) => ({ text: 'a', ...(field.endsWith(name) && { [name]: text }) });
    const config = toReceiver('teams', {
      message: field.startsWith('message.') ? own(field.slice('message.'.length)) : sentence,
      ...(field.startsWith('messages') && { messages: { 'order.paid': own(field.replace(/.*\./, '')) } }),
    });
    const [diagnostic, ...others] = validateWebhook(config, { events: orders, receivers });
    expect(others).toEqual([]);
    expect(diagnostic?.field).toBe(field);
    const { start = 0, end = 0 } = diagnostic?.range ?? {};
    expect(text.slice(start, end)).toContain(found);
    const [fix] = diagnostic?.fixes ?? [];
    const mended = applyFix(text, fix as Fix);
    const json = JSON.stringify(config).replace(JSON.stringify(text), () => JSON.stringify(mended));
    expect(summaries(JSON.parse(json))).toEqual([]);
  });

  it('of a receiver’s limits is said of the words that reach them', () => {
    const text = '$if(isTest)$test$endif$';
    expect(summaries(toReceiver('slack', { message: { text } }))).toEqual([
      `schema-length at message.text [${text}]`,
    ]);
  });

  it(`has a field, a range in its text and no word of JSON (HOOKPLATE_SEED=${propertySeed})`, () => {
    const broken = fc.constantFrom(
      '$',
      '$if(',
      '$endif$',
      '$ticket.subjct$',
      '$ticket.tags$',
      '$ticket$',
      '<b>',
      '</i>',
      '$for(tag in ticket.tag)$',
      '$ticket.id; max="3"$',
      '$date; format="yyy"$',
      '$event; format="uper"$',
      '"}',
      '\u0000',
      '',
      'x'.repeat(3000),
    );
    const receiver = fc.constantFrom(...messageReceivers);
    const configs = receiver.chain(each =>
      fc
        .tuple(messagesFor(each), fc.array(broken, { maxLength: 3 }), fc.boolean())
        .map(([config, more, isAll]) => {
          const { message, messages = {} } = config;
          const text = `${message?.text}${more.join('')}`;
          const own = Object.fromEntries(
            Object.entries(messages).map(([name, { text = '' } = {}]) => [
              name,
              { text: `${more.join('')}${text}` },
            ]),
          );
          return { ...config, message: { ...message, text }, messages: isAll ? messages : own };
        }),
    );
    let found = 0;
    fc.assert(
      fc.property(configs, config => {
        for (const { field, range, message, fixes, related } of validateWebhook(config, options)) {
          found++;
          expect(field).toMatch(/^messages?\.(?:.*\.)?(?:title|text|to)$/);
          const { length } = textOf(config, field);
          for (const each of [
            range,
            ...related.map(({ range }) => range),
            ...fixes.flatMap(({ edits }) => edits.map(({ range }) => range)),
          ]) {
            expect(each.start).toBeLessThanOrEqual(each.end);
            expect(each.end).toBeLessThanOrEqual(length);
          }
          const said = [
            message,
            ...fixes.map(({ title }) => title),
            ...related.map(({ message }) => message),
          ];
          expect(said.join('\n')).not.toMatch(/JSON|payload/);
        }
      }),
      { numRuns: runs(1000, 60) },
    );
    expect(found).toBeGreaterThan(10);
  });
});

describe(`any words (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(messageReceivers)('come as $id reads them, whatever the values are', receiver => {
    const { id, message } = receiver;
    const accepts = ajv.compile(receiver.schema ?? true);
    let proved = 0;
    fc.assert(
      fc.property(messagesFor(receiver), fc.integer(), (config, seed) => {
        if (!isProved(config)) return;
        const names = tickets.names.filter(name => config.events[name]);
        const samples = names.flatMap(name => [hostileTicket(name, seed), hostileTicket(name, seed + 1)]);
        const { requestFor } = compileWebhook(config, options);
        const preview = previewWebhook(config, { ...options, samples: samples as never });
        expect(preview.events).toHaveLength(samples.length);
        for (const shown of preview.events) {
          proved++;
          if (shown.kind !== 'request') throw shown.error;
          const sent: unknown = JSON.parse(requestFor(shown.event)?.body ?? '');
          expect(accepts(sent) ? [] : accepts.errors).toEqual([]);
          for (const [part, place] of Object.entries(places[id] ?? {}) as ['title' | 'text', string][]) {
            const text = textAt(sent, place);
            expect(lengthOf(text), place).toBeLessThanOrEqual(message[part]?.max ?? 0);
            expect(Buffer.byteLength(text), place).toBeLessThanOrEqual(maxBytes[id]?.[part] ?? Infinity);
            const words = shown.parts.find(({ field }) => field.endsWith(`.${part}`));
            if (!words) continue;
            expect(words.text).toBe(text);
            expect(markupOfValues(words, syntaxOf(receiver, part)), text).toEqual([]);
          }
        }
      }),
      { numRuns: runs(400, 20) },
    );
    expect(proved).toBeGreaterThan(0);
  });
});

it('a text of any length for some events and one of a few for others is cut for all', () => {
  const events = defineEvents({
    variables: {},
    events: {
      a: { title: 'A', variables: { note: 'string' } },
      b: { title: 'B', variables: { note: ['x', 'y'] } },
    },
  });
  for (const receiver of receivers.filter(({ message }) => message)) {
    const config = {
      profile: 'p',
      receiver: receiver.id,
      url: 'https://h.example/x',
      events: { a: true, b: true },
      message: { text: 'N: $note$', ...(receiver.message?.to && { to: 'x'.repeat(32) }) },
    };
    const { requestFor } = compileWebhook(config, { events, receivers });
    const { body = '' } = requestFor(events.create('a', { note: 'q'.repeat(100_000) })) ?? {};
    expect(/q*/g[Symbol.match](body)?.join('').length, receiver.id).toBeLessThanOrEqual(
      receiver.message?.text.max ?? 0,
    );
  }
});

it('many events and many tags end with what is said of them', () => {
  const names = Array.from({ length: 300 }, (_, index) => `event${index}`);
  const events = defineEvents({
    variables: {},
    events: Object.fromEntries(names.map(name => [name, { title: name }])),
  });
  const config = {
    receiver: 'slack',
    url: 'https://hooks.slack.com/services/T0/B0/x1',
    events: Object.fromEntries(names.map(name => [name, true])),
    message: { text: '$event$'.repeat(20) },
  };
  expect(validateWebhook(config, { events, receivers })).toEqual(expect.any(Array));
});

it.each([[null], ['words'], [[]]])('a message that is %j is said to be none', message => {
  const config = {
    profile: 'p',
    receiver: 'slack',
    url: 'https://hooks.slack.com/services/T0/B0/x1',
    events: { Started: true },
    message,
  };
  const found = validateWebhook(config, { receivers });
  expect(found.map(({ field }) => field)).toContain('message');
  expect(found.map(({ message: said }) => said).join()).not.toMatch(/GET|application\/json|with {1,2},/);
});

import fc from 'fast-check';
import { validateWebhook } from '../../src/webhook/check.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import type { AnyEvent } from '../../src/webhook/events/event-catalogue.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import type { Receiver, ReceiverMessage } from '../../src/webhook/receivers/receiver.ts';
import { hostileStrings } from '../any-string.ts';
import { drawFrom } from '../template/promise/hostile-contexts.ts';
import { tickets } from './payloads/catalogues.ts';
import { factsFor } from './payloads/hostile-facts.ts';

type MessageReceiver = Receiver & { readonly message: ReceiverMessage };

/** The receivers of the gallery that take messages. */
export const messageReceivers = receivers.filter(
  (receiver): receiver is MessageReceiver => receiver.message !== undefined,
);

export function receiverNamed(id: string): MessageReceiver {
  const found = messageReceivers.find(receiver => receiver.id === id);
  if (!found) throw new Error(`There is no receiver ${id} of messages.`);
  return found;
}

/** An address at a receiver, with nothing left to fill in. */
export function urlOf({ url }: Receiver): string {
  if (typeof url !== 'string') throw new Error('The URL of a receiver of messages is a text.');
  return url.replaceAll(/YOUR[_/][A-Z\d_/]*[A-Z\d]_?/g, ({ length }) => 'x'.repeat(length));
}

/** Texts that each receiver reads in a way of its own. */
const literals = [
  'a',
  'Ticket ',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '"',
  "'",
  '\\',
  '\\\\',
  '\\n',
  '\\u0041',
  '\\$',
  '\\\\\\$',
  '\u0001',
  '\u2028',
  '\ud800',
  'ü😀',
  '*b*',
  '**b**',
  '_i_ ',
  '~s~',
  '`c`',
  '- ',
  '1. ',
  '> ',
  '# ',
  '<b>b</b>',
  '<B>b</B>',
  '<unknown>',
  'a < b > c',
  '& ',
  '&',
  '&amp;',
  '&nbsp;',
  '&#65;',
  '</',
  '<@U1>',
  '<!channel>',
  '@everyone ',
  '<https://example.com/|label>',
  '[label](https://example.com/)',
  '<a href="https://example.com/">label</a>',
  'https://example.com/?a=1&b=2 ',
];

/** Tags that any event of the tickets can write. */
const tags = [
  '$event$',
  '$date; format="yyyy-MM-dd"$',
  '$ticket.id$',
  '$ticket.id; format="0000"$',
  '$ticket.subject$',
  '$ ticket/subject $',
  '$ticket.subject; max="12"$',
  '$ticket.url; format="upper"$',
  '$ticket.requester.name; format="trim", default="nobody"$',
  '$ticket.priority$',
  '$ticket.priority; format="cap"$',
  '$ticket.dueAt; null="no date"$',
  '$ticket.assignee.name$',
  '$ticket.assignee.email; null="none"$',
  '$! nothing "of this" is <b>sent !$',
];

/** Tags of one event alone. */
const tagsOf: Readonly<Record<string, readonly string[]>> = {
  'ticket.opened': [
    '$description$',
    '$for(file in attachments)$$file.name$ ($file.bytes$)$sep$, $else$none$endfor$',
  ],
  'ticket.commented': [
    '$for(comment in comments; max="3")$$comment.author$: $comment.text; max="40"$$sep$\n$endfor$',
    '$for(comment in comments)$$if(comment.isInternal)$($comment.author$)$endif$$endfor$',
  ],
  'ticket.escalated': [
    '$because$',
    '$custom$',
    '$custom.region; null="none"$',
    '$for(watcher in watchers)$$watcher$ $endfor$',
  ],
  'ticket.closed': ['$resolution$', '$openHours$', '$rating; null="none"$'],
};

/** Words made of such pieces, with conditionals and lists around some. */
function wordsWith(own: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...literals), weight: 3 },
    { arbitrary: fc.constantFrom(...tags, ...own), weight: 2 },
  );
  const pieces = fc.array(piece, { maxLength: 5 }).map(all => all.join(''));
  const condition = fc.constantFrom(
    'ticket.priority == "urgent"',
    'ticket.dueAt',
    'ticket.tags && ticket.id > 10',
    'ticket.subject == "a" || !ticket.assignee',
    'event == "ticket.closed"',
  );
  const conditional = fc
    .tuple(condition, pieces, pieces)
    .map(([asked, yes, no]) => `$if(${asked})$${yes}$else$${no}$endif$`);
  const list = fc
    .tuple(pieces, fc.constantFrom('', '; max="2"'))
    .map(([item, max]) => `$for(tag in ticket.tags${max})$${item}$tag$$sep$, $else$no tags$endfor$`);
  const all = fc.oneof(
    { arbitrary: piece, weight: 6 },
    { arbitrary: conditional, weight: 1 },
    { arbitrary: list, weight: 1 },
  );
  return fc.array(all, { minLength: 1, maxLength: 8 }).map(texts => texts.join(''));
}

const lineWith = (own: readonly string[]) => wordsWith(own).map(text => text.replace(/\s+/g, ' '));

const names = ['ticket.opened', 'ticket.commented', 'ticket.escalated', 'ticket.closed'] as const;
type Name = (typeof names)[number];
export type TicketConfig = WebhookConfig<typeof tickets>;

/** Messages for a receiver about tickets: some events have words of their own. Not all of them are right. */
export function messagesFor(receiver: MessageReceiver): fc.Arbitrary<TicketConfig> {
  const { message: accepts } = receiver;
  const wordsOf = (own: readonly string[]) =>
    fc.record(
      { text: wordsWith(own), ...(accepts.title && { title: lineWith(own) }) },
      { requiredKeys: ['text'] },
    );
  const to = fc.oneof(
    fc.constantFrom('a "quoted" \\ $name$', '$if(', 'a\\$b').map(text => text.padEnd(32, 'x')),
    // The key of PagerDuty has 32 characters.
    fc.stringMatching(/^[!-~][ -~]{30}[!-~]$/),
  );
  const messages = fc.record(
    Object.fromEntries(names.map(name => [name, wordsOf(tagsOf[name] ?? [])])) as Record<
      Name,
      ReturnType<typeof wordsOf>
    >,
    { requiredKeys: [] },
  );
  return fc
    .record({
      message: wordsOf([]),
      to,
      messages,
      events: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
    })
    .map(({ message, to, messages, events }) => ({
      receiver: receiver.id,
      url: urlOf(receiver),
      events: Object.fromEntries(events.map(name => [name, true])),
      message: { ...message, ...(accepts.to && { to }) },
      messages,
    }));
}

const hostile = [
  ...hostileStrings,
  '*b*',
  '**b**',
  '__u__',
  '_i_',
  '~~s~~',
  '||s||',
  '`c`',
  '```\nx\n```',
  '\n- x',
  '\n1. x',
  '\n> x',
  '\n# x',
  '@everyone',
  '@here',
  '@all',
  '<!channel>',
  '<!here|here>',
  '<@U1>',
  '<@!42>',
  '<#C1|c>',
  '<users/all>',
  '<https://evil.example|x>',
  '[x](https://evil.example)',
  '](https://evil.example)',
  '|x>',
  '<a href="https://evil.example">x</a>',
  '<a href="tg://user?id=1">x</a>',
  '"><b>',
  '<b>x</b>',
  '</b>',
  '<br>',
  'https://evil.example/?a=1&b=2',
  '$ticket.subject$',
];

/** An event about a ticket whose texts could break any message, some of them long. The same for the same seed. */
export function hostileTicket(name: string, seed: number): AnyEvent {
  const draw = drawFrom(seed);
  const one = (): string => hostile[draw(hostile.length)] ?? '';
  const text = (): string => {
    const pieces = Array.from({ length: draw(4) }, one).join(draw(2) === 0 ? '' : ' ');
    return pieces.repeat(draw(5) === 0 ? 3000 : 1);
  };
  const { variables = {} } = tickets.events[name as Name];
  const { event: _, ...free } = variables;
  return tickets.create(name as Name, factsFor(free, seed, text) as never) as AnyEvent;
}

/** Whether nothing is wrong with a message, nor may it be too long or empty. */
export function isProved(config: TicketConfig): boolean {
  return validateWebhook(config, { events: tickets, receivers }).every(
    ({ severity, code }) => severity !== 'error' && code !== 'schema-unproved',
  );
}

import { youCanUse } from '../../diagnostics/catalogue/list.ts';
import type { MessageOfEvent, WebhookHeader } from '../config/settings.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import { EventSummary } from './event-summary.ts';
import type { Markup, Receiver } from './receiver.ts';

/** The settings of a configuration that its receiver decides. */
export interface WebhookDraft {
  readonly receiver: string;
  readonly method: WebhookRequest['method'];
  readonly url: string;
  readonly headers?: readonly WebhookHeader[];
  readonly contentType?: string;
  readonly payload?: string;
}

/**
 * A webhook to begin with, which reports events of a catalogue to a receiver: all of them unless it is told their names. What each user has to fill in is
 * written in capitals: `YOUR_TOKEN`.
 *
 * @throws {TypeError} for a name that the catalogue does not have.
 */
export function draftWebhook(
  receiver: Receiver,
  catalogue: AnyCatalogue,
  names: readonly string[] = catalogue.names,
): WebhookDraft {
  const unknown = explainUnknownEvent(names, catalogue);
  if (unknown !== undefined) throw new TypeError(unknown);
  const reported = { names, events: catalogue.events };
  const { id, method, url, headers, contentType, payload } = receiver;
  return {
    receiver: id,
    method,
    url: typeof url === 'string' ? url : url(reported),
    ...(headers && { headers }),
    ...(contentType !== undefined && { contentType }),
    ...(payload && { payload: payload(reported) }),
  };
}

/** A webhook to begin with whose message people write in words. */
export interface MessageDraft {
  readonly receiver: string;
  readonly url: string;
  readonly messages: Readonly<Record<string, MessageOfEvent>>;
}

/**
 * A webhook to begin with, which says in words what happened, for each event by itself: all of the catalogue unless it is told their
 * names. Undefined for a receiver that takes no message. Who gets it, `message.to`, is left to whoever sets it up.
 *
 * @throws {TypeError} for a name that the catalogue does not have.
 *
 * @example
 * ```ts
 * draftMessage(slack, processEvents)?.messages.Started; // { text: '*$profile$ started*\n…' }
 * ```
 */
export function draftMessage(
  { id, url, message }: Receiver,
  catalogue: AnyCatalogue,
  names: readonly string[] = catalogue.names,
): MessageDraft | undefined {
  const unknown = explainUnknownEvent(names, catalogue);
  if (unknown !== undefined) throw new TypeError(unknown);
  if (!message) return undefined;
  const { events } = catalogue;
  const wordsOf = (name: string): MessageOfEvent => {
    const { title, lines } = new EventSummary({ names: [name], events }).words();
    if (message.title) return { title, text: lines.length > 0 ? lines.join('\n') : title };
    return { text: [headings[message.text.markup](title), ...lines].join('\n') };
  };
  return {
    receiver: id,
    url: typeof url === 'string' ? url : url({ names, events }),
    messages: Object.fromEntries(names.map(name => [name, wordsOf(name)])),
  };
}

/** How a line becomes a heading. */
const headings: Readonly<Record<Markup, (line: string) => string>> = {
  plain: line => line,
  'slack-mrkdwn': line => `*${line}*`,
  markdown: line => `**${line}**`,
  html: line => `<b>${line}</b>`,
  'telegram-html': line => `<b>${line}</b>`,
};

/** Explains the first name that the catalogue does not have; undefined if it has all of them. */
export function explainUnknownEvent(names: readonly string[], catalogue: AnyCatalogue): string | undefined {
  const unknown = names.find(name => !catalogue.names.includes(name));
  if (unknown === undefined) return undefined;
  return `There is no event \`${unknown}\` in the catalogue: ${youCanUse(catalogue.names)}`;
}

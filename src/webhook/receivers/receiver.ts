import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { WebhookRequest } from '../webhook-request.ts';

/**
 * What takes webhooks: where it takes them, what it accepts, and a message to begin with. It is data, from the receiver's
 * public documentation; what that does not say is left out.
 */
export interface Receiver {
  /** What a configuration names it by: lower-case letters, digits and hyphens, at most 64. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** What it is for, in a few words, where its name alone does not say so. */
  readonly about?: string | undefined;
  /** The group of the gallery that it is listed in. Default: `generic`. */
  readonly category?: ReceiverCategory | undefined;
  /**
   * The hosts that only it has; `*.example.com` stands for every host under `example.com`. With the beginning of a path,
   * `api.example.com/rooms/*`, where others share the host; `*` is any one name there. Empty if anybody can run one.
   */
  readonly hosts: readonly string[];
  readonly method: WebhookRequest['method'];
  /**
   * A template of its address. What each user has to fill in, here and in the rest, is written in capitals that begin with `YOUR`, such as
   * `YOUR_TOKEN`: a check warns until it is replaced.
   */
  readonly url: string | TemplateFor;
  /** Headers that a request needs besides its content type; their values are templates. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The content type that it wants; absent for a GET. */
  readonly contentType?: string | undefined;
  /**
   * What it accepts, as far as its documentation says so; for JSON lines, what it accepts as a line. `description` says in a
   * sentence what a part is for, and `x-syntax` in which syntax a text is read: `slack-mrkdwn`, `html`, `markdown`,
   * `telegram-html`, `telegram-markdown`, `influx-tag` or `influx-text`.
   */
  readonly schema?: JsonSchema | undefined;
  /** Where its users find what has to be filled in, in a sentence; menus and buttons in quotation marks. */
  readonly setup?: string | undefined;
  /** Addresses of the public pages that the facts are from; empty if there is nobody to document it. */
  readonly documentation: readonly string[];
  /** The month in which they were compared with those pages: `2026-11`. */
  readonly checked: string;
  /** What is secret in a webhook for it: `url`, `authentication`, the name of a header, or the key in its payload. */
  readonly secret?: string | undefined;
  /** A template for its payload that reports every event of a catalogue. */
  readonly payload?: TemplateFor | undefined;
  /** How it takes a message of words; absent where its payload is more than that. */
  readonly message?: ReceiverMessage | undefined;
}

/** The groups of the gallery in their order: what people read, who is on call, what watches systems, and everything else. */
export const receiverCategories = ['chat', 'incidents', 'monitoring', 'generic'] as const;

export type ReceiverCategory = (typeof receiverCategories)[number];

/** What a receiver makes of a message, as plain data. */
export interface ReceiverMessage {
  /** Its payload in JSON: pieces of a template, and what stands between them, each inside a string of JSON. */
  readonly payload: readonly MessagePart[];
  readonly text: MessageText;
  /** Absent where it has none. */
  readonly title?: MessageText | undefined;
  /** What people call whoever gets it, where the URL does not say so. */
  readonly to?: { readonly label: string; readonly example?: string | undefined } | undefined;
}

/** A text of a message. */
export interface MessageText {
  /** The syntax that people read it in. */
  readonly markup: Markup;
  /** In how many characters, as the receiver counts them after the escapes of its markup. */
  readonly max: number;
  /** What stands for a line break, where that is more than one. */
  readonly lineBreak?: string | undefined;
}

/** The syntax of a text that people read. */
export type Markup = 'plain' | 'slack-mrkdwn' | 'markdown' | 'html' | 'telegram-html';

export type MessagePart =
  | string
  | { readonly part: 'title' | 'text' | 'to' }
  /** A text for how bad the event is. */
  | { readonly part: 'level'; readonly texts: Readonly<Record<Level, string>> }
  /** What events about one thing share, and what they are about, in so many characters at most. */
  | { readonly part: 'key' | 'subject'; readonly max: number };

/** How bad an event is; `ok` where what was bad is over, or went well. */
export type Level = 'critical' | 'error' | 'warning' | 'info' | 'ok';

/** What the check of a configuration asks of a receiver, and what the editor says of it: plain data, which threads can be sent. */
export type KnownReceiver = Pick<
  Receiver,
  'id' | 'name' | 'hosts' | 'schema' | 'contentType' | 'message' | 'setup'
> & {
  readonly method?: Receiver['method'] | undefined;
};

/** Takes from receivers what is known of them. */
export function knownReceivers(receivers: readonly KnownReceiver[]): readonly KnownReceiver[] {
  return receivers.map(({ id, name, hosts, method, contentType, schema, message, setup }) => ({
    id,
    name,
    hosts,
    ...(method !== undefined && { method }),
    ...(contentType !== undefined && { contentType }),
    ...(schema !== undefined && { schema }),
    ...(message !== undefined && { message }),
    ...(setup !== undefined && { setup }),
  }));
}

/** Writes a template for the events of a catalogue. */
export type TemplateFor = (catalogue: AnyCatalogue) => string;

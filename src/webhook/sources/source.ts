import type { EventCatalogue, EventMap } from '../events/event-catalogue.ts';

/**
 * A program that reports what happens by webhooks of its own form: how it proves who it is, and how what it sends becomes an
 * event with facts. It is data and one pure function, from the program's public documentation; what that does not say is left
 * out.
 */
export interface Source {
  /** What a server names the kind by: lower-case letters, digits and hyphens, at most 64. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** The events that it reports. Absent if it may report any: then those of a catalogue that the operator names. */
  readonly catalogue?: SourceCatalogue;
  /** How it proves who it is. One of them is enough; the first is the one to prefer. None is ever tried without a secret. */
  readonly signatures: readonly [SourceSignature, ...SourceSignature[]];
  /**
   * Who makes the secret. `server`: it is made where the events arrive, and pasted into the sender. `sender`: the sender shows
   * it, and it is pasted where the events arrive.
   */
  readonly secretFrom: 'server' | 'sender';
  /** The headers that `read` needs, in lower case; no other has to be kept. */
  readonly headers: readonly string[];
  /** Reads a request. Takes time in proportion to its size, and never throws, whatever it is. */
  readonly read: (request: SourceRequest) => Reading;
  /** What to enter in the sender, in Markdown; `ADDRESS` and `SECRET` stand for those of the source. */
  readonly setUp: string;
  /** Addresses of the public pages that the facts are from. */
  readonly documentation: readonly string[];
  /** The month in which they were compared with those pages: `2026-11`. */
  readonly checked: string;
}

/** A catalogue whose events are known when it runs. */
export type SourceCatalogue = EventCatalogue<EventMap>;

/** A request of a source, after its signature was found right. */
export interface SourceRequest {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body, read as JSON. */
  readonly body: unknown;
}

/** What a request says. */
export type Reading =
  | {
      /** The name of an event of the catalogue. */
      readonly event: string;
      /** What its catalogue's `create` accepts, if the source has one. */
      readonly facts: Readonly<Record<string, unknown>>;
      /** When it happened. Absent if the sender does not say so: then when it arrived. */
      readonly date?: Date;
      /**
       * A text of at most 200 characters that the sender repeats when it sends the same again, and only then: in the body, or in a
       * header that is always signed. Absent if there is no such text; then what comes again is known by the id that was signed
       * beside it, or by the hash of its body.
       */
      readonly identity?: string;
      /**
       * A text that it shares with what comes before and after it, such as the key of a group of alerts: messages about events with
       * the same text reach a receiver one after the other. Absent if their order does not matter.
       */
      readonly ordered?: string;
    }
  /** Nothing happened. A sentence says what it was: `GitHub asks whether the address answers.` */
  | { readonly ignored: string }
  /** A sentence says what is wrong, and where: `` `alerts[2].labels` is not an object. `` */
  | { readonly unreadable: string };

/** How a request proves who sent it, with a secret that both sides know. */
export type SourceSignature = TokenSignature | HmacSignature | StandardSignature;

/** The secret itself, in a header. It protects neither from a change of the body nor from sending it again. */
export interface TokenSignature {
  readonly kind: 'token';
  /** In lower case. */
  readonly header: string;
  /** What stands before the secret, such as `Bearer `; an authentication scheme is compared regardless of case. */
  readonly prefix?: string;
  /** Whether the sender sends the same body again on purpose, as a reminder: then nothing tells a repetition from a reminder. */
  readonly sendsReminders?: boolean;
}

/** HMAC (RFC 2104) by SHA-256 over the bytes of the body; the key is the secret, as text in UTF-8. */
export interface HmacSignature {
  readonly kind: 'hmac-sha256';
  /** The header with the signature, in lower case. */
  readonly header: string;
  readonly encoding: 'hex' | 'base64';
  /** What stands before the signature, such as `sha256=`. Default: nothing. */
  readonly prefix?: string;
  /** Whether the header has several parts with commas between them, any of which may have the signature after the prefix. */
  readonly isList?: boolean;
  /** Absent if the body alone is signed, which may then be sent again by anybody who saw it. */
  readonly timestamp?: SignedTimestamp;
}

/** The time when it was sent, in seconds since 1970, which is signed before the body, with a text between them. */
export interface SignedTimestamp {
  /** The header that has it, in lower case. */
  readonly header: string;
  /** What stands before it in a part of that header, if that is a list, such as `t=`. Default: it is the whole header. */
  readonly prefix?: string;
  /** What stands between time and body in what is signed. */
  readonly between: string;
  /** How far it may be from the current time, in both directions. */
  readonly toleranceSeconds: number;
  /** Whether the sender sends the same body again on purpose, as a reminder: then the time tells a reminder from a repetition. */
  readonly tellsReminders?: boolean;
}

/**
 * The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, with a symmetric secret (`v1`):
 * base64 after `whsec_`.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export interface StandardSignature {
  readonly kind: 'standard-webhooks';
  /** How far the time may be from the current one, in both directions. */
  readonly toleranceSeconds: number;
}

import type { OutputName } from '../../output/output.ts';
import type { AnyCatalogue, EventOf } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import type { WebhookRequest } from '../webhook-request.ts';

/** The configuration of a webhook for the events of a catalogue: `WebhookConfig<typeof orders>`. */
export type WebhookConfig<Catalogue extends AnyCatalogue = ProcessEvents> = ConfigForEvents<
  EventOf<Catalogue>['event']
> &
  ('profile' extends keyof EventOf<Catalogue>
    ? OfProfile
    : { readonly [Key in keyof OfProfile]?: string | undefined });

/** A configuration for the events of some catalogue. */
export type AnyConfig = ConfigForEvents<string> & { readonly [Key in keyof OfProfile]?: string | undefined };

/** Settings for catalogues where all events have a variable `profile`. */
interface OfProfile {
  /** The name of the profile whose events are reported. */
  readonly profile: string;
}

/** The settings of a webhook for events with these names. */
interface ConfigForEvents<Name extends string> {
  /**
   * Identifies the webhook within its profile, wherever it stands in a list: 1 to 64 ASCII letters, digits, `_` or `-`.
   * The ids of messages are derived from it, so keep it when the rest changes. Required if a profile has several
   * webhooks: at most one of them may lack it.
   */
  readonly id?: string | undefined;
  /**
   * What people call it in lists and messages: 1 to 64 characters in one line, unique within its profile. Default: none,
   * and lists show the host of its URL.
   */
  readonly name?: string | undefined;
  /**
   * The id of the receiver that takes it, such as `pagerduty`: its schema says what the payload must be. It has to be among
   * the option `receivers` of whoever checks the configuration. Default: none, and the payload may be anything.
   */
  readonly receiver?: string | undefined;
  /**
   * The name of the catalogue whose events it reports, where a program has several, such as the server. Whoever checks the
   * configuration chooses the catalogue; the name is not compared with anything. Default: the default catalogue.
   */
  readonly catalogue?: string | undefined;
  /** The channel type; this is the only one. */
  readonly channel?: 'Webhooks' | undefined;
  /** Only events set to `true` are sent, and at least one must be. */
  readonly events: { readonly [Each in Name]?: boolean | undefined };
  readonly method: Method;
  /** A template whose scheme, host and port contain no tags. */
  readonly url: string;
  /** Sent as an `Authorization` header (RFC 7617); never shown in a preview or a diagnostic. */
  readonly authentication?: Credentials | undefined;
  /** At most 100 with distinct names. An empty list is the same as none. */
  readonly headers?: readonly WebhookHeader[] | undefined;
  /**
   * Not for GET: a media type, which decides how the payload is checked and escaped. Default: plain text in UTF-8. A
   * DELETE has it only together with a payload.
   */
  readonly contentType?: string | undefined;
  /** Not for GET: a template. Default: empty, and for DELETE no body at all. */
  readonly payload?: string | undefined;
  /** Not for GET: the format for which the payload is checked and escaped. Default: that of the content type. */
  readonly output?: PayloadOutput | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
}

export interface WebhookHeader {
  /** A token (RFC 9110, section 5.6.2), but not a header that the sender sets itself. */
  readonly name: string;
  /** A template. */
  readonly value: string;
  /** Whether the value is never shown once it is stored. Changes nothing of the request. */
  readonly secret?: boolean | undefined;
}

/** Credentials for Basic authentication; these are not templates. */
export interface Credentials {
  /** Must not contain a colon, which would end it. */
  readonly username: string;
  readonly password: string;
}

type Method = WebhookRequest['method'];

/** The possible formats of a payload. */
export const payloadOutputs = [
  'text',
  'json',
  'json-lines',
  'form',
  'xml',
] as const satisfies readonly OutputName[];
type PayloadOutput = (typeof payloadOutputs)[number];

/** The settings of a body, which a GET lacks. */
export const bodySettings = ['contentType', 'payload', 'output'] as const satisfies (keyof AnyConfig)[];

/** The content type of a payload if the configuration has none. */
export const defaultContentType = 'text/plain; charset=utf-8';

/** Whether a request with these settings has a body. */
export function hasBody({
  method,
  payload,
}: {
  readonly method: unknown;
  readonly payload?: unknown;
}): boolean {
  return method !== 'GET' && (method !== 'DELETE' || payload !== undefined);
}

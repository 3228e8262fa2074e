import type { OutputName } from '../../output/output.ts';
import type { AnyCatalogue, EventOf } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import type { WebhookRequest } from '../webhook-request.ts';

/** How a webhook is configured, for the events of a catalogue: `WebhookConfig<typeof orders>`. */
export type WebhookConfig<Catalogue extends AnyCatalogue = ProcessEvents> = ConfigForEvents<
  EventOf<Catalogue>['event']
> &
  ('profile' extends keyof EventOf<Catalogue>
    ? OfProfile
    : { readonly [Key in keyof OfProfile]?: string | undefined });

/** A configuration for the events of some catalogue. */
export type AnyConfig = ConfigForEvents<string> & { readonly [Key in keyof OfProfile]?: string | undefined };

/** What a configuration needs where all events have a variable `profile`. */
interface OfProfile {
  /** The name of the profile whose events are reported. */
  readonly profile: string;
}

/** The settings of a webhook whose events have these names. */
interface ConfigForEvents<Name extends string> {
  /**
   * Tells this webhook apart from the others of its profile, wherever it stands in a list: 1 to 64 letters of ASCII,
   * digits, `_` or `-`. Messages are named after it, so it stays when the rest changes. Needed where a profile has
   * several webhooks: at most one of them may do without.
   */
  readonly id?: string | undefined;
  /** The channel type; there is only this one. */
  readonly channel?: 'Webhooks' | undefined;
  /** Only the events that are `true` are sent, and at least one must be. */
  readonly events: { readonly [Each in Name]?: boolean | undefined };
  readonly method: Method;
  /** A template; scheme, host and port are written out. */
  readonly url: string;
  /** Sent as an `Authorization` header (RFC 7617); never shown again in a preview or a diagnostic. */
  readonly authentication?: Credentials | undefined;
  /** At most 100, each name once. An empty list is the same as none. */
  readonly headers?: readonly WebhookHeader[] | undefined;
  /**
   * Not for GET: a media type, which decides how the payload is checked and escaped. Default: plain text in UTF-8. A
   * DELETE has it only with a payload.
   */
  readonly contentType?: string | undefined;
  /** Not for GET: a template. Default: empty, and for DELETE no body at all. */
  readonly payload?: string | undefined;
  /** Not for GET: what the payload is checked and escaped for. Default: what the content type says. */
  readonly output?: PayloadOutput | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
}

export interface WebhookHeader {
  /** A token (RFC 9110, section 5.6.2) that the sender does not set itself. */
  readonly name: string;
  /** A template. */
  readonly value: string;
}

/** Basic credentials, which are not templates. */
export interface Credentials {
  /** Without a colon, which would end it. */
  readonly username: string;
  readonly password: string;
}

type Method = WebhookRequest['method'];

/** The formats that a payload can have. */
export const payloadOutputs = [
  'text',
  'json',
  'json-lines',
  'form',
  'xml',
] as const satisfies readonly OutputName[];
type PayloadOutput = (typeof payloadOutputs)[number];

/** The settings of what a GET lacks, its body. */
export const bodySettings = ['contentType', 'payload', 'output'] as const satisfies (keyof AnyConfig)[];

/** What a payload is sent as if the configuration does not say. */
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

/** How a webhook is configured: per profile, under Notifications. */
export interface WebhookConfig {
  /**
   * Tells this webhook apart from the others of its profile, wherever it stands in a list: 1 to 64 letters of ASCII,
   * digits, `_` or `-`. Messages are named after it, so it stays when the rest changes. Needed where a profile has
   * several webhooks: at most one of them may do without.
   */
  readonly id?: string | undefined;
  /** The name of the profile whose processes are reported. */
  readonly profile: string;
  /** The channel type; there is only this one. */
  readonly channel?: 'Webhooks' | undefined;
  /** Only the events that are `true` are sent, and at least one must be. */
  readonly events: {
    readonly Started?: boolean | undefined;
    readonly Completed?: boolean | undefined;
    readonly Errored?: boolean | undefined;
  };
  readonly method: 'GET' | 'POST';
  /** A template; scheme, host and port are written out. */
  readonly url: string;
  /** Only for POST; at most 100, each name once. An empty list is the same as none. */
  readonly headers?: readonly WebhookHeader[] | undefined;
  /** Only for POST: a media type, which decides how the payload is checked and escaped. Default: plain text in UTF-8. */
  readonly contentType?: string | undefined;
  /** Only for POST: a template. Default: empty. */
  readonly payload?: string | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
}

export interface WebhookHeader {
  /** A token (RFC 9110, section 5.6.2) that the sender does not set itself. */
  readonly name: string;
  /** A template. */
  readonly value: string;
}

/** The settings that only a POST has. */
export const postSettings = ['headers', 'contentType', 'payload'] as const satisfies (keyof WebhookConfig)[];

/** What a payload is sent as if the configuration does not say. */
export const defaultContentType = 'text/plain; charset=utf-8';

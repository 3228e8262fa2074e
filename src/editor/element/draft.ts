import { hasBody } from '../../webhook/config/webhook-config.ts';
import { recordOf } from '../record-of.ts';
import {
  isEmpty,
  type SecretText,
  said,
  secretText,
  signingSecretText,
  type UnshownSecret,
} from './secrets/secret-text.ts';

/** A header as a row of the form. */
export interface HeaderRow {
  /** Tells it apart from other rows, wherever it stands. */
  readonly key: number;
  name: string;
  value: SecretText;
  isSecret: boolean;
  /** Whether it was marked as secret since it was stored: what was written then is no less of a secret now. */
  wasSecret: boolean;
}

/**
 * What the fields hold. It keeps more than a configuration: what a GET has no use for is there again when somebody changes
 * the method back.
 */
export interface Draft {
  /** Settings without a field, as they were given. */
  rest: Readonly<Record<string, unknown>>;
  readonly events: Record<string, boolean>;
  method: string;
  url: string;
  username: string;
  password: SecretText;
  signingSecret: SecretText;
  headers: HeaderRow[];
  contentType: string;
  payload: string;
  output: string;
  timeZone: string;
}

let rows = 0;

export function headerRow(name = '', value: unknown = '', isSecret = false): HeaderRow {
  return { key: rows++, name, value: secretText(value), isSecret, wasSecret: false };
}

/** What a configuration says, however much of it is there. */
export function draftOf(config: unknown, signingSecret?: unknown): Draft {
  const { events, method, url, authentication, headers, contentType, payload, output, timeZone, ...rest } =
    recordOf(config);
  const { username, password } = recordOf(authentication);
  return {
    rest,
    events: Object.fromEntries(Object.entries(recordOf(events)).map(([name, on]) => [name, on === true])),
    method: textOf(method) || 'POST',
    url: textOf(url),
    username: textOf(username),
    password: secretText(password),
    signingSecret: signingSecretText(signingSecret),
    headers: (Array.isArray(headers) ? headers : []).map(header => {
      const { name, value, secret } = recordOf(header);
      return headerRow(textOf(name), value, secret === true);
    }),
    contentType: textOf(contentType),
    // As every field of text on a page has it, so that ranges are the same for all.
    payload: textOf(payload).replace(/\r\n?/g, '\n'),
    output: textOf(output),
    timeZone: textOf(timeZone),
  };
}

/** What is saved of it: no empty row, and nothing that a method has no use for. */
export function configOf(draft: Draft): Record<string, unknown> {
  const whole = wholeConfigOf(draft);
  const { contentType: _type, payload, output: _output, ...used } = whole;
  return hasBody({ method: draft.method, payload }) ? whole : used;
}

/** All that it says, also what its method has no use for. */
export function wholeConfigOf(draft: Draft): Record<string, unknown> {
  const { rest, events, method, url, username, password, contentType, payload, output, timeZone } = draft;
  const headers = filledRows(draft).map(({ name, value, isSecret }) => ({
    name,
    value: said(value),
    ...(isSecret && { secret: true }),
  }));
  return {
    ...rest,
    events: { ...events },
    method,
    url,
    ...((username !== '' || isFilled(password)) && {
      authentication: { username, password: said(password) },
    }),
    ...(headers.length > 0 && { headers }),
    ...(contentType !== '' && { contentType }),
    ...(payload !== '' && { payload }),
    ...(output !== '' && { output }),
    ...(timeZone !== '' && { timeZone }),
  };
}

/** What is said of the signing secret: nothing where there is none, `null` where the stored one is to be removed. */
export function signingSecretOf({ signingSecret }: Draft): string | UnshownSecret | null | undefined {
  if (isFilled(signingSecret)) return said(signingSecret);
  return signingSecret.isStored ? null : undefined;
}

/** The rows that are headers of the configuration, in its order. */
export function filledRows({ headers }: Draft): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name !== '' || isFilled(value));
}

/** Whether something is said of it: also that it is to be written again. */
function isFilled(secret: SecretText): boolean {
  return secret.isLost || !isEmpty(secret);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

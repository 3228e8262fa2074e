import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { MessageDetails } from '../../outbox/message.ts';
import { toWellFormed } from '../../output/percent-encoding.ts';
import { hidden, replaceRanges, secretsOf } from '../../webhook/secrets/secrets.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { secretsOfSettings, type WebhookSettings } from './webhook-settings.ts';
import { everyVersion, type WebhookStore } from './webhook-store.ts';

/** Hides the secrets of a webhook in the requests sent and the answers received. */
export interface Redaction {
  readonly text: (text: string) => string;
  /** For a text that was cut off, possibly in the middle of a secret. */
  readonly cutText: (text: string) => string;
  readonly header: (name: string, value: string) => string;
}

/** Hiding shorter texts would punch holes into every answer. */
const shortestHidden = 4;

/**
 * How long a transaction may take, in milliseconds. A change counts as seen only this long after its timestamp, because
 * timestamps are taken when the transaction starts, not when it commits.
 */
const maxChangeMs = 5000;

/**
 * Hides the secrets of these settings, also in the form that requests give them: receivers were sent the rendered
 * header templates, and some echo them. Also hides headers that are known by their names.
 */
export function createRedaction(
  settings: readonly WebhookSettings[],
  request: WebhookRequest | undefined,
): Redaction {
  const declared = new Set(settings.flatMap(secretsOfSettings).flatMap(({ header }) => header ?? []));
  const isSecret = (name: string, value: string): boolean =>
    declared.has(name.toLowerCase()) || isNamed(name, value);
  const sent = (request?.headers ?? []).filter(each => isSecret(...each)).map(([, value]) => value.trim());
  // Receivers often keep only the part after `Bearer`.
  const credentials = sent.map(value => value.replace(/^\S+\s+/, ''));
  const secrets = [...new Set([...sent, ...credentials, ...settings.flatMap(echoableTexts)])]
    .map(toWellFormed)
    .filter(secret => secret.length >= shortestHidden);
  const text = (given: string): string => hideTexts(given, secrets);
  return {
    text,
    cutText: given => hideTexts(given, secrets, { isCut: true }),
    header: (name, value) => (isSecret(name, value) ? hidden : text(value)),
  };
}

function isNamed(name: string, value: string): boolean {
  return secretsOf({ headers: [{ name, value }] }, { level: 'named' }).length > 0;
}

/**
 * Covers every version that a message may have been made from. If one of them cannot be opened, its secrets are unknown
 * and nothing can be redacted safely, so there is no redaction.
 */
export async function redactionOf(
  { webhook, request, createdAt }: Pick<MessageDetails, 'webhook' | 'request' | 'createdAt'>,
  store: Pick<WebhookStore, 'versions'>,
): Promise<Redaction | undefined> {
  if (webhook === undefined) return createRedaction([], request);
  const settings = new Map<string, WebhookSettings>();
  let replacedAt = Number.POSITIVE_INFINITY;
  for await (const { settings: opened, changedAt } of everyVersion(webhook, store)) {
    // Most versions have the same secrets as the one before.
    if (opened) settings.set(JSON.stringify([opened.secretHeaders, echoableTexts(opened)]), opened);
    else if (createdAt.getTime() < replacedAt + maxChangeMs) return undefined;
    replacedAt = changedAt.getTime();
  }
  return createRedaction([...settings.values()], request);
}

/** The texts that a receiver may echo: each secret, and the credentials as sent. */
function echoableTexts(settings: WebhookSettings): readonly string[] {
  const plain = secretsOfSettings(settings).flatMap(({ node }) => (typeof node === 'string' ? [node] : []));
  const { authentication } = settings.config;
  if (!authentication) return plain;
  const { username, password } = authentication;
  return [...plain, Buffer.from(`${username}:${password}`).toString('base64')];
}

/** A decoded text, with the source range of each of its UTF-16 code units. */
interface Decoded {
  readonly text: string;
  readonly ranges: readonly SourceRange[];
}

interface Notation {
  readonly escapes: RegExp;
  readonly decode: (mark: string) => string;
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const json: Notation = {
  escapes: /\\(?:u[\da-f]{4}|[^u])/gi,
  decode: mark => {
    const letter = mark.slice(1);
    return letter.length === 1 ? (letters[letter] ?? letter) : String.fromCharCode(hex(letter.slice(1)));
  },
};

const percent: Notation = {
  escapes: /(?:%[\da-f]{2})+/gi,
  decode: mark => Buffer.from(mark.replaceAll('%', ''), 'hex').toString(),
};

const form: Notation = {
  escapes: /\+|(?:%[\da-f]{2})+/gi,
  decode: mark => (mark === '+' ? ' ' : percent.decode(mark)),
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const html: Notation = {
  escapes: /&(?:#\d{1,6}|#x[\da-f]{1,5}|amp|lt|gt|quot|apos);/gi,
  decode: mark => {
    const name = mark.slice(1, -1).toLowerCase();
    if (name.startsWith('#x')) return String.fromCodePoint(hex(name.slice(2)));
    return name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? '');
  },
};

/**
 * The encodings in which receivers echo a request: as it came, JSON, URL, form or HTML, or one of these inside JSON.
 */
const spellings: readonly (readonly Notation[])[] = [
  ...[[], [json], [percent], [form], [html]],
  ...[json, percent, form, html].map(inner => [json, inner]),
];

interface HideOptions {
  /** Whether the text was cut off: the beginning of a secret at its end is hidden as well. Default `false`. */
  readonly isCut?: boolean;
}

/** Replaces each secret in a text by `***`, however its characters are escaped there. */
export function hideTexts(
  given: string,
  secrets: readonly string[],
  { isCut = false }: HideOptions = {},
): string {
  const plain = { text: given, ranges: Array.from({ length: given.length }, (_, i) => rangeOf(i, i + 1)) };
  const found = spellings
    .map(notations => notations.reduce(decode, plain))
    .flatMap(decoded =>
      secrets.flatMap(secret => [...find(secret, decoded), ...(isCut ? findBeginning(secret, decoded) : [])]),
    );
  return replaceRanges(given, found, () => hidden);
}

function decode({ text, ranges }: Decoded, notation: Notation): Decoded {
  const parts: Decoded[] = [];
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(notation.escapes)) {
    const end = index + mark.length;
    const whole = rangeOf(ranges[index]?.start, ranges[end - 1]?.end);
    const made = notation.decode(mark);
    parts.push({ text: text.slice(at, index), ranges: ranges.slice(at, index) });
    parts.push({ text: made, ranges: Array.from({ length: made.length }, () => whole) });
    at = end;
  }
  parts.push({ text: text.slice(at), ranges: ranges.slice(at) });
  return { text: parts.map(part => part.text).join(''), ranges: parts.flatMap(part => part.ranges) };
}

function find(secret: string, { text, ranges }: Decoded): readonly SourceRange[] {
  const found: SourceRange[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    found.push(rangeOf(ranges[at]?.start, ranges[at + secret.length - 1]?.end));
  }
  return found;
}

/** An escape, or a character in UTF-8, that was cut in two at the end of a text. */
const broken = /(?:\\(?:u[\da-f]{0,3})?|%[\da-f]?|&#?\w{0,6}|\ufffd)+$/i;
/** The maximum length of such a remnant, with escapes of escapes. */
const maxBroken = 32;

/** The longest prefix of a secret that the text ends with. */
function findBeginning(secret: string, { text, ranges }: Decoded): readonly SourceRange[] {
  const { 0: { length: rest } = '' } = broken.exec(text.slice(-maxBroken)) ?? {};
  for (const end of new Set([text.length, text.length - rest])) {
    for (let length = Math.min(secret.length - 1, end); length > 0; length--) {
      if (!text.startsWith(secret.slice(0, length), end - length)) continue;
      return [rangeOf(ranges[end - length]?.start, ranges.at(-1)?.end)];
    }
  }
  return [];
}

function rangeOf(start = 0, end = 0): SourceRange {
  return { start, end };
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

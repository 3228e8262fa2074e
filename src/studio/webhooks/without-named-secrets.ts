import { asText, isSettings, readGiven } from '../../webhook/config/given-config.ts';
import {
  lostPlaceholder,
  mapSecrets,
  replaceRanges,
  type Secret,
  type SecretOptions,
  secretsOf,
} from '../../webhook/secrets/secrets.ts';
import type { Fields } from '../unsaved/fields.ts';

const named: SecretOptions = { level: 'named' };

/**
 * Settings that a browser may store: without declared secrets, and without credentials that nobody marked as secret.
 */
export function withoutNamedSecrets(fields: Fields): Fields {
  // Values without secrets stay as they are.
  return mapSecrets(fields, named, leaveOut) as Fields;
}

/** Placeholders for secrets that are stored, or have to be entered again, reveal nothing and stay. */
function leaveOut(value: unknown, secrets: readonly [Secret, ...Secret[]]): unknown {
  if (typeof value !== 'string') return value;
  const [{ level, header }] = secrets;
  if (level === 'declared') return value === '' ? value : lostPlaceholder;
  return header === undefined ? cutSecrets(value, secrets) : '';
}

function cutSecrets(text: string, secrets: readonly Secret[]): string {
  const ranges = secrets.map(({ range = { start: 0, end: text.length } }) => range);
  // The `@` after user information is removed with it.
  const cut = ranges.map(({ start, end }) => ({ start, end: text[end] === '@' ? end + 1 : end }));
  return replaceRanges(text, cut, () => '');
}

/**
 * Restores values that were not kept, if they still fit: in headers of the same name, and in a URL with the same host.
 */
export function withNamedSecretsOf(stored: Fields, fields: Fields): Fields {
  const { url, headers } = fields;
  const before = readGiven(stored);
  const values = new Map(before.headers.map(({ name = '', value }) => [name.toLowerCase(), value]));
  const filled = (header: unknown): unknown => {
    if (!isSettings(header)) return header;
    const { name, value } = header;
    return value === '' ? { ...header, value: values.get((asText(name) ?? '').toLowerCase()) ?? '' } : header;
  };
  return {
    ...fields,
    ...(typeof url === 'string' && before.url !== undefined && { url: withSecretsOf(before.url, url) }),
    ...(Array.isArray(headers) && { headers: headers.map(filled) }),
  };
}

function withSecretsOf(stored: string, url: string): string {
  const secrets = secretsOf({ url: stored }, named);
  const bare = cutSecrets(stored, secrets);
  const [host = ''] = /^[^/?#]*\/\/[^/?#]*/.exec(bare) ?? [];
  if (host === '' || !url.startsWith(host) || /^[^/?#]/.test(url.slice(host.length))) return url;
  let filled = url;
  for (const { range } of secrets.toReversed()) {
    if (!range) continue;
    const { start, end } = range;
    if (stored[end] === '@') filled = stored.slice(0, end + 1) + filled.slice(start);
    else filled = withParameter(filled, stored.slice(0, end), start);
  }
  return filled;
}

/** Adds the value of the parameter at the end of a text, if that is empty. */
function withParameter(url: string, text: string, start: number): string {
  const [name = ''] = /[?&#][^?&#]*$/.exec(text.slice(0, start)) ?? [];
  for (let at = url.indexOf(name); at >= 0; at = url.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (end === url.length || /[&#]/.test(url[end] ?? ''))
      return url.slice(0, end) + text.slice(start) + url.slice(end);
  }
  return url;
}

import { isTimeZone, suggestTimeZone } from '../../dates/zone/time-zone.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import { replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isToken } from '../../http/field-syntax.ts';
import { isMediaType, parametersOf } from '../../http/media-type.ts';
import { type Reservation, reservationOf } from '../../http/reserved-headers.ts';
import { outputForContentType } from '../../output/content-types.ts';
import { characterAt, describeCharacter } from '../../output/describe-character.ts';
import { explainTimeZone } from '../../template/resolve/tag-options.ts';
import { diagnoseField, inField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import { userOf } from '../secrets/secret-kinds.ts';
import { replaceRanges } from '../secrets/secrets.ts';
import { tagsIn } from '../secrets/template-tags.ts';
import { asText, type GivenConfig, textsIn } from './given-config.ts';
import { explainText, fits, isPrintable } from './read-config.ts';
import { defaultContentType, payloadOutputs } from './request-body.ts';
import { bodySettings } from './settings.ts';

/** Checks everything except templates, in settings of the right type. */
export function checkSettings(given: GivenConfig): readonly WebhookDiagnostic[] {
  return [
    ...unprintableTexts(given),
    ...emptyUrl(given),
    ...findCredentialMistakes(given),
    ...findHeaderMistakes(given),
    ...(given.method === 'GET' ? bodySettingsOnGet(given) : findPayloadMistakes(given)),
    ...findTimeZoneMistakes(given),
  ];
}

/** What the pattern or the length of a text refuses was found with the structure. */
function unprintableTexts(given: GivenConfig): readonly WebhookDiagnostic[] {
  return textsIn(given, ({ isInOneLine }) => isInOneLine).flatMap(({ field, text, setting }) =>
    isPrintable(text) || !fits(text, setting) ? [] : [explainText(field, text, setting)],
  );
}

function emptyUrl({ url }: GivenConfig): readonly WebhookDiagnostic[] {
  if (url === undefined || url.trim() !== '') return [];
  return [diagnoseField('url', 'empty-url', {}, { range: wholeRange(url) })];
}

/** Diagnostics of credentials have no range, so that no code frame shows the credentials. */
function findCredentialMistakes({
  authentication,
  url = '',
  headers,
}: GivenConfig): readonly WebhookDiagnostic[] {
  if (!authentication) return [];
  const found: WebhookDiagnostic[] = [];
  // RFC 7617, section 2.
  if (authentication.username?.includes(':'))
    found.push(diagnoseField('authentication.username', 'invalid-username', {}));
  for (const name of ['username', 'password'] as const) {
    if (/\p{Cc}/u.test(authentication[name] ?? ''))
      found.push(diagnoseField(`authentication.${name}`, 'control-in-credentials', { name }));
  }
  if (userOf(replaceRanges(url, tagsIn(url), tag => '\0'.repeat(tag.length))).length > 0)
    found.push(diagnoseField('authentication', 'repeated-credentials', { other: 'url' }));
  headers.forEach(({ name }, index) => {
    if (name?.toLowerCase() !== 'authorization') return;
    const range = wholeRange(name);
    found.push(
      diagnoseField(`headers[${index}].name`, 'repeated-credentials', { other: 'header' }, { range }),
    );
  });
  return found;
}

function findHeaderMistakes({ headers }: GivenConfig): readonly WebhookDiagnostic[] {
  return [
    ...headers.flatMap(({ name }, index) =>
      name === undefined ? [] : validateHeaderName(`headers[${index}].name`, name),
    ),
    ...findRepeatedHeaders(headers),
  ];
}

function bodySettingsOnGet(given: GivenConfig): readonly WebhookDiagnostic[] {
  return bodySettings.flatMap(name => {
    const value = given.settings[name];
    if (value === undefined) return [];
    return [diagnoseField(name, 'body-setting-on-get', { name }, { range: wholeRange(asText(value) ?? '') })];
  });
}

function findPayloadMistakes({
  contentType = defaultContentType,
  output,
}: GivenConfig): readonly WebhookDiagnostic[] {
  const found = validateContentType('contentType', contentType);
  const meant = outputForContentType(contentType);
  const isOther = payloadOutputs.some(known => known === output) && meant !== 'text' && output !== meant;
  if (!isOther) return found;
  const range = wholeRange(String(output));
  const facts = { output: String(output), contentType, meant };
  const fixes = [replaceWith(range, meant)];
  return [...found, diagnoseField('output', 'output-not-content-type', facts, { range, fixes })];
}

function findTimeZoneMistakes({ timeZone }: GivenConfig): readonly WebhookDiagnostic[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  return inField('timeZone', [explainTimeZone(timeZone, suggestTimeZone(timeZone), wholeRange(timeZone))]);
}

const reasons: Readonly<Record<Reservation, string>> = {
  connection: 'because it belongs to the connection, which the sender manages',
  message: 'because the sender derives it from the URL and the payload',
  'content-coding': 'because the sender reads no compressed answers',
  signature: 'because it identifies and signs the message',
};

/** Checks the name of a header; `field` is its field. */
function validateHeaderName(field: string, name: string): readonly WebhookDiagnostic[] {
  const tag = explainTag(field, 'name', name);
  if (tag) return [tag];
  if (!isToken(name)) return [invalidName(field, name)];
  const more = { range: wholeRange(name) };
  if (name.toLowerCase() === 'content-type') return [diagnoseField(field, 'content-type-header', {}, more)];
  const reservation = reservationOf(name);
  if (reservation === undefined) return [];
  return [diagnoseField(field, 'reserved-header', { name, why: reasons[reservation] }, more)];
}

function invalidName(field: string, name: string): WebhookDiagnostic {
  if (name === '') return diagnoseField(field, 'invalid-header-name', { found: 'nothing' });
  const start = [...name].findIndex(character => !isToken(character));
  const range = { start, end: start + characterAt(name, start).length };
  const found = describeCharacter(name, start);
  return diagnoseField(field, 'invalid-header-name', { found }, { range, fixes: nameFixes(name) });
}

/** Most of these names become right without blanks or a colon around them, or with hyphens for the blanks inside. */
function nameFixes(name: string): readonly Fix[] {
  const text = withoutColon(name.trim()).trimEnd().replace(/\s+/g, '-');
  return isToken(text) ? [replaceWith(wholeRange(name), text)] : [];
}

function withoutColon(name: string): string {
  return name.endsWith(':') ? name.slice(0, -1) : name;
}

/**
 * Finds headers that repeat an earlier name; to a receiver, one line with commas means the same (RFC 9110, section
 * 5.3).
 */
function findRepeatedHeaders(
  headers: readonly { readonly name?: string | undefined }[],
): readonly WebhookDiagnostic[] {
  const seen = new Map<string, string>();
  return headers.flatMap(({ name }, index) => {
    if (name === undefined || !isToken(name)) return [];
    const first = seen.get(name.toLowerCase());
    if (first === undefined) {
      seen.set(name.toLowerCase(), name);
      return [];
    }
    return [
      diagnoseField(
        `headers[${index}].name`,
        'repeated-header',
        { name, first },
        { range: wholeRange(name) },
      ),
    ];
  });
}

/** Checks a content type, which is not a template; `field` is its field. */
export function validateContentType(field: string, contentType: string): readonly WebhookDiagnostic[] {
  const tag = explainTag(field, 'contentType', contentType);
  if (tag) return [tag];
  if (!isMediaType(contentType)) {
    const range = wholeRange(contentType);
    const text = contentType.trim();
    const fixes = isMediaType(text) ? [safe(replaceWith(range, text, 'Remove the blanks around it'))] : [];
    return [diagnoseField(field, 'invalid-media-type', {}, { range, fixes })];
  }
  // ASCII is reported too: a value may contain any character.
  const charset = parametersOf(contentType).find(
    ({ name, value }) => name.toLowerCase() === 'charset' && !/^utf-?8$/i.test(value),
  );
  if (!charset) return [];
  const { value, range } = charset;
  const fixes = [replaceWith(range, 'utf-8')];
  return [diagnoseField(field, 'charset-not-utf-8', { charset: value }, { range, fixes })];
}

/**
 * Reports something that looks like a tag, such as `$profile$` or `$if(isError)$`, in a text that is not a template and
 * would be sent literally. A dollar alone is fine.
 */
function explainTag(
  field: string,
  setting: 'name' | 'contentType',
  text: string,
): WebhookDiagnostic | undefined {
  const [tag] = /\$[\s!]*[A-Za-z_][^$]*\$/.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const start = text.indexOf(tag);
  return diagnoseField(
    field,
    'tag-outside-template',
    { setting },
    { range: { start, end: start + tag.length } },
  );
}

import type { Fix } from '../../diagnostics/diagnostic.ts';
import { characterAt, describeCharacter } from '../../output/describe-character.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../webhook-diagnostic.ts';

/** A token of RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const noToken = /[^\w!#$%&'*+.^`|~-]/u;

const ofTheConnection = 'because it belongs to the connection, which the sender manages';
const ofTheMessage = 'because the sender derives it from the URL and the payload';

/**
 * Names that the sender writes itself, in lower case. Two would change where a message ends or where it goes, which is
 * how requests are smuggled (RFC 9112, section 11.2). The others are about one connection, not about the message
 * (RFC 9110, section 7.6.1; `trailer` and `expect` by 6.6.2 and 10.1.1), and HTTP clients refuse most of them.
 */
const reservedNames: ReadonlyMap<string, string> = new Map([
  ['host', ofTheMessage],
  ['content-length', ofTheMessage],
  ['accept-encoding', 'because the sender reads no compressed answers'],
  ...[
    'connection',
    'expect',
    'http2-settings',
    'keep-alive',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ].map(name => [name, ofTheConnection] as const),
]);

/** Those of Standard Webhooks: identity, time and signature of a message, which no configuration may forge. */
const signaturePrefix = 'webhook-';

/** What is wrong with one name of a header, which stands in `field`. */
export function validateHeaderName(field: string, name: string): readonly WebhookDiagnostic[] {
  if (!token.test(name)) return [invalidName(field, name)];
  const more = { range: wholeRange(name) };
  const lower = name.toLowerCase();
  if (lower === 'content-type') return [diagnoseField(field, 'content-type-header', {}, more)];
  const why = lower.startsWith(signaturePrefix)
    ? 'because it identifies and signs the message'
    : reservedNames.get(lower);
  return why === undefined ? [] : [diagnoseField(field, 'reserved-header', { name, why }, more)];
}

function invalidName(field: string, name: string): WebhookDiagnostic {
  const start = name.search(noToken);
  if (start === -1) return diagnoseField(field, 'invalid-header-name', { found: 'nothing' });
  const range = { start, end: start + characterAt(name, start).length };
  const found = describeCharacter(name, start);
  return diagnoseField(field, 'invalid-header-name', { found }, { range, fixes: nameFixes(name) });
}

/** Without blanks and the colon around it, or with hyphens for blanks inside, most names are what was meant. */
function nameFixes(name: string): readonly Fix[] {
  const text = name.trim().replace(/\s*:$/, '').replace(/\s+/g, '-');
  if (!token.test(text)) return [];
  return [{ title: `Write \`${text}\``, kind: 'suggestion', edits: [{ range: wholeRange(name), text }] }];
}

/** Later headers that repeat an earlier name; a receiver reads one line with a comma the same (RFC 9110, section 5.3). */
export function findRepeatedHeaders(
  headers: readonly { readonly name?: string | undefined }[],
): readonly WebhookDiagnostic[] {
  const seen = new Map<string, string>();
  return headers.flatMap(({ name }, index) => {
    if (name === undefined || !token.test(name)) return [];
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

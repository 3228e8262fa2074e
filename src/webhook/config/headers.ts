import type { Fix } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { isToken } from '../../http/field-syntax.ts';
import { type Reservation, reservationOf } from '../../http/reserved-headers.ts';
import { characterAt, describeCharacter } from '../../output/describe-character.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import { explainTag } from './explain-tag.ts';

const reasons: Readonly<Record<Reservation, string>> = {
  connection: 'because it belongs to the connection, which the sender manages',
  message: 'because the sender derives it from the URL and the payload',
  'content-coding': 'because the sender reads no compressed answers',
  signature: 'because it identifies and signs the message',
};

/** What is wrong with one name of a header, which stands in `field`. */
export function validateHeaderName(field: string, name: string): readonly WebhookDiagnostic[] {
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

/** Without blanks and the colon around it, or with hyphens for blanks inside, most names are what was meant. */
function nameFixes(name: string): readonly Fix[] {
  const text = withoutColon(name.trim()).trimEnd().replace(/\s+/g, '-');
  return isToken(text) ? [replaceWith(wholeRange(name), text)] : [];
}

function withoutColon(name: string): string {
  return name.endsWith(':') ? name.slice(0, -1) : name;
}

/** Later headers that repeat an earlier name; a receiver reads one line with a comma the same (RFC 9110, section 5.3). */
export function findRepeatedHeaders(
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

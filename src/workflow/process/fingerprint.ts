import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../http/json-value.ts';

type Part = { readonly text: string } | { readonly value: JsonValue };

/** How much text is collected before it is hashed, in characters: each call into the hash costs. */
const chunkLength = 65_536;

/**
 * The same for two JSON values exactly when they are equal; the order of fields does not count. Without recursion,
 * because a body may be nested deeper than the stack.
 */
export function fingerprint(value: JsonValue): string {
  const hash = createHash('sha256');
  const waiting: Part[] = [{ value }];
  let chunk = '';
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if ('text' in part) chunk += part.text;
    else if (typeof part.value !== 'object' || part.value === null) chunk += JSON.stringify(part.value);
    else pushParts(waiting, part.value);
    if (chunk.length < chunkLength) continue;
    hash.update(chunk);
    chunk = '';
  }
  return hash.update(chunk).digest('base64url');
}

/** In reverse: what is pushed last comes first. */
function pushParts(waiting: Part[], value: Extract<JsonValue, object>): void {
  if (!isJsonObject(value)) {
    waiting.push({ text: ']' });
    for (const element of value.toReversed()) waiting.push({ text: ',' }, { value: element });
    waiting.push({ text: '[' });
    return;
  }
  waiting.push({ text: '}' });
  for (const [name, field] of Object.entries(value).sort(byName)) {
    waiting.push({ text: ',' }, { value: field }, { text: `${JSON.stringify(name)}:` });
  }
  waiting.push({ text: '{' });
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

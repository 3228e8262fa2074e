import type { Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { SourceValue } from '../sources/source.ts';
import { placeOf, textsIn } from '../sources/source-node.ts';

const credentials = ['authentication', 'notification.webhook.authentication.username'];
const passwords = ['notification.webhook.authentication.password'];

/**
 * Where a file says what nobody should read over a shoulder or in a log: credentials, and what may be some, such as the
 * value of a setting with a wrong name. What has a diagnostic without a range may be one.
 */
export function secretRanges(
  entries: readonly SourceValue[],
  unshown: readonly { readonly field: string; readonly webhook: number }[],
): readonly SourceRange[] {
  return entries.flatMap(({ node }, index) => {
    const fields = unshown.filter(({ webhook }) => webhook === index).map(({ field }) => field);
    return [...credentials, ...passwords, ...fields].flatMap(field => {
      const place = placeOf(node, field);
      return place.isThere && field !== '' ? textsIn(place.node).map(({ range }) => range) : [];
    });
  });
}

/** Also in files that cannot be read, that give a password twice or as a number, or that have one in a text of JSON. */
const passwordSettings =
  /pass(?:word|wd|phrase)?\\*["']?[ \t]*[:=][ \t]*(\\+["'][^"'\\\n]*|(?:"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)[^,}\]\r\n]*|[^\n]*)/dgi;
/** Credentials in front of a host. */
const userInformation = /:\/\/([^/?#@\s"'<>]+)@/dgi;

/** A text of the same length and lines, with asterisks for what is secret. */
export function hideSecrets(text: string, known: readonly SourceRange[]): string {
  const patterns = [passwordSettings, userInformation];
  const looksSecret = patterns
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(({ indices }) => {
      const [start, end] = indices?.[1] ?? [0, 0];
      return { start, end };
    });
  const secrets = [...known, ...looksSecret];
  let hidden = text;
  for (const { start, end } of secrets)
    hidden = hidden.slice(0, start) + text.slice(start, end).replace(/[^\s"']/g, '*') + hidden.slice(end);
  return hidden;
}

/** Whether a fix would write what nobody should see: of credentials themselves there are no fixes. */
export function showsSecret({ edits }: Fix): boolean {
  return edits.some(({ text }) => hideSecrets(text, []) !== text);
}

import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { credentialStart, isCredentialName } from '../../http/credential-name.ts';
import type { FileText } from '../sources/file-text.ts';
import type { SourceValue } from '../sources/source.ts';
import { leavesIn, placeOf, type SourceEntry, type SourceNode, textsIn } from '../sources/source-node.ts';
import { looksSecret } from './looks-secret.ts';
import { replaceRanges, withoutRanges } from './replace-ranges.ts';
import { tagsIn } from './template-tags.ts';
import { urlSecrets } from './url-secrets.ts';

/** A setting that something is wrong with as a whole, such as one with a wrong name: its value may be a secret. */
export interface Suspect {
  readonly field: string;
  /** Which configuration of the file, counted from 0. */
  readonly webhook: number;
}

/** Where configurations say what nobody should read over a shoulder or in a log. */
export function secretRanges(
  entries: readonly SourceValue[],
  suspects: readonly Suspect[],
): readonly SourceRange[] {
  return [
    ...entries.flatMap(({ node }) => [...credentialsIn(node), ...textsIn(node).flatMap(lookalikesIn)]),
    ...suspects.flatMap(({ field, webhook }) => {
      const root = entries[webhook]?.node;
      const place = root && field !== '' ? placeOf(root, field) : undefined;
      return place?.isThere ? textsIn(place.node).map(({ range }) => range) : [];
    }),
  ];
}

/** The values of settings, headers and parameters whose names say that they are credentials. */
function credentialsIn(root: SourceNode): readonly SourceRange[] {
  const found: SourceRange[] = [];
  for (const waiting = [root]; ; ) {
    const node = waiting.pop();
    if (!node) return found;
    if (node.kind === 'list') for (const item of node.items) waiting.push(item);
    if (node.kind !== 'object') continue;
    const header = node.entries.findLast(({ key }) => key === 'name')?.value;
    for (const entry of node.entries) {
      for (const range of credentialsOf(entry, header?.kind === 'text' ? header.text.value : ''))
        found.push(range);
      // Names of events are nobody's secret, whatever they say.
      if (entry.key !== 'events') waiting.push(entry.value);
    }
  }
}

const propertyOfHeader = 'notification.webhook.header.';
const propertyOfEvent = 'notification.webhook.event.';

function credentialsOf({ key, value }: SourceEntry, nameBeside: string): readonly SourceRange[] {
  if (key === 'events' || key.startsWith(propertyOfEvent)) return [];
  const isProperty = key.startsWith(propertyOfHeader);
  const header = isProperty ? key.slice(propertyOfHeader.length) : nameBeside;
  if (isProperty || key === 'value') {
    if (!isCredentialName(header)) return [];
    return value.kind === 'text'
      ? besideTags(value.text, text => [{ start: credentialStart(header, text), end: text.length }])
      : leavesIn(value);
  }
  if (isCredentialName(key)) return leavesIn(value);
  const isUrl = value.kind === 'text' && /(?:^|\.)url$/i.test(key);
  return isUrl ? besideTags(value.text, urlSecrets) : [];
}

function lookalikesIn({ text }: { readonly text: FileText }): readonly SourceRange[] {
  return besideTags(text, written => looksSecret(written, 'inText'));
}

/** Finds secrets in a text without its tags, which may have quotes and slashes in them, and where these stand in the file. */
function besideTags(
  text: FileText,
  find: (written: string) => readonly SourceRange[],
): readonly SourceRange[] {
  const tags = tagsIn(text.value);
  const written = replaceRanges(text.value, tags, tag => '\0'.repeat(tag.length));
  return find(written)
    .flatMap(range => withoutRanges(range, tags))
    .map(range => text.rangeInFile(range));
}

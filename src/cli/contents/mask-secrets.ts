import type { Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { lookalikesIn } from '../../webhook/secrets/secret-kinds.ts';
import {
  replaceRanges,
  type Secret,
  secretsIn,
  secretsOf,
  type Tree,
} from '../../webhook/secrets/secrets.ts';
import { tagsIn } from '../../webhook/secrets/template-tags.ts';
import {
  type FileContents,
  type FileNode,
  type FileValue,
  leavesIn,
  locateField,
  textsIn,
} from './contents.ts';

/** A setting that is wrong as a whole, for example misnamed: its value may be a secret. */
export interface Suspect {
  readonly field: string;
  /** The index of the configuration in the file, from 0. */
  readonly webhook: number;
}

/** The file with asterisks for secrets, keeping its length and lines. */
export function maskSecretsInFile(
  file: string,
  {
    contents: { entries },
    suspects,
  }: { readonly contents: FileContents; readonly suspects: readonly Suspect[] },
): string {
  if (entries.length === 0) return hideUnread(file);
  const texts = entries.flatMap(({ node }) => textsIn(node).map(({ range }) => range));
  const rest = replaceRanges(file, texts, ({ length }) =>
    `"${' '.repeat(Math.max(0, length - 2))}"`.slice(0, length),
  );
  const secrets = [
    ...entries.flatMap(entry => secretRanges(file, entry)),
    ...suspects.flatMap(suspect => suspectRanges(entries, suspect)),
    ...lookalikesIn(rest, 'besideSettings'),
  ];
  return replaceRanges(file, secrets, mask);
}

/** Hides everything that may be a secret in an unreadable file. */
export function hideUnread(file: string): string {
  return replaceRanges(file, lookalikesIn(file, 'unreadFile'), mask);
}

/** Whether a fix would write a secret: it changes hidden text, or text that looks like a secret. */
export function showsSecret(
  { edits }: Fix,
  { file, shown }: { readonly file: string; readonly shown: string },
): boolean {
  return edits.some(({ range: { start, end }, text }) => {
    if (text === '') return false;
    const isHidden = file.slice(start, end) !== shown.slice(start, end);
    return (
      isHidden ||
      secretsOf(text, { level: 'guessed' }).some(({ range = { start: 0, end: text.length } }) =>
        mask(text.slice(range.start, range.end)).includes('*'),
      )
    );
  });
}

/** Escaped quotes keep their backslashes, so that JSON strings stay valid with asterisks in them. */
function mask(secret: string): string {
  if (truth.test(secret)) return secret;
  return secret.replace(/(\\")|\\\\|[^\s"']/g, (piece, quote) => quote ?? '*'.repeat(piece.length));
}

/** Matches booleans and null in any file format. */
const truth = /^(?:true|false|null|~)?$/;

function secretRanges(file: string, { node, nested }: FileValue): readonly SourceRange[] {
  return secretsIn(nested?.node ?? node, treeOf(file), { level: 'guessed', tagsIn }).flatMap(rangesInFile);
}

function treeOf(file: string): Tree<FileNode> {
  const written = ({ kind, range: { start, end } }: FileNode): string | undefined =>
    kind === 'other' ? file.slice(start, end) : undefined;
  return {
    entriesOf: node => {
      if (node.kind === 'list') return node.items.map((item, index) => [String(index), item]);
      return node.kind === 'object' ? node.entries.map(({ key, value }) => [key, value]) : [];
    },
    textOf,
    isBooleanOrNull: node => truth.test(written(node) ?? '?'),
    // In a file of properties, all is text.
    isTrue: node => (written(node) ?? textOf(node)) === 'true',
  };
}

function textOf(node: FileNode): string | undefined {
  return node.kind === 'text' ? node.text.value : undefined;
}

function rangesInFile({ node, range }: Secret<FileNode>): readonly SourceRange[] {
  return range && node.kind === 'text' ? [node.text.rangeInFile(range)] : leavesIn(node);
}

function suspectRanges(entries: readonly FileValue[], { field, webhook }: Suspect): readonly SourceRange[] {
  const root = entries[webhook]?.node;
  const place = root && field !== '' ? locateField(root, field) : undefined;
  return place?.isThere ? textsIn(place.node).map(({ range }) => range) : [];
}

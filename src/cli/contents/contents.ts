import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import type { FileText } from './file-text.ts';

/** The contents of a file. */
export interface FileContents {
  readonly kind: ContentsKind;
  /** One for each configuration, in order; for a bare template, its whole text. */
  readonly entries: readonly FileValue[];
  /** Problems of the file itself; after an error there are no entries. */
  readonly problems: readonly Diagnostic[];
}

export type ContentsKind = 'json' | 'yaml' | 'properties' | 'template';

/** A configuration, or a bare template, with the positions of its parts. */
export interface FileValue {
  readonly node: FileNode;
  readonly value: unknown;
  /** The nested configuration, if the file is flat. */
  readonly nested?: { readonly node: FileNode; readonly value: unknown };
}

/** A configuration without `$schema`, which only editors read. */
export function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _, ...settings } = value as Readonly<Record<string, unknown>>;
  return settings;
}

/** A value in a file, with its range. */
export type FileNode = ObjectNode | ListNode | TextNode | OtherNode;

interface ObjectNode {
  readonly kind: 'object';
  readonly range: SourceRange;
  readonly entries: readonly FileEntry[];
}

export interface FileEntry {
  readonly key: string;
  readonly keyRange: SourceRange;
  readonly value: FileNode;
}

interface ListNode {
  readonly kind: 'list';
  readonly range: SourceRange;
  readonly items: readonly FileNode[];
}

interface TextNode {
  readonly kind: 'text';
  readonly range: SourceRange;
  readonly text: FileText;
}

/** A number, a boolean, null, or a value that is too deep to be a field. */
interface OtherNode {
  readonly kind: 'other';
  readonly range: SourceRange;
}

/** Fields are nested less deeply than this: a configuration in a list, its headers, one of them, its value. */
export const deepestField = 5;

/** The position of a field. */
export interface FieldLocation {
  readonly node: FileNode;
  /** The key that leads to it from an object. */
  readonly keyRange?: SourceRange;
  /** Whether the field itself exists; otherwise the node is the one that would contain it. */
  readonly isThere: boolean;
}

/**
 * Finds a field, such as `headers[2].value` or `events.order.paid`; the last step of the path may be a key with dots in
 * it. If the field does not exist, returns the nearest node above it.
 */
export function locateField(root: FileNode, field: string): FieldLocation {
  let location: FieldLocation = { node: root, isThere: field === '' };
  for (let way = field; way !== ''; ) {
    const whole = stepInto(location.node, way);
    if (whole) return { ...whole, isThere: true };
    const [, step = '', rest = ''] = /^([^.[\]]+)\]?[.[]*(.*)$/s.exec(way) ?? [];
    const next = step === way ? undefined : stepInto(location.node, step);
    if (!next) return { ...location, isThere: false };
    location = { ...next, isThere: rest === '' };
    way = rest;
  }
  return location;
}

function stepInto(node: FileNode, step: string): Omit<FieldLocation, 'isThere'> | undefined {
  if (node.kind === 'list') {
    const item = /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
    return item && { node: item };
  }
  if (node.kind !== 'object') return undefined;
  // If a key is repeated, the last one counts.
  const entry = node.entries.findLast(({ key }) => key === step);
  return entry && { node: entry.value, keyRange: entry.keyRange };
}

/** All texts under a node. */
export function textsIn(node: FileNode): readonly TextNode[] {
  return nodesIn(node).filter(found => found.kind === 'text');
}

/** The ranges of all values under a node, except for objects and lists. */
export function leavesIn(node: FileNode): readonly SourceRange[] {
  return nodesIn(node)
    .filter(({ kind }) => kind === 'text' || kind === 'other')
    .map(({ range }) => range);
}

/** A node and all its descendants. */
export function nodesIn(node: FileNode): readonly FileNode[] {
  const found: FileNode[] = [];
  for (const waiting = [node]; ; ) {
    const next = waiting.pop();
    if (!next) return found;
    found.push(next);
    if (next.kind === 'list') for (const item of next.items) waiting.push(item);
    if (next.kind === 'object') for (const { value } of next.entries) waiting.push(value);
  }
}

/** Reports a repeated key in an object: programs differ in which one they read, and the other one is never checked. */
export function repeatedKey(
  { key, keyRange }: Pick<FileEntry, 'key' | 'keyRange'>,
  again: SourceRange,
): Diagnostic {
  const related = [{ range: keyRange, message: 'It stands here first.' }];
  return diagnose('repeated-key', again, { name: key }, { related });
}

/** The maximum nesting of files; a configuration needs five levels. */
export const deepestNesting = 100;

/** The message for a file with deeper nesting. */
export const nestedTooDeeply = `it is nested more than ${deepestNesting} levels deep.`;

/**
 * Reports why a file cannot be parsed. Something that is missing at the end of a file is reported after the last word.
 */
export function syntaxProblem(
  file: string,
  { start, end }: SourceRange,
  facts: { readonly format: string; readonly what: string },
): Diagnostic {
  const from = Math.min(start, file.trimEnd().length);
  return diagnose('file-syntax', { start: from, end: Math.max(from, Math.min(end, file.length)) }, facts);
}

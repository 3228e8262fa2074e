import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import type { FileText } from './file-text.ts';

/** What a file says. */
export interface Source {
  readonly kind: SourceKind;
  /** One for each configuration, in their order; the text of a bare template as a whole. */
  readonly entries: readonly SourceValue[];
  /** What is wrong with the file itself; after an error in it there are no entries. */
  readonly problems: readonly Diagnostic[];
}

export type SourceKind = 'json' | 'yaml' | 'properties' | 'template';

/** A configuration, or a bare template, and where its parts stand. */
export interface SourceValue {
  readonly node: SourceNode;
  readonly value: unknown;
  /** The same as a configuration where the file has it flat. */
  readonly nested?: { readonly node: SourceNode; readonly value: unknown };
}

/** A configuration without what only editors read. */
export function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _, ...settings } = value as Readonly<Record<string, unknown>>;
  return settings;
}

/** What a file says somewhere, and where that is. */
export type SourceNode = ObjectNode | ListNode | TextNode | OtherNode;

interface ObjectNode {
  readonly kind: 'object';
  readonly range: SourceRange;
  readonly entries: readonly SourceEntry[];
}

export interface SourceEntry {
  readonly key: string;
  readonly keyRange: SourceRange;
  readonly value: SourceNode;
}

interface ListNode {
  readonly kind: 'list';
  readonly range: SourceRange;
  readonly items: readonly SourceNode[];
}

interface TextNode {
  readonly kind: 'text';
  readonly range: SourceRange;
  readonly text: FileText;
}

/** A number, a truth, nothing, or what lies too deep to be a field. */
interface OtherNode {
  readonly kind: 'other';
  readonly range: SourceRange;
}

/** Fields lie less deep than this: a configuration in a list, its headers, one of them, its value. */
export const deepestField = 5;

/** Where a field stands. */
export interface FieldLocation {
  readonly node: SourceNode;
  /** Of what leads to it from an object. */
  readonly keyRange?: SourceRange;
  /** Whether the field itself is there; otherwise this is what it would stand in. */
  readonly isThere: boolean;
}

/**
 * The location of a field, such as `headers[2].value` or `events.order.paid`: the last step of a way may be a key with dots in
 * it. Where there is no such field, that of what is nearest above it.
 */
export function locateField(root: SourceNode, field: string): FieldLocation {
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

function stepInto(node: SourceNode, step: string): Omit<FieldLocation, 'isThere'> | undefined {
  if (node.kind === 'list') {
    const item = /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
    return item && { node: item };
  }
  if (node.kind !== 'object') return undefined;
  // Of keys that stand there twice the last one counts.
  const entry = node.entries.findLast(({ key }) => key === step);
  return entry && { node: entry.value, keyRange: entry.keyRange };
}

/** All texts under a node. */
export function textsIn(node: SourceNode): readonly TextNode[] {
  return nodesIn(node).filter(found => found.kind === 'text');
}

/** Where everything under a node stands that has nothing under it. */
export function leavesIn(node: SourceNode): readonly SourceRange[] {
  return nodesIn(node)
    .filter(({ kind }) => kind === 'text' || kind === 'other')
    .map(({ range }) => range);
}

/** A node, and all under it. */
export function nodesIn(node: SourceNode): readonly SourceNode[] {
  const found: SourceNode[] = [];
  for (const waiting = [node]; ; ) {
    const next = waiting.pop();
    if (!next) return found;
    found.push(next);
    if (next.kind === 'list') for (const item of next.items) waiting.push(item);
    if (next.kind === 'object') for (const { value } of next.entries) waiting.push(value);
  }
}

/**
 * Reports a key that stands in an object a second time: programs differ in which of the two they read, and one of them
 * is nowhere checked.
 */
export function repeatedKey(
  { key, keyRange }: Pick<SourceEntry, 'key' | 'keyRange'>,
  again: SourceRange,
): Diagnostic {
  const related = [{ range: keyRange, message: 'It stands here first.' }];
  return diagnose('repeated-key', again, { name: key }, { related });
}

/** How deep what a file says may be nested: a configuration needs five levels. */
export const deepestNesting = 100;

/** What is said of a file that is nested deeper. */
export const nestedTooDeeply = `it is nested more than ${deepestNesting} levels deep.`;

/**
 * Says what keeps a file from being read as what it should be. What a parser misses at the end of a file is missing after its
 * last word.
 */
export function syntaxProblem(
  file: string,
  { start, end }: SourceRange,
  facts: { readonly format: string; readonly what: string },
): Diagnostic {
  const from = Math.min(start, file.trimEnd().length);
  return diagnose('file-syntax', { start: from, end: Math.max(from, Math.min(end, file.length)) }, facts);
}

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceNode } from './source-node.ts';

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
}

/** A configuration without what only editors read. */
export function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _, ...settings } = value as Readonly<Record<string, unknown>>;
  return settings;
}

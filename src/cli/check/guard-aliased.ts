import type { Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { SourceValue } from '../sources/source.ts';
import { nodesIn, placeOf, type SourceNode } from '../sources/source-node.ts';
import type { Finding } from './finding.ts';

/**
 * Where YAML repeats a place of a file by aliases, a fix there changes all that repeats it. It stays safe only where it is the safe fix of
 * each of them; another is left to a person.
 */
export function guardAliased(
  findings: readonly Finding[],
  entries: readonly SourceValue[],
): readonly Finding[] {
  const uses = countPlaces(entries);
  /** What has a fix, by where it stands. */
  const wanting = new Map<string, Set<SourceNode>>();
  for (const finding of findings) {
    const node = nodeOf(finding);
    for (const fix of finding.fixes) {
      if (!node || fix.kind !== 'safe') continue;
      const name = fixName(fix);
      wanting.set(name, (wanting.get(name) ?? new Set()).add(node));
    }
  }
  return findings.map(finding => {
    const node = nodeOf(finding);
    const count = node ? (uses.get(rangeName(node.range)) ?? 1) : 1;
    if (count === 1) return finding;
    const isWanted = (fix: Fix): boolean => wanting.get(fixName(fix))?.size === count;
    return { ...finding, fixes: finding.fixes.map(fix => (isWanted(fix) ? fix : asSuggestion(fix))) };
  });

  function nodeOf({ webhook, field }: Finding): SourceNode | undefined {
    const entry = webhook === undefined ? undefined : entries[webhook];
    return entry && placeOf(entry.node, field).node;
  }
}

/** How often each place of the file is read, as a value or as a key. */
function countPlaces(entries: readonly SourceValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of entries) {
    for (const part of nodesIn(node)) {
      const keys = part.kind === 'object' ? part.entries.map(({ keyRange }) => keyRange) : [];
      for (const range of [part.range, ...keys]) {
        const name = rangeName(range);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function rangeName({ start, end }: SourceRange): string {
  return `${start}-${end}`;
}

function fixName({ edits }: Fix): string {
  return JSON.stringify(edits);
}

function asSuggestion(fix: Fix): Fix {
  return { ...fix, kind: 'suggestion' };
}

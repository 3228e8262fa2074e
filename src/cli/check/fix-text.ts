import type { Edit } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import type { Source } from '../sources/source.ts';
import type { CheckedSource } from './check-source.ts';
import type { Finding } from './finding.ts';

/** What was read of a text. */
export interface Reading extends CheckedSource {
  readonly source: Source;
}

/** Mending one mistake may show another. */
const mostRounds = 10;

/**
 * Applies the safe fixes of a text, and those of what is found then. A round that would leave what cannot be read any
 * more, or more mistakes than before, is not done.
 */
export async function fixText(
  text: string,
  first: Reading,
  read: (text: string) => Promise<Reading>,
): Promise<Reading & { readonly text: string; readonly count: number }> {
  let current = { ...first, text, count: 0 };
  for (let round = 0; round < mostRounds; round++) {
    const { edits, count } = safeEdits(current.findings);
    if (count === 0) break;
    const fixed = applyEdits(current.text, edits);
    const reading = await read(fixed);
    const isWorse =
      reading.source.problems.length > current.source.problems.length ||
      reading.findings.length > current.findings.length;
    if (isWorse) break;
    current = { ...reading, text: fixed, count: current.count + count };
  }
  return current;
}

/** Those of the first safe fix of each finding that neither overlap nor touch one another. */
function safeEdits(findings: readonly Finding[]): {
  readonly edits: readonly Edit[];
  readonly count: number;
} {
  const edits: Edit[] = [];
  let count = 0;
  for (const { fixes } of findings) {
    const [fix] = fixes;
    if (fix?.kind !== 'safe') continue;
    if (fix.edits.some(edit => edits.some(other => overlap(edit, other)))) continue;
    edits.push(...fix.edits);
    count++;
  }
  return { edits, count };
}

function overlap({ range: a }: Edit, { range: b }: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

import { diagnose, type Edit } from '../../../diagnostics/diagnostic.ts';
import { editAll } from '../../../diagnostics/fixes/fix.ts';
import { branchesOf, type ListStep, type Program, type Step } from '../../resolve/program.ts';
import { insertion } from '../comma-edits.ts';
import { isBlank } from '../comma-surroundings.ts';
import type { Repair } from '../repairs-near.ts';
import { bodyEnd } from './list-comma-fixes.ts';

/** Lists that write several values where JSON takes one: brackets around each of them make an array of its values. */
export function bracketRepairs(program: Program, source: string): readonly Repair[] {
  const bare = bareLists(program);
  const [first] = bare;
  const head = first?.node.head;
  if (!head) return [];
  const list = source.slice(head.path.range.start, head.path.range.end);
  const diagnostic = diagnose('list-without-brackets', first.node.tag, { list });
  const fix = editAll('Put `[` and `]` around the list', bare.flatMap(bracketed));
  return [{ diagnostic, fix, cost: 0, distance: 0 }];
}

function bracketed({ range, ...step }: ListStep): readonly Edit[] {
  return [insertion(range.start, '['), ...(separated(step) ?? []), insertion(range.end, ']')];
}

/** The lists that stand alone after a key, or in the whole template. */
function bareLists(program: Program): readonly ListStep[] {
  const found: ListStep[] = [];
  const pending = [program];
  for (let level = pending.pop(); level; level = pending.pop()) {
    const steps = level.filter(step => !isBlank(step));
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'literal' || step.kind === 'value') continue;
      const isAlone = level === program && steps.length === 1;
      const isValue = isAlone || isAfterKey(steps[index - 1], steps[index + 1]);
      if (step.kind === 'list' && isValue && step.otherwise.length === 0 && separated(step)) found.push(step);
      for (const branch of branchesOf(step)) pending.push(branch);
    }
  }
  return found.sort((one, other) => one.range.start - other.range.start);
}

function isAfterKey(before: Step | undefined, after: Step | undefined): boolean {
  return (
    before?.kind === 'literal' &&
    after?.kind === 'literal' &&
    /(?<!\\)"\s{0,8}:$/.test(before.text.trimEnd()) &&
    /^[,}]/.test(after.text.trimStart())
  );
}

/** What puts a comma between two items; nothing where the items are not clearly values of their own. */
function separated({ node, steps, separator }: Omit<ListStep, 'range'>): readonly Edit[] | undefined {
  const [first, last] = [steps[0], steps.at(-1)];
  if (node.separator) {
    const [comma, ...more] = separator.filter(step => !isBlank(step));
    const isComma = comma?.kind === 'literal' && comma.text.trim() === ',' && more.length === 0;
    return isComma ? [] : undefined;
  }
  if (first?.kind !== 'literal' || last?.kind !== 'literal' || !/^["{[]/.test(first.text.trimStart()))
    return undefined;
  const text = last.text.trimEnd();
  if (/["}\]],$/.test(text)) return [insertion(last.range.start + text.length - 1, '$sep$')];
  return /["}\]]$/.test(text) ? [insertion(bodyEnd(node), '$sep$,')] : undefined;
}

import type { Diagnostic, Edit, Fix } from '../diagnostics/diagnostic.ts';
import { branchesOf } from './comma-surroundings.ts';
import type { Program } from './program.ts';

/** JSON that was pasted with other quotes than its own: all of them become plain ones. */
export function quoteFixes({ code, range }: Diagnostic, source: string, program: Program): readonly Fix[] {
  const found = source.charAt(range.start);
  const others = found === "'" ? /'/g : /[“”„″]/g;
  if (code !== 'json-unexpected' || found.search(others) < 0) return [];
  return [{ title: 'Write plain quotes', kind: 'suggestion', edits: replaceAll(program, others) }];
}

function replaceAll(program: Program, others: RegExp): readonly Edit[] {
  return program.flatMap(step => {
    if (step.kind === 'conditional') return branchesOf(step).flatMap(steps => replaceAll(steps, others));
    if (step.kind === 'value') return [];
    return [...step.text.matchAll(others)].map(({ index }) => {
      const start = step.range.start + index;
      return { range: { start, end: start + 1 }, text: '"' };
    });
  });
}

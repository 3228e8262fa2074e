import type { Diagnostic, Edit, Fix } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import { branchesOf, type Program } from '../resolve/program.ts';

/** To see whether a fix is right, every mistake is moved by each of its edits. */
const mostQuotes = 200;

/** The quotes like the one that a mistake in JSON begins with, if it is not one of JSON's own. */
export function otherQuotes({ code, range }: Diagnostic, source: string): RegExp | undefined {
  if (code !== 'json-unexpected') return undefined;
  return [/'/g, /[“”„″]/g].find(quotes => source.charAt(range.start).search(quotes) === 0);
}

/** JSON that was pasted with other quotes than its own: all of them become plain ones. */
export function quoteFixes(program: Program, quotes: RegExp): readonly Fix[] {
  const edits = replaceAll(program, quotes);
  return edits.length > mostQuotes ? [] : [editAll('Write plain quotes', edits)];
}

function replaceAll(program: Program, quotes: RegExp): readonly Edit[] {
  return program.flatMap(step => {
    if (step.kind === 'conditional' || step.kind === 'list')
      return branchesOf(step).flatMap(steps => replaceAll(steps, quotes));
    if (step.kind === 'value') return [];
    return [...step.text.matchAll(quotes)].map(({ index }) => {
      const start = step.range.start + index;
      return { range: { start, end: start + 1 }, text: '"' };
    });
  });
}

import { type Diagnostic, diagnose, type Fix } from '../../diagnostics/diagnostic.ts';
import { insertAt, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { Repair } from './repairs-near.ts';

/** Where what was never closed may end: before the quote that follows, or where its line does. */
export function closingFixes({ code, range, fixes }: Diagnostic, source: string): readonly Fix[] {
  if (code === 'unclosed-if') {
    const ends = [...indexesOf(source, '"', range.end), lineEnd(source, range.end)];
    return [...ends.map(end => insertAt(end, '$endif$')), ...fixes];
  }
  if (code !== 'unclosed-comment') return fixes;
  const rest = source.slice(range.end);
  const close = rest.search(/\$(?!\w)/);
  const mark = close < 0 ? [] : [insertAt(range.end + close, '!')];
  const isLastLine = !rest.includes('\n');
  return [...mark, insertAt(lineEnd(source, range.end), '!$'), ...(isLastLine && close < 0 ? fixes : [])];
}

/** A list that ends like a conditional, or a conditional that ends like a list, is one mistake. */
export function endRepairs(diagnostics: readonly Diagnostic[], source: string): readonly Repair[] {
  const opened = new Set(diagnostics.map(({ code }) => code));
  return diagnostics.flatMap(({ code, range }): readonly Repair[] => {
    const isForList = code === 'stray-endif' && opened.has('unclosed-for');
    if (!isForList && !(code === 'stray-endfor' && opened.has('unclosed-if'))) return [];
    const meant = isForList ? '$endfor$' : '$endif$';
    const found = source.slice(range.start, range.end);
    const diagnostic = diagnose('misspelt-keyword', range, { found, meant });
    return [{ diagnostic, fix: replaceWith(range, meant), cost: 0, distance: 0 }];
  });
}

/** The tags between two branches: without one, its branches would be written one after the other. */
const separators: readonly string[] = ['stray-else', 'stray-elseif', 'second-else', 'second-sep'];

/** The fixes of a tag that has no place, without its removal where that runs two branches together. */
export function fixesOfBranches({ code, range, fixes, related }: Diagnostic, source: string): readonly Fix[] {
  if (!separators.includes(code)) return fixes;
  const before = source.slice(related[0]?.range.end ?? 0, range.start);
  const after = source.slice(range.end);
  if (before.trim() === '' || /^\s*(?:$|\$end(?:if|for)\$)/.test(after)) return fixes;
  return fixes.filter(({ edits }) => edits.some(({ text }) => text !== ''));
}

function indexesOf(source: string, text: string, from: number): readonly number[] {
  const index = source.indexOf(text, from);
  return index < 0 ? [] : [index];
}

function lineEnd(source: string, from: number): number {
  const [blanksAndLine] = /^[^\r\n]*/.exec(source.slice(from)) ?? [''];
  return from + blanksAndLine.length;
}

import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { insertAt } from '../../diagnostics/fixes/fix.ts';

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

function indexesOf(source: string, text: string, from: number): readonly number[] {
  const index = source.indexOf(text, from);
  return index < 0 ? [] : [index];
}

function lineEnd(source: string, from: number): number {
  const [blanksAndLine] = /^[^\r\n]*/.exec(source.slice(from)) ?? [''];
  return from + blanksAndLine.length;
}

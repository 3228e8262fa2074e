import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';

const opener = /\$(?:for|foreach|each)(?:\s?\([^$\n]{1,100}\)|\s[^$\n]{0,99}[^\s$])\$/;
const closer = /\$\s?(?:end\s?(?:for|foreach|each)|end|next)\s?\$/g;

/** The diagnostics with one of a loop, instead of all that are in it; nothing where there is none. */
export function loopAmong(
  diagnostics: readonly Diagnostic[],
  source: string,
): readonly Diagnostic[] | undefined {
  const found = opener.exec(source);
  if (!found) return undefined;
  const start = found.index;
  const tag = { start, end: start + found[0].length };
  const isInLoop = ({ severity, range }: Diagnostic) =>
    severity === 'error' && range.start <= tag.end && range.end >= start;
  if (!diagnostics.some(isInLoop)) return undefined;
  const last = [...source.matchAll(closer)].at(-1);
  const end = last ? last.index + last[0].length : source.length;
  const before = diagnostics.filter(diagnostic => diagnostic.range.end <= start);
  const after = diagnostics.filter(diagnostic => diagnostic.range.start >= end);
  const loop = diagnose('no-loops', tag, { tag: found[0] });
  return [...before, loop, ...after].map(diagnostic => ({ ...diagnostic, fixes: [] }));
}

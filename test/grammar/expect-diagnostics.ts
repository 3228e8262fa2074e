import { expect } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import type { Diagnostic, SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { applyEdits } from '../../src/diagnostics/fixes/apply-fix.ts';

/** A source, and the ranges that are marked in it: `«like this»`, and `«»` for an empty one. They may be nested. */
export function unmarked(marked: string): {
  readonly source: string;
  readonly ranges: readonly SourceRange[];
} {
  let source = '';
  const starts: number[] = [];
  const ranges: SourceRange[] = [];
  for (const character of marked) {
    if (character === '«') starts.push(source.length);
    else if (character === '»') ranges.push({ start: starts.pop() ?? 0, end: source.length });
    else source += character;
  }
  return { source, ranges: ranges.toSorted((a, b) => a.start - b.start || a.end - b.end) };
}

/** Parses a source and expects these codes, in order, at the ranges that are marked in it, and nothing else. */
export function expectDiagnostics(marked: string, codes: readonly string[]): readonly Diagnostic[] {
  const { source, ranges } = unmarked(marked);
  const { diagnostics } = parseTemplate(source);
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  expect(diagnostics.map(({ range }) => range)).toEqual(ranges);
  return diagnostics;
}

/** The source after the likeliest fix of every diagnostic. */
export function mended(source: string): string {
  const { diagnostics } = parseTemplate(source);
  return applyEdits(
    source,
    diagnostics.flatMap(({ fixes }) => fixes[0]?.edits ?? []),
  );
}

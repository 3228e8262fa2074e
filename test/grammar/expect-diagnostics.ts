import { expect } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyEdits } from '../../src/diagnostics/fixes/apply-fix.ts';
import { unmarkAll } from '../marked-source.ts';

/** Parses a source and expects these codes, in order, at the ranges that are marked in it, and nothing else. */
export function expectDiagnostics(marked: string, codes: readonly string[]): readonly Diagnostic[] {
  const { source, ranges } = unmarkAll(marked);
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

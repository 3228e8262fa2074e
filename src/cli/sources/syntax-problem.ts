import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';

/** How deep what a file says may be nested: a configuration needs five levels. */
export const deepestNesting = 100;

/** What is said of a file that is nested deeper. */
export const nestedTooDeeply = `it is nested more than ${deepestNesting} levels deep.`;

/**
 * Says what keeps a file from being read as what it should be. What a parser misses at the end of a file is missing after its
 * last word.
 */
export function syntaxProblem(
  file: string,
  { start, end }: SourceRange,
  facts: { readonly format: string; readonly what: string },
): Diagnostic {
  const from = Math.min(start, file.trimEnd().length);
  return diagnose('file-syntax', { start: from, end: Math.max(from, Math.min(end, file.length)) }, facts);
}

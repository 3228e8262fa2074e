import type { SourceRange } from '../../src/diagnostics/diagnostic.ts';

/** A source in which `«` and `»` mark the range that is meant. */
export interface MarkedSource {
  readonly source: string;
  readonly range: SourceRange;
}

export function unmark(marked: string): MarkedSource {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  if (start < 0 || end < start) throw new Error('no range is marked');
  return { source: marked.replace('«', '').replace('»', ''), range: { start, end } };
}

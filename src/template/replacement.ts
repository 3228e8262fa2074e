import type { Fix, SourceRange } from '../diagnostics/diagnostic.ts';

/** The fix that writes one word for another, which a person should confirm. */
export function replacement(range: SourceRange, text: string): Fix {
  return { title: `Did you mean \`${text}\`?`, kind: 'suggestion', edits: [{ range, text }] };
}

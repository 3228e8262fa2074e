import type { IToken, TokenType } from 'chevrotain';
import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { insertAt, remove, replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, rangeOf } from '../token-range.ts';
import * as t from '../tokens.ts';

/** Names that cannot begin a value tag. */
export const reservedNames: ReadonlySet<string> = new Set(['if', 'elseif', 'else', 'endif']);

const meant = new Map<TokenType, string>([
  [t.MisspeltIf, '$if('],
  [t.MisspeltElseIf, '$elseif('],
  [t.MisspeltEndIf, '$endif$'],
]);

/** What is wrong with a keyword itself: misspelt, or its closing dollar is missing. */
export function explainKeyword(token: IToken): Diagnostic | undefined {
  const type = token.tokenType;
  const spelling = meant.get(type);
  if (spelling) return misspelt(token.image, rangeOf(token), spelling);
  if (type !== t.UnclosedElse && type !== t.UnclosedEndIf) return undefined;
  const fixes = [insertAt(endOf(token), '$', 'Close it with `$`')];
  return diagnose('unclosed-tag', rangeOf(token), { tag: token.image }, { fixes });
}

/** `$end$` and the like, where an `$endif$` is missing. */
export function explainEndLookalike(name: string, range: SourceRange): Diagnostic {
  return misspelt(`$${name}$`, range, '$endif$');
}

function misspelt(found: string, range: SourceRange, spelling: string): Diagnostic {
  const fixes = [replaceWith(range, spelling)];
  return diagnose('misspelt-keyword', range, { found, meant: spelling }, { fixes });
}

/** A tag of a conditional where it has no place; `otherwise` is the `$else$` that stands before it. */
export function explainMisplaced(
  keyword: 'elseif' | 'else' | 'endif',
  range: SourceRange,
  otherwise: SourceRange | undefined,
): Diagnostic {
  const word = { start: range.start + 1, end: range.start + 1 + keyword.length };
  const asIf = keyword === 'elseif' && !otherwise ? [replaceWith(word, 'if', 'Write `$if(…)$`')] : [];
  const fixes = [remove(range, 'Remove this tag'), ...asIf];
  if (!otherwise || keyword === 'endif') return diagnose(`stray-${keyword}`, range, {}, { fixes });
  const related = [{ range: otherwise, message: 'The `$else$` stands here.' }];
  const code = keyword === 'else' ? 'second-else' : 'elseif-after-else';
  return diagnose(code, range, {}, { fixes, related });
}

export function explainReserved(name: IToken): Diagnostic {
  return diagnose('reserved-name', rangeOf(name), { name: name.image });
}

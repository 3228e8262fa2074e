import type { IToken, TokenType } from 'chevrotain';
import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { insertAt, remove, replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, rangeOf } from '../token-range.ts';
import * as t from '../tokens.ts';

/** Names that cannot begin a value tag. */
export const reservedNames: ReadonlySet<string> = new Set([
  'if',
  'elseif',
  'else',
  'endif',
  'for',
  'sep',
  'endfor',
]);

const meant = new Map<TokenType, string>([
  [t.MisspeltIf, '$if('],
  [t.MisspeltElseIf, '$elseif('],
  [t.MisspeltEndIf, '$endif$'],
  [t.MisspeltFor, '$for('],
  [t.MisspeltEndFor, '$endfor$'],
]);

const unclosed: ReadonlySet<TokenType> = new Set([
  t.UnclosedElse,
  t.UnclosedEndIf,
  t.UnclosedSep,
  t.UnclosedEndFor,
]);

/** What is wrong with a keyword itself: misspelt, or its closing dollar is missing. */
export function explainKeyword(token: IToken): Diagnostic | undefined {
  const type = token.tokenType;
  const spelling = meant.get(type);
  if (spelling) return misspelt(token.image, rangeOf(token), spelling);
  if (!unclosed.has(type)) return undefined;
  const fixes = [insertAt(endOf(token), '$', 'Close it with `$`')];
  return diagnose('unclosed-tag', rangeOf(token), { tag: token.image }, { fixes });
}

/** `$end$` and the like, where an `$endif$` or `$endfor$` is missing. */
export function explainEndLookalike(
  name: string,
  range: SourceRange,
  end: '$endif$' | '$endfor$',
): Diagnostic {
  return misspelt(`$${name}$`, range, end);
}

function misspelt(found: string, range: SourceRange, spelling: string): Diagnostic {
  const fixes = [replaceWith(range, spelling)];
  return diagnose('misspelt-keyword', range, { found, meant: spelling }, { fixes });
}

/** What a tag stands in, and the tags before it that it cannot follow. */
export interface Surroundings {
  readonly block: 'none' | 'conditional' | 'list';
  readonly separator?: SourceRange | undefined;
  readonly otherwise?: SourceRange | undefined;
}

/** A tag of a conditional or list where it has no place. */
export function explainMisplaced(
  keyword: 'elseif' | 'else' | 'endif' | 'sep' | 'endfor',
  range: SourceRange,
  { block, separator, otherwise }: Surroundings,
): Diagnostic {
  const word = { start: range.start + 1, end: range.start + 1 + keyword.length };
  const asIf = keyword === 'elseif' && !otherwise ? [replaceWith(word, 'if', 'Write `$if(…)$`')] : [];
  const fixes = [remove(range, 'Remove this tag'), ...asIf];
  const after = (tag: SourceRange, name: string) => {
    return { fixes, related: [{ range: tag, message: `The \`${name}\` stands here.` }] };
  };
  if (otherwise && keyword === 'else') {
    const list = block === 'list';
    return diagnose('second-else', range, { list }, after(otherwise, '$else$'));
  }
  if (otherwise && keyword === 'elseif' && block === 'conditional')
    return diagnose('elseif-after-else', range, {}, after(otherwise, '$else$'));
  if (block === 'list' && keyword === 'sep') {
    if (otherwise) return diagnose('sep-after-else', range, {}, after(otherwise, '$else$'));
    if (separator) return diagnose('second-sep', range, {}, after(separator, '$sep$'));
  }
  return diagnose(`stray-${keyword}`, range, {}, { fixes });
}

export function explainReserved(name: IToken): Diagnostic {
  return diagnose('reserved-name', rangeOf(name), { name: name.image });
}

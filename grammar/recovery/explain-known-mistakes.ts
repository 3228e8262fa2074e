import type { IToken, TokenType } from 'chevrotain';
import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { editAll, insertAt, remove, replaceWith, safe } from '../../src/diagnostics/fixes/fix.ts';
import {
  EmptyTag,
  endOf,
  LeftParen,
  MisspeltElseIf,
  MisspeltEndFor,
  MisspeltEndIf,
  MisspeltFor,
  MisspeltIf,
  path,
  type QuoteStyle,
  RightParen,
  rangeOf,
  spanning,
  startOf,
  type TagNames,
} from '../lexer.ts';
import { nameSyntax } from '../names.ts';
import type { OptionNode, QuotedNode } from '../tree.ts';

/*
 * Mistakes that have a production or a token of their own: in keywords, blocks, parentheses, quotes and dollars. What is
 * wrong in any other tag is looked for in `explain-refused-tag.ts`.
 */

const plainTitle = 'Write a plain dollar sign';

const meant = new Map<TokenType, string>([
  [MisspeltIf, '$if('],
  [MisspeltElseIf, '$elseif('],
  [MisspeltEndIf, '$endif$'],
  [MisspeltFor, '$for('],
  [MisspeltEndFor, '$endfor$'],
]);

/** Explains a keyword that is misspelt. */
export function explainKeyword(token: IToken): Diagnostic | undefined {
  const spelling = meant.get(token.tokenType);
  return spelling === undefined ? undefined : misspelt(token.image, rangeOf(token), spelling);
}

function misspelt(found: string, range: SourceRange, spelling: string): Diagnostic {
  const fixes = [replaceWith(range, spelling)];
  return diagnose('misspelt-keyword', range, { found, meant: spelling }, { fixes });
}

/** The block around a tag, and the earlier tags that the tag cannot follow. */
export interface EnclosingBlock {
  readonly block: 'none' | 'conditional' | 'list';
  readonly separator?: SourceRange | undefined;
  readonly otherwise?: SourceRange | undefined;
}

/** Explains a tag of a conditional or list that is out of place. */
export function explainMisplaced(
  keyword: 'elseif' | 'else' | 'endif' | 'sep' | 'endfor',
  range: SourceRange,
  { block, separator, otherwise }: EnclosingBlock,
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

/** The number of `)` that a condition lacks, given all of its tokens after the opening `(`. */
export function countMissingParens(inside: readonly IToken[]): number {
  let open = 1;
  for (const { tokenType } of inside) {
    if (tokenType === LeftParen) open++;
    else if (tokenType === RightParen && open > 0) open--;
  }
  return open;
}

/** Explains a condition that ends together with its tag before all of its parentheses are closed. */
export function explainMissingParens(open: IToken, close: IToken, count: number): Diagnostic {
  const at = startOf(close);
  const fixes = [insertAt(at, ')'.repeat(count))];
  return diagnose('missing-parenthesis', { start: startOf(open), end: at }, { which: ')' }, { fixes });
}

/** Explains a condition without parentheses, which begins with token `first`. */
export function explainBareCondition(open: IToken, first: IToken, close: IToken): Diagnostic {
  const at = startOf(close);
  const edits = [
    { range: { start: endOf(open), end: startOf(first) }, text: '(' },
    { range: { start: at, end: at }, text: ')' },
  ];
  const fixes = [editAll('Put it in parentheses', edits)];
  return diagnose('missing-parenthesis', spanning(open, close), { which: '( )' }, { fixes });
}

export function explainExtraParen(token: IToken): Diagnostic {
  return diagnose('extra-parenthesis', rangeOf(token), {}, { fixes: [remove(rangeOf(token))] });
}

const codes = {
  typographic: 'typographic-quotes',
  single: 'single-quotes',
  escaped: 'escaped-quotes',
  unclosed: 'unclosed-quotes',
} as const satisfies Record<Exclude<QuoteStyle, 'straight'>, string>;

/** Explains quotes of an option, or of a text in a condition, other than plain double ones. */
export function explainQuotes(
  { quotes, value }: OptionNode | QuotedNode,
  token: IToken,
): Diagnostic | undefined {
  if (quotes === 'straight') return undefined;
  const quoted = rangeOf(token);
  const fix = replaceWith(quoted, `"${value}"`, `Write \`"${excerpt(value)}"\``);
  const fixes = [quotes === 'unclosed' ? fix : safe(fix)];
  return diagnose(codes[quotes], quoted, { value }, { fixes });
}

/** Explains a tag without its closing dollar; the range ends where that dollar would be. */
export function explainUnclosedTag(source: string, range: SourceRange): Diagnostic {
  const { start, end } = range;
  const dollar = { start, end: start + 1 };
  const plain = replaceWith(dollar, '\\$', plainTitle);
  // Nobody puts a blank after the dollar of a tag and then forgets to close it.
  if (/\s/.test(source[start + 1] ?? '')) return diagnose('stray-dollar', dollar, {}, { fixes: [plain] });
  const fixes = [insertAt(end, '$', 'Close it with `$`'), plain];
  return diagnose('unclosed-tag', range, { tag: source.slice(start, end) }, { fixes });
}

const firstName = new RegExp(`^\\$(${nameSyntax})`);

/** Where several tags are not closed, puts one fix that closes them all before the fixes of each. */
export function closingTogether(diagnostics: readonly Diagnostic[], names?: TagNames): readonly Diagnostic[] {
  const isMeant = ({ code, facts }: Diagnostic) => {
    const [, name] = (code === 'unclosed-tag' && firstName.exec(facts.tag)) || [];
    return name !== undefined && names?.isKnown(name) !== false;
  };
  const unclosed = diagnostics.filter(isMeant);
  if (unclosed.length < 2) return diagnostics;
  const edits = unclosed.flatMap(({ range }) => insertAt(range.end, '$').edits);
  const count = unclosed.length === 2 ? 'both' : `all ${unclosed.length}`;
  const together = editAll(`Close ${count} with \`$\``, edits);
  return diagnostics.map(each => (isMeant(each) ? { ...each, fixes: [together, ...each.fixes] } : each));
}

/** Explains a comment that takes the rest of the source; a lone dollar after it was meant to close it. */
export function explainUnclosedComment(open: SourceRange, source: string): Diagnostic {
  const close = source.slice(open.end).search(/(?<=\s)\$(?!\w)/);
  const fix =
    close < 0 ? insertAt(source.length, '!$', 'Close it at the end') : insertAt(open.end + close, '!');
  return diagnose('unclosed-comment', open, {}, { fixes: [fix] });
}

/** Explains a conditional without an end tag up to `at`. */
export function explainUnclosedIf(tag: SourceRange, at: number): Diagnostic {
  return diagnose('unclosed-if', tag, {}, { fixes: [insertAt(at, '$endif$', 'Close it at the end')] });
}

/** Explains a list without an end tag up to `at`. */
export function explainUnclosedFor(tag: SourceRange, at: number): Diagnostic {
  return diagnose('unclosed-for', tag, {}, { fixes: [insertAt(at, '$endfor$', 'Close it at the end')] });
}

const inBrackets = new RegExp(String.raw`^(?:\{\s*(${path})\s*\}|\(\s*(${path})\s*\))(?:\$(?![\w!]))?`);
const name = new RegExp(`^${path}`);

/**
 * Explains a dollar that opens nothing, or an empty tag. It may have lost its partner, as in `profile$` or
 * `${profile}`; next to a number it is money.
 */
export function explainDollar(source: string, token: IToken): Diagnostic {
  const code = token.tokenType === EmptyTag ? 'empty-tag' : 'stray-dollar';
  const range = rangeOf(token);
  const before = source.slice(Math.max(0, startOf(token) - 20), startOf(token));
  const after = source.slice(endOf(token), endOf(token) + 2);
  const isMoney = /(?:^|\W)\d[\d.,]*\s?$/.test(before) || /^\s?\d/.test(after);
  const isAlone = code === 'empty-tag' && !/[\w}]$/.test(before) && !/^[\w{]/.test(after);
  const isTwo = code === 'empty-tag' && !isAlone && !isMoney;
  const plain = isTwo
    ? replaceWith(range, '\\$\\$', 'Write two plain dollar signs')
    : replaceWith(range, '\\$', plainTitle);
  const fixes = [isMoney || isAlone ? safe(plain) : plain];
  const brackets = inBrackets.exec(source.slice(range.end, range.end + 100));
  if (brackets) {
    const [written, inBraces, inParentheses] = brackets;
    const end = range.end + written.length;
    fixes.unshift(replaceWith({ start: range.start, end }, `$${inBraces ?? inParentheses}$`));
  }
  return diagnose(code, range, {}, { fixes });
}

/** Explains a dollar that `strayDollars` takes literally, because the others then pair up better. */
export function explainStray(source: string, offset: number): Diagnostic {
  const range = { start: offset, end: offset + 1 };
  const plain = replaceWith(range, '\\$', plainTitle);
  if (source[offset + 1] === '!') {
    return diagnose('unclosed-comment', { start: offset, end: offset + 2 }, {}, { fixes: [plain] });
  }
  const [found] = name.exec(source.slice(offset + 1, offset + 101)) ?? [];
  if (!found) return diagnose('stray-dollar', range, {}, { fixes: [plain] });
  const end = offset + 1 + found.length;
  const close = insertAt(end, '$', 'Close it with `$`');
  return diagnose('unclosed-tag', { start: offset, end }, { tag: `$${found}` }, { fixes: [close, plain] });
}

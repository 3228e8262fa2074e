import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { insertAt, replaceWith, safe } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, rangeOf, startOf } from '../token-range.ts';
import { AppliedTemplate, EmptyTag, path } from '../tokens.ts';
import { explainApplied } from './explain-applied.ts';

const plainTitle = 'Write a plain dollar sign';
const inBrackets = new RegExp(String.raw`^(?:\{\s*(${path})\s*\}|\(\s*(${path})\s*\))(?:\$(?![\w!]))?`);
const name = new RegExp(`^${path}`);

/**
 * A dollar that opens nothing, or an empty tag. It may have lost its partner, as in `profile$` or `${profile}`; next to
 * a number it is money.
 */
export function explainDollar(source: string, token: IToken): Diagnostic {
  if (token.tokenType === AppliedTemplate) return explainApplied(token);
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

/** A dollar that is judged to stand for itself, because the others then pair up better. */
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

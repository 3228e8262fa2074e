import type { IToken } from 'chevrotain';
import type { SourceRange } from '../src/diagnostics/diagnostic.ts';

/* Chevrotain's end offsets are inclusive, and those of tokens at the end of input are NaN; ranges here are half-open. */

export function startOf(token: IToken): number {
  return token.startOffset;
}

export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

export function rangeOf(token: IToken): SourceRange {
  return { start: startOf(token), end: endOf(token) };
}

export function spanning(first: IToken, last: IToken): SourceRange {
  return { start: startOf(first), end: endOf(last) };
}

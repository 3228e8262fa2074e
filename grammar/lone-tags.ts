import type { IToken } from 'chevrotain';
import type { SourceRange } from '../src/diagnostics/diagnostic.ts';
import { endOf, startOf } from './token-range.ts';
import { Close, CommentClose, CommentOpen, Else, ElseIf, EndIf, If } from './tokens.ts';

/**
 * Tags alone on their line: a line that holds just one conditional tag or comment, and blanks, leaves no line behind.
 * The text on either side gives up its part of that line.
 */
export class LoneTags {
  /** Where a tag starts → where its line starts. */
  readonly #lineStarts = new Map<number, number>();
  /** Where a tag ends → where the next line starts. */
  readonly #nextLines = new Map<number, number>();

  /** The part of a text that is written. */
  written(text: SourceRange): SourceRange {
    const start = this.#nextLines.get(text.start) ?? text.start;
    return { start, end: Math.max(start, this.#lineStarts.get(text.end) ?? text.end) };
  }

  static of(source: string, tokens: readonly IToken[]): LoneTags {
    const lone = new LoneTags();
    let start = -1;
    for (const token of tokens) {
      const type = token.tokenType;
      if (type === If || type === ElseIf || type === CommentOpen) start = startOf(token);
      else if (type === Else || type === EndIf) lone.#add(source, startOf(token), endOf(token));
      else if ((type === Close || type === CommentClose) && start >= 0) {
        lone.#add(source, start, endOf(token));
        start = -1;
      }
    }
    return lone;
  }

  #add(source: string, start: number, end: number): void {
    let lineStart = start;
    while (isBlank(source[lineStart - 1])) lineStart--;
    if (lineStart > 0 && !isLineEnd(source[lineStart - 1])) return;
    let lineEnd = end;
    while (isBlank(source[lineEnd])) lineEnd++;
    if (source.startsWith('\r\n', lineEnd)) lineEnd += 2;
    else if (isLineEnd(source[lineEnd])) lineEnd += 1;
    else if (lineEnd < source.length) return;
    this.#lineStarts.set(start, lineStart);
    this.#nextLines.set(end, lineEnd);
  }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

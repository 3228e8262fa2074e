import type { SourceRange } from '../src/diagnostics/diagnostic.ts';
import type { TextNode } from './tree.ts';

/**
 * Tags alone on their line: a line that contains nothing but one tag of a conditional or list, or a comment, and
 * whitespace, leaves no empty line in the output. The text on either side loses its part of that line.
 */
export class LoneTags {
  readonly #source: string;
  readonly #texts: { -readonly [Key in keyof TextNode]: TextNode[Key] }[] = [];
  /** From the start of a tag to the start of its line. */
  readonly #lineStarts = new Map<number, number>();
  /** From the end of a tag to the start of the next line. */
  readonly #nextLines = new Map<number, number>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Registers a tag of a conditional or list, or a comment, and returns it. */
  add(tag: SourceRange): SourceRange {
    this.#add(tag);
    return tag;
  }

  #add({ start, end }: SourceRange): void {
    const source = this.#source;
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

  /** A text whose `written` is final only after `trimTexts`, when the tag after it is known as well. */
  textNode(range: SourceRange): TextNode {
    const node = {
      kind: 'text',
      range,
      text: this.#source.slice(range.start, range.end),
      written: range,
    } as const;
    this.#texts.push(node);
    return node;
  }

  trimTexts(): void {
    for (const text of this.#texts) {
      const start = this.#nextLines.get(text.range.start) ?? text.range.start;
      const end = this.#lineStarts.get(text.range.end) ?? text.range.end;
      text.written = { start, end: Math.max(start, end) };
    }
  }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

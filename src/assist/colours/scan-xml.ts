import type { Scanned } from './format-reader.ts';
import type { Piece, PieceName } from './piece.ts';

type XmlState = 'content' | 'tag' | 'double' | 'single' | 'comment';

/** What there is in each state: a pattern, what it is, and the state after it. The first that fits counts. */
const rules: Readonly<Record<XmlState, readonly Rule[]>> = {
  content: [
    [/<!--/y, 'Comment', 'comment'],
    [/<[/?!]?[\w:.-]*/y, 'Element', 'tag'],
    [/&[#\w]+;/y, 'Encoded', 'content'],
    [/[^<&]+|&/y, undefined, 'content'],
  ],
  tag: [
    [/[/?]?>/y, 'Element', 'content'],
    [/"/y, 'String', 'double'],
    [/'/y, 'String', 'single'],
    [/[\w:.-]+/y, 'Key', 'tag'],
    [/[^"'>\w:.-]+?|./sy, undefined, 'tag'],
  ],
  double: [
    [/[^"]*"/y, 'String', 'tag'],
    [/[^"]+/y, 'String', 'double'],
  ],
  single: [
    [/[^']*'/y, 'String', 'tag'],
    [/[^']+/y, 'String', 'single'],
  ],
  comment: [
    [/.*?-->/sy, 'Comment', 'content'],
    [/.+/sy, 'Comment', 'comment'],
  ],
};

type Rule = readonly [pattern: RegExp, name: PieceName | undefined, next: XmlState];

/** Elements, attributes, their values, references and comments of XML. */
export function scanXml(text: string, before: XmlState): Scanned<XmlState> {
  const pieces: Piece[] = [];
  let state = before;
  let start = 0;
  while (start < text.length) {
    let end = start;
    for (const [pattern, name, next] of rules[state]) {
      pattern.lastIndex = start;
      const [found] = pattern.exec(text) ?? [];
      if (!found) continue;
      end = start + found.length;
      if (name) pieces.push({ name, start, end });
      state = next;
      break;
    }
    // Every character fits one of the rules of its state.
    if (end === start) break;
    start = end;
  }
  return { pieces, state };
}

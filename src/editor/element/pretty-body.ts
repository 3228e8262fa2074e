import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { PreviewPart } from '../../webhook/preview/preview.ts';

/** A body with other whitespace between its parts; the spans of its tags move along. */
export function prettyPart(part: PreviewPart, output: 'json' | 'xml'): PreviewPart {
  const layout = output === 'json' ? layOutJson(part.text) : layOutXml(part.text);
  const { text, moved } = apply(part.text, layout);
  const spans = part.spans.map(span => ({
    ...span,
    output: movedRange(span.output, moved),
  }));
  return { ...part, text, spans };
}

/** Whitespace after a value is not part of it. */
function movedRange({ start, end }: SourceRange, moved: (offset: number) => number): SourceRange {
  return { start: moved(start), end: end > start ? moved(end - 1) + 1 : moved(start) };
}

/** A stretch of whitespace, and its replacement. */
interface Gap {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const space = /\s*/y;

function spaceAt(text: string, start: number): number {
  space.lastIndex = start;
  return start + (space.exec(text)?.[0].length ?? 0);
}

function layOutJson(text: string): readonly Gap[] {
  const gaps: Gap[] = [];
  const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;
  let depth = 0;
  let before = '';
  let end = spaceAt(text, 0);
  if (end > 0) gaps.push({ start: 0, end, text: '' });
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '}' || found === ']') depth--;
    const isEmpty = (before === '{' && found === '}') || (before === '[' && found === ']');
    const isBroken = !isEmpty && (/^[{[,]$/.test(before) || found === '}' || found === ']');
    const between = isBroken ? `\n${'  '.repeat(Math.max(depth, 0))}` : before === ':' ? ' ' : '';
    gaps.push({ start: end, end: index, text: between });
    if (found === '{' || found === '[') depth++;
    before = found;
    end = index + found.length;
  }
  return gaps;
}

function layOutXml(text: string): readonly Gap[] {
  const gaps: Gap[] = [];
  const tag = /<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|[^>]*>)/gs;
  let depth = 0;
  let before: string | undefined;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(tag)) {
    const isClosing = found.startsWith('</');
    if (isClosing) depth = Math.max(depth - 1, 0);
    const isEmptyElement = isClosing && before !== undefined && opens(before);
    // Between an opening tag and its own closing tag, whitespace may be significant.
    if (before !== undefined && !isEmptyElement && spaceAt(text, end) >= index)
      gaps.push({ start: end, end: index, text: `\n${'  '.repeat(depth)}` });
    if (opens(found)) depth++;
    before = found;
    end = index + found.length;
  }
  return gaps;
}

function opens(tag: string): boolean {
  return /^<[^/!?]/.test(tag) && !tag.endsWith('/>');
}

function apply(text: string, gaps: readonly Gap[]): { text: string; moved: (offset: number) => number } {
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let written = '';
  let at = 0;
  for (const { start, end, text: between } of gaps) {
    written += text.slice(at, start) + between;
    at = end;
    shifts.push({ from: end, by: written.length - end });
  }
  const moved = (offset: number): number => {
    let low = 0;
    let high = shifts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low - 1]?.by ?? 0);
  };
  return { text: written + text.slice(at), moved };
}

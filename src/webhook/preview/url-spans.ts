import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Span, Trace } from '../../template/render/compiled-template.ts';

/**
 * The trace of a URL in the normal form in which it is sent. That form can encode, drop or add literal characters, but
 * leaves those of a value as they are, unless it drops a whole segment for a `..`. So each value is found where a marker
 * in its place comes out, and what is between two values came from the literals between them.
 */
export function traceNormalUrl(trace: Trace): Trace {
  const { href } = new URL(trace.text);
  if (href === trace.text) return trace;
  const name = unusedName(`${trace.text} ${href}`);
  const all = markValues(trace, name, () => true);
  if (all.restored === href) return { text: href, spans: mapSpans(trace, all) };
  // With a marker for an empty value, a space before it is no longer at the end of the URL and is kept.
  const filled = markValues(trace, name, ({ output }) => output.end > output.start);
  return { text: href, spans: mapSpans(trace, filled) };
}

interface MarkedUrl {
  /** The normal form with a marker for each value. */
  readonly text: string;
  /** Where the marker of a span stands in it; nothing of one that was dropped. */
  readonly markers: ReadonlyMap<number, SourceRange>;
  /** The same with the values back in their places. */
  readonly restored: string;
}

function markValues({ text, spans }: Trace, name: string, isMarked: (span: Span) => boolean): MarkedUrl {
  const pieces = spans.map(({ output }) => text.slice(output.start, output.end));
  const marked = spans.map((span, index) =>
    span.value && isMarked(span) ? `${name}${index}.` : pieces[index],
  );
  const { href } = new URL(marked.join(''));
  const marker = new RegExp(`${name}(\\d+)\\.`, 'g');
  const markers = new Map<number, SourceRange>();
  for (const { 0: found, 1: span, index } of href.matchAll(marker)) {
    markers.set(Number(span), { start: index, end: index + found.length });
  }
  return { text: href, markers, restored: href.replace(marker, (_, index) => pieces[index] ?? '') };
}

/** Unreserved characters, which are unchanged in every part of a URL, in a combination that this text does not contain. */
function unusedName(text: string): string {
  const used = new Set(Array.from(text.toLowerCase().matchAll(/value(\d+)-/g), ([, number]) => number));
  let number = 0;
  while (used.has(String(number))) number++;
  return `value${number}-`;
}

function mapSpans({ spans }: Trace, marked: MarkedUrl): readonly Span[] {
  const mapped: Span[] = [];
  let read = 0;
  let written = 0;
  let literals: SourceRange[] = [];
  function write(length: number, span: Omit<Span, 'output'>): void {
    mapped.push({ output: { start: written, end: written + length }, ...span });
    written += length;
  }
  function writeLiterals(until: number): void {
    const source = hull(literals);
    if (source && until > read) write(until - read, { source });
    literals = [];
    read = until;
  }
  spans.forEach(({ output, source, value }, index) => {
    if (value === undefined) {
      literals.push(source);
      return;
    }
    const marker = marked.markers.get(index);
    if (marker === undefined) {
      write(0, { source, value });
      return;
    }
    writeLiterals(marker.start);
    write(output.end - output.start, { source, value });
    read = marker.end;
  });
  writeLiterals(marked.text.length);
  return mapped;
}

function hull(ranges: readonly SourceRange[]): SourceRange | undefined {
  const [first] = ranges;
  const last = ranges.at(-1);
  return first && last ? { start: first.start, end: last.end } : undefined;
}

import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { LeafPart } from './compile-program.ts';

/** A stretch of output and what wrote it. */
export interface Span {
  /** In the output, in UTF-16 code units. */
  readonly output: SourceRange;
  /** In the template: the text itself, or the tag. */
  readonly source: SourceRange;
  /** For a value: its variable, and the name of the place that it landed in. */
  readonly value?: { readonly variable: string; readonly place: string };
}

export interface Trace {
  readonly text: string;
  /** In the order of the output, without gaps. */
  readonly spans: readonly Span[];
}

/** Renders slowly, and tells which of these parts wrote which part of the output. */
export function trace(parts: Iterable<LeafPart>, context: unknown): Trace {
  const spans: Span[] = [];
  const written: string[] = [];
  let text = '';
  for (const part of parts) {
    const start = text.length;
    if (part.kind === 'literal') text += part.text;
    else text += written[part.value.slot] ??= part.value.write(context);
    const value = part.kind === 'value' && { variable: part.value.name, place: part.value.place.name };
    spans.push({ output: { start, end: text.length }, source: part.range, ...(value && { value }) });
  }
  return { text, spans };
}

import type { Range } from '../diagnostics/diagnostic.ts';
import type { Holding } from './boolean-variables.ts';
import type { Part } from './compile-program.ts';

/** A stretch of output and what wrote it. */
export interface Span {
  /** In the output, in UTF-16 code units. */
  readonly output: Range;
  /** In the template: the text itself, or the tag. */
  readonly source: Range;
  /** For a value: its variable, and the name of the place that it landed in. */
  readonly value?: { readonly variable: string; readonly place: string };
}

export interface Trace {
  readonly text: string;
  /** In the order of the output, without gaps. */
  readonly spans: readonly Span[];
}

/** Renders slowly, and tells which part of the template wrote which part of the output. */
export function trace(parts: readonly Part[], context: unknown, holding: Holding): Trace {
  const spans: Span[] = [];
  let text = '';
  function write(added: string, source: Range, value?: Span['value']): void {
    const output = { start: text.length, end: text.length + added.length };
    text += added;
    spans.push({ output, source, ...(value && { value }) });
  }
  function walk(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.kind === 'literal') write(part.text, part.range);
      else if (part.kind === 'value') {
        write(part.write(context), part.range, { variable: part.name, place: part.place.name });
      } else walk(part.branches.find(({ holds }) => holds(holding))?.parts ?? part.otherwise);
    }
  }
  walk(parts);
  return { text, spans };
}

import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../check.ts';
import type { AskedVariables } from '../resolve/classes/asked-variables.ts';
import type { ListStep } from '../resolve/program.ts';
import { defaultMaxOutputBytes } from '../template-options.ts';
import { branchTaken, itemsTaken } from './blocks-taken.ts';
import { assertWithin } from './output-bound.ts';
import {
  type ConditionalPart,
  type LeafPart,
  type ListPart,
  type Part,
  partsOf,
  type ValuePart,
  valueNames,
} from './parts.ts';
import { renderErrorAt, type Site } from './render-error.ts';
import { Rendering } from './rendering.ts';

/** A stretch of output and what wrote it. */
export interface Span {
  /** In the output, in UTF-16 code units. */
  readonly output: SourceRange;
  /** In the template: the text itself, or the tag. */
  readonly source: SourceRange;
  /** For a value: its variable, and the name of the place that it landed in. */
  readonly value?: { readonly variable: string; readonly place: string };
}

/** A rendered text, and what wrote which part of it. */
export interface Trace {
  readonly text: string;
  /** In the order of the output, without gaps. */
  readonly spans: readonly Span[];
}

interface Settings {
  readonly locale?: Locale | undefined;
  readonly maxOutputBytes?: number | undefined;
}

/** Renders a checked program by walking over it: conditions are looked at first, and then values as they come. */
export class CompiledTemplate {
  readonly diagnostics: readonly Diagnostic[];
  readonly #asked: AskedVariables;
  readonly #parts: readonly Part[];
  readonly #maxOutputBytes: number;

  constructor({ program, asked, places, diagnostics }: CheckedTemplate, settings: Settings = {}) {
    const { locale = enUS, maxOutputBytes = defaultMaxOutputBytes } = settings;
    this.diagnostics = diagnostics;
    this.#asked = asked;
    this.#parts = partsOf(program, places, locale);
    this.#maxOutputBytes = maxOutputBytes;
  }

  get variables(): readonly string[] {
    return [...new Set([...this.#asked.names, ...valueNames(this.#parts)])].sort();
  }

  readonly render = (context: unknown): string => {
    const rendering = new Rendering(context, this.#asked, this.#maxOutputBytes);
    const text = render(this.#parts, rendering);
    assertWithin(this.#maxOutputBytes, text);
    return text;
  };

  readonly trace = (context: unknown): Trace => {
    const rendering = new Rendering(context, this.#asked, this.#maxOutputBytes);
    const spans: Span[] = [];
    let text = '';
    for (const part of leavesTaken(this.#parts, rendering)) {
      const start = text.length;
      text += part.kind === 'literal' ? part.text : write(part, rendering);
      const value = part.kind === 'value' && {
        variable: part.writer.variable,
        place: part.writer.place.name,
      };
      spans.push({ output: { start, end: text.length }, source: part.range, ...(value && { value }) });
      if (text.length > this.#maxOutputBytes) break;
    }
    assertWithin(this.#maxOutputBytes, text);
    return { text, spans };
  };
}

function render(parts: readonly Part[], rendering: Rendering): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'literal') text += part.text;
    else if (part.kind === 'value') text += write(part, rendering);
    else if (part.kind === 'conditional') text += render(partsWhere(part, rendering), rendering);
    else text += renderList(part, rendering);
  }
  return text;
}

function write({ writer, origin }: ValuePart, rendering: Rendering): string {
  try {
    return writer.write(rendering.readFrom(origin));
  } catch (error) {
    throw renderErrorAt(error, writer);
  }
}

/** The parts of the first branch whose condition holds. */
function partsWhere({ branches, otherwise }: ConditionalPart, rendering: Rendering): readonly Part[] {
  return branchTaken(branches, rendering)?.parts ?? otherwise;
}

function renderList(part: ListPart, rendering: Rendering): string {
  let text = '';
  let isFirst = true;
  for (const _ of itemsTaken(part.step, rendering)) {
    text += isFirst ? render(part.parts, rendering) : render(part.separated, rendering);
    isFirst = false;
    // In time, before the output takes all of the memory; there are at least as many bytes.
    if (text.length > rendering.maxOutputBytes)
      assertWithin(rendering.maxOutputBytes, text, siteOf(part.step));
  }
  return isFirst ? render(part.otherwise, rendering) : text;
}

/** The tag of a list. */
export function siteOf({ list, node }: ListStep): Site {
  return { variable: list.path.join('.'), range: node.tag };
}

/** What is written of these parts, in turn. */
function* leavesTaken(parts: readonly Part[], rendering: Rendering): Iterable<LeafPart> {
  for (const part of parts) {
    if (part.kind === 'conditional') yield* leavesTaken(partsWhere(part, rendering), rendering);
    else if (part.kind === 'list') yield* listLeaves(part, rendering);
    else yield part;
  }
}

function* listLeaves(part: ListPart, rendering: Rendering): Iterable<LeafPart> {
  let isFirst = true;
  for (const _ of itemsTaken(part.step, rendering)) {
    yield* leavesTaken(isFirst ? part.parts : part.separated, rendering);
    isFirst = false;
  }
  if (isFirst) yield* leavesTaken(part.otherwise, rendering);
}

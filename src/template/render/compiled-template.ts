import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../check.ts';
import type { AskedVariables, Holding } from '../resolve/asked-variables.ts';
import type { Condition, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import { holds } from './holds.ts';
import { ValueWriter } from './value-writer.ts';

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

/** A step, each value with its writer. */
type Part = LiteralStep | ValuePart | ConditionalPart;

interface ValuePart {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly writer: ValueWriter;
}

interface ConditionalPart {
  readonly kind: 'conditional';
  readonly branches: readonly { readonly condition: Condition; readonly parts: readonly Part[] }[];
  readonly otherwise: readonly Part[];
}

/** Renders a checked program by walking over it: conditions are looked at first, and then values as they come. */
export class CompiledTemplate {
  readonly diagnostics: readonly Diagnostic[];
  readonly #asked: AskedVariables;
  /** Of the variables that values name. */
  readonly #names: readonly string[];
  readonly #parts: readonly Part[];

  constructor({ program, asked, places, diagnostics }: CheckedTemplate, locale: Locale = enUS) {
    const writers = new Map([...places].map(([step, place]) => [step, new ValueWriter(step, place, locale)]));
    this.#names = [...writers.values()].map(({ variable }) => variable);
    this.diagnostics = diagnostics;
    this.#asked = asked;
    this.#parts = partsOf(program, writers);
  }

  get variables(): readonly string[] {
    return [...new Set([...this.#asked.names, ...this.#names])].sort();
  }

  readonly render = (context: unknown): string => render(this.#parts, this.#asked.read(context), context);

  readonly trace = (context: unknown): Trace => {
    const spans: Span[] = [];
    let text = '';
    for (const part of partsTaken(this.#parts, this.#asked.read(context))) {
      const start = text.length;
      text += part.kind === 'literal' ? part.text : part.writer.write(context);
      const value = part.kind === 'value' && {
        variable: part.writer.variable,
        place: part.writer.place.name,
      };
      spans.push({ output: { start, end: text.length }, source: part.range, ...(value && { value }) });
    }
    return { text, spans };
  };
}

/** A value that no context reaches has no writer. */
function partsOf(program: Program, writers: ReadonlyMap<ValueStep, ValueWriter>): readonly Part[] {
  return program.flatMap((step): Part | readonly Part[] => {
    if (step.kind === 'literal') return step;
    if (step.kind === 'value') {
      const writer = writers.get(step);
      return writer ? { kind: 'value', range: step.range, writer } : [];
    }
    const branches = step.branches.map(({ condition, steps }) => ({
      condition,
      parts: partsOf(steps, writers),
    }));
    return { kind: 'conditional', branches, otherwise: partsOf(step.otherwise, writers) };
  });
}

function render(parts: readonly Part[], holding: Holding, context: unknown): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'literal') text += part.text;
    else if (part.kind === 'value') text += part.writer.write(context);
    else text += render(partsWhere(part, holding), holding, context);
  }
  return text;
}

/** The parts of the first branch whose condition holds. */
function partsWhere({ branches, otherwise }: ConditionalPart, holding: Holding): readonly Part[] {
  for (const { condition, parts } of branches) if (holds(condition, holding)) return parts;
  return otherwise;
}

/** What is written where these conditions hold, in turn. */
function* partsTaken(parts: readonly Part[], holding: Holding): Iterable<LiteralStep | ValuePart> {
  for (const part of parts) {
    if (part.kind === 'conditional') yield* partsTaken(partsWhere(part, holding), holding);
    else yield part;
  }
}

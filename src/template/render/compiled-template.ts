import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../check.ts';
import type { BooleanVariables, Holding } from '../resolve/boolean-variables.ts';
import type { Condition, LiteralStep, Program } from '../resolve/program.ts';
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
  readonly #booleans: BooleanVariables;
  readonly #parts: readonly Part[];

  constructor({ program, booleans, places, diagnostics }: CheckedTemplate, locale: Locale = enUS) {
    this.diagnostics = diagnostics;
    this.#booleans = booleans;
    this.#parts = partsOf(program, places, locale);
  }

  get variables(): readonly string[] {
    return [...new Set([...this.#booleans.names, ...valueNames(this.#parts)])].sort();
  }

  readonly render = (context: unknown): string => render(this.#parts, this.#booleans.read(context), context);

  readonly trace = (context: unknown): Trace => {
    const spans: Span[] = [];
    let text = '';
    for (const part of partsTaken(this.#parts, this.#booleans.read(context))) {
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

/** A value that no context reaches has no place. */
function partsOf(program: Program, places: CheckedTemplate['places'], locale: Locale): readonly Part[] {
  const parts: Part[] = [];
  for (const step of program) {
    if (step.kind === 'literal') parts.push(step);
    else if (step.kind === 'value') {
      const place = places.get(step);
      const { range } = step;
      if (place) parts.push({ kind: 'value', range, writer: new ValueWriter(step, place, locale) });
    } else {
      const branches = step.branches.map(({ condition, steps }) => ({
        condition,
        parts: partsOf(steps, places, locale),
      }));
      parts.push({ kind: 'conditional', branches, otherwise: partsOf(step.otherwise, places, locale) });
    }
  }
  return parts;
}

/** The variables that values name. */
function valueNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(part => {
    if (part.kind === 'literal') return [];
    if (part.kind === 'value') return part.writer.variable;
    return [...part.branches.flatMap(branch => valueNames(branch.parts)), ...valueNames(part.otherwise)];
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

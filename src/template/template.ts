import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { type CheckedTemplate, check, type TemplateOptions } from './check.ts';
import { compileProgram, type LeafPart, type Part, partsWhere } from './render/compile-program.ts';
import { fuse, type Renderer } from './render/fuse.ts';
import { RenderError, Unwritable } from './render/render-error.ts';
import { type Trace, trace } from './render/trace.ts';
import { Values } from './render/values.ts';
import type { BooleanVariables } from './resolve/boolean-variables.ts';
import type { ContextOf, ProcessVariables, VariableSchema } from './resolve/variables.ts';

/** A template that was proved: whatever the values, its output is what it should be. */
export interface Template<V extends VariableSchema = ProcessVariables> {
  /**
   * The output for one context. Only own data properties of the context are read.
   *
   * @throws {RenderError} for a value that cannot be written: a function, an object that is no `json`, no date where
   * a date pattern wants one, or a value that its place refuses.
   */
  readonly render: (context: ContextOf<V>) => string;
  /** Like `render`, with what wrote which part of the output; slower, for previews. */
  readonly trace: (context: ContextOf<V>) => Trace;
  /** The variables that it reads, in conditions too, with dots between the names of a path; sorted. */
  readonly variables: readonly string[];
  /** Warnings; a template with errors does not compile. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A template with errors, which cannot be compiled. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** Errors and warnings, in the order of the source. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`${errors[0]?.message ?? 'The template has errors.'}${more}`);
    this.diagnostics = diagnostics;
  }
}

/**
 * Everything that is wrong with a template, errors and warnings, in the order of the source. Where there is no error,
 * no value can break the output. Never throws for a source.
 *
 * @throws {TypeError} for an output that there is not.
 */
export function validateTemplate(
  source: string,
  options?: TemplateOptions<VariableSchema>,
): readonly Diagnostic[] {
  return check(source, options).diagnostics;
}

/**
 * Compiles a template into closures.
 *
 * @throws {TemplateError} where `validateTemplate` would report an error.
 * @throws {TypeError} for an output that there is not.
 */
export function compileTemplate<const V extends VariableSchema = ProcessVariables>(
  source: string,
  options?: TemplateOptions<V>,
): Template<V> {
  const checked = check(source, options);
  if (hasErrors(checked.diagnostics)) throw new TemplateError(checked.diagnostics);
  return new CompiledTemplate(checked, options?.locale ?? enUS);
}

class CompiledTemplate {
  readonly diagnostics: readonly Diagnostic[];
  readonly #booleans: BooleanVariables;
  readonly #values: Values;
  readonly #parts: readonly Part[];
  readonly #render: Renderer;

  constructor({ program, booleans, places, diagnostics }: CheckedTemplate, locale: Locale) {
    this.diagnostics = diagnostics;
    this.#booleans = booleans;
    this.#values = new Values(locale);
    this.#parts = compileProgram(program, places, this.#values);
    this.#render = fuse(this.#parts);
  }

  get variables(): readonly string[] {
    return [...new Set([...this.#booleans.names, ...this.#values.names])].sort();
  }

  readonly render = (context: unknown): string => {
    const holding = this.#booleans.read(context);
    try {
      return this.#render(context, holding, []);
    } catch (error) {
      throw explain(error, partsWhere(holding, this.#parts));
    }
  };

  readonly trace = (context: unknown): Trace => {
    const holding = this.#booleans.read(context);
    try {
      return trace(partsWhere(holding, this.#parts), context);
    } catch (error) {
      throw explain(error, partsWhere(holding, this.#parts));
    }
  };
}

/** A value that could not be written was asked for by the first tag on this way that has it. */
function explain(error: unknown, parts: Iterable<LeafPart>): unknown {
  if (!(error instanceof Unwritable)) return error;
  for (const part of parts) {
    if (part.kind === 'value' && part.value.write === error.writer)
      return new RenderError(error.code, part.value.name, part.range, error.message);
  }
  return error;
}

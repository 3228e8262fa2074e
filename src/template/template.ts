import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { listMost } from '../diagnostics/list-most.ts';
import { aText } from '../options/define-options.ts';
import { check } from './check.ts';
import { CompiledTemplate, type Trace } from './render/compiled-template.ts';
import { assertComplete, type Missing } from './render/missing.ts';
import {
  type Complete,
  type ContextOf,
  type ProcessVariables,
  processVariables,
  type VariableSchema,
} from './resolve/variables.ts';
import { readTemplateOptions, type TemplateOptions } from './template-options.ts';

/** A template that was proved: whatever the values, its output is what it should be. */
export interface Template<V extends VariableSchema = ProcessVariables, M extends Missing = 'accept'> {
  /**
   * The output for one context. Only own data properties of the context are read.
   *
   * @throws {RenderError} if a value does not fit its variable or its place: a function, an object that is not `json`,
   * something other than a date where a date pattern needs one, an object that throws when it is read, a value that
   * its place refuses, a list that is not an array, or a missing value where the option `missing` rejects that; and for
   * more output than `maxOutputBytes`.
   */
  readonly render: (context: ContextFor<V, M>) => string;
  /** Like `render`, with what wrote which part of the output; slower, for previews. */
  readonly trace: (context: ContextFor<V, M>) => Trace;
  /** The variables that it reads, in conditions too, with dots between the names of a path; sorted. */
  readonly variables: readonly string[];
  /** Warnings; a template with errors does not compile. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What `render` takes: where missing values are rejected, nothing in it is optional. */
type ContextFor<V extends VariableSchema, M extends Missing> = M extends 'reject'
  ? Complete<ContextOf<V>>
  : ContextOf<V>;

/** A template with errors, which cannot be compiled. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** Always this: what is wrong in particular is in `diagnostics`. */
  readonly code = 'invalid-template';
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
 * What is wrong with a template, errors and warnings, in the order of the source: the first 100, errors before warnings, and
 * then how many more there are. If there are no errors, no value can break the output. Never throws, whatever the source says.
 *
 * @throws {TypeError} for a source that is not text, and for options that are unknown or invalid; it names them.
 */
export function validateTemplate(
  source: string,
  options?: TemplateOptions<VariableSchema>,
): readonly Diagnostic[] {
  return listMost(check(aText(source, 'source'), readTemplateOptions(options)).diagnostics);
}

/**
 * Compiles a template into closures.
 *
 * @throws {TemplateError} where `validateTemplate` would report an error.
 * @throws {TypeError} for a source that is not text, and for options that are unknown or invalid; it names them.
 */
export function compileTemplate<
  const V extends VariableSchema = ProcessVariables,
  const M extends Missing = 'accept',
>(source: string, options?: TemplateOptions<V, M>): Template<V, M> {
  const settings = readTemplateOptions(options);
  const found = check(aText(source, 'source'), settings);
  const checked = { ...found, diagnostics: listMost(found.diagnostics) };
  if (hasErrors(checked.diagnostics)) throw new TemplateError(checked.diagnostics);
  const compiled = new CompiledTemplate(checked, settings);
  return settings.missing === 'reject' ? strict(compiled, settings.variables ?? processVariables) : compiled;
}

/** Renders complete contexts alone. */
function strict(
  { variables, diagnostics, render, trace }: CompiledTemplate,
  declared: VariableSchema,
): Pick<CompiledTemplate, 'variables' | 'diagnostics' | 'render' | 'trace'> {
  return {
    variables,
    diagnostics,
    render: context => {
      assertComplete(declared, context);
      return render(context);
    },
    trace: context => {
      assertComplete(declared, context);
      return trace(context);
    },
  };
}

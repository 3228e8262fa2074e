import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { listMost } from '../diagnostics/list-most.ts';
import { aText } from '../options/define-options.ts';
import { checkTemplate } from './check.ts';
import { CompiledTemplate, type Trace } from './render/compiled-template.ts';
import { assertComplete, type Missing } from './render/missing.ts';
import {
  type ContextOf,
  type ProcessVariables,
  processVariables,
  type VariableSchema,
} from './resolve/variables.ts';
import { readTemplateOptions, type TemplateOptions } from './template-options.ts';

/** A compiled template. The proof holds for it: whatever the values, its output is well-formed. */
export interface Template<V extends VariableSchema = ProcessVariables, M extends Missing = 'accept'> {
  /**
   * Renders the output for one context. Only own data properties of the context are read.
   *
   * @throws {RenderError} if a value does not fit its variable or its place: a function, an object that is not `json`,
   * something other than a date where a date pattern needs one, an object that throws when it is read, a value that its
   * place refuses, a list that is not an array, or a missing value where the option `missing` rejects that; and for an
   * output longer than `maxOutputBytes`.
   */
  readonly render: (context: ContextFor<V, M>) => string;
  /**
   * Like `render`, but also says which part of the template wrote which part of the output. Slower; meant for previews.
   */
  readonly trace: (context: ContextFor<V, M>) => Trace;
  /** Dotted paths of the variables that the template reads, including those in conditions; sorted. */
  readonly variables: readonly string[];
  /** Warnings; a template with errors does not compile. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The type of `render`'s context; anything in it may be missing if missing values are accepted. */
type ContextFor<V extends VariableSchema, M extends Missing> = M extends 'reject'
  ? ContextOf<V>
  : Incomplete<ContextOf<V>>;

/** A context of which anything may be missing, also in its groups and lists. */
type Incomplete<T> = unknown extends T
  ? T
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? readonly (Incomplete<Item> | null | undefined)[]
      : T extends object
        ? { readonly [Name in keyof T]?: Incomplete<T[Name]> | null | undefined }
        : T;

/** Thrown for a template with errors, which cannot be compiled. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** Always this value; `diagnostics` has the details. */
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
 * Returns the errors and warnings of a template in the order of the source: at most 100, errors before warnings,
 * followed by the number of those left out. Without errors, no value can break the output. Never throws because of the
 * source's content.
 *
 * @throws {TypeError} for a source that is not text, and for options that are unknown or invalid; it names them.
 */
export function validateTemplate(
  source: string,
  options?: TemplateOptions<VariableSchema>,
): readonly Diagnostic[] {
  return listMost(checkTemplate(aText(source, 'source'), readTemplateOptions(options)).diagnostics);
}

/**
 * Compiles a template into closures, after validating it like `validateTemplate`.
 *
 * @throws {TemplateError} where `validateTemplate` would report an error.
 * @throws {TypeError} for a source that is not text, and for options that are unknown or invalid; it names them.
 */
export function compileTemplate<
  const V extends VariableSchema = ProcessVariables,
  const M extends Missing = 'accept',
>(source: string, options?: TemplateOptions<V, M>): Template<V, M> {
  const settings = readTemplateOptions(options);
  const found = checkTemplate(aText(source, 'source'), settings);
  const checked = { ...found, diagnostics: listMost(found.diagnostics) };
  if (hasErrors(checked.diagnostics)) throw new TemplateError(checked.diagnostics);
  const compiled = new CompiledTemplate(checked, settings);
  return settings.missing === 'reject' ? strict(compiled, settings.variables ?? processVariables) : compiled;
}

/** Renders only complete contexts. */
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

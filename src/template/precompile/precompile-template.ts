import { enUS } from 'date-fns/locale/en-US';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { aText } from '../../http/define-options.ts';
import { check } from '../check.ts';
import { processVariables, type VariableSchema } from '../resolve/variables.ts';
import { TemplateError } from '../template.ts';
import { defaultMaxOutputBytes, readTemplateOptions, type TemplateOptions } from '../template-options.ts';
import { ModuleWriter } from './module-writer.ts';
import { writeTemplate } from './write-template.ts';
import { writeContextType } from './write-types.ts';

/** A module that does what something compiled does, as text. */
export interface PrecompiledModule<D extends Diagnostic = Diagnostic> {
  /** An ES module, which imports `hookplate/runtime` alone, and what stands under it. */
  readonly code: string;
  /** Its declarations: the text of `name.d.ts` beside `name.js`, or of `name.d.mts` beside `name.mjs`. */
  readonly types: string;
  /** Warnings; what has errors is not written. */
  readonly diagnostics: readonly D[];
}

/**
 * Writes a module whose function `render` gives what that of `compileTemplate` with the same options gives, and throws the same
 * `RenderError`s. The words of the locale become constants of the module.
 *
 * @throws {TemplateError} where `validateTemplate` would report an error.
 * @throws {TypeError} for a source that is not text, and for options that are unknown or invalid; it names them.
 */
export function precompileTemplate(
  source: string,
  options?: TemplateOptions<VariableSchema>,
): PrecompiledModule {
  const settings = readTemplateOptions(options);
  const {
    variables = processVariables,
    missing = 'accept',
    locale = enUS,
    maxOutputBytes = defaultMaxOutputBytes,
  } = settings;
  const checked = check(aText(source, 'source'), settings);
  const { diagnostics } = checked;
  if (hasErrors(diagnostics)) throw new TemplateError(diagnostics);
  const module = new ModuleWriter();
  const required = missing === 'reject' ? variables : undefined;
  const render = writeTemplate(checked, { name: 'render', locale, maxOutputBytes, required }, module);
  return {
    code: module.finish([render, 'export { render };']),
    types: [
      `export type Context = ${writeContextType(variables, missing)};`,
      '/** @throws {RenderError} where a value cannot be written, and for an output that is too long. */',
      'export declare function render(context: Context): string;\n',
    ].join('\n'),
    diagnostics,
  };
}

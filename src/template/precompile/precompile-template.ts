import { enUS } from 'date-fns/locale/en-US';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { listMost } from '../../diagnostics/list-most.ts';
import { aText } from '../../options/define-options.ts';
import { checkTemplate } from '../check.ts';
import type { Missing } from '../render/missing.ts';
import {
  isGroup,
  isList,
  isOptional,
  presentType,
  processVariables,
  type VariableSchema,
  type VariableType,
} from '../resolve/variables.ts';
import { TemplateError } from '../template.ts';
import { defaultMaxOutputBytes, readTemplateOptions, type TemplateOptions } from '../template-options.ts';
import { ModuleWriter, sourceOfText } from './module-writer.ts';
import { writeTemplate } from './write-template.ts';

/** The source of a module that does the same as its compiled counterpart. */
export interface PrecompiledModule<D extends Diagnostic = Diagnostic> {
  /** An ES module that imports only `hookplate/runtime` and entries below it. */
  readonly code: string;
  /** Its declarations: the text of `name.d.ts` beside `name.js`, or of `name.d.mts` beside `name.mjs`. */
  readonly types: string;
  /** Warnings; a source with errors is not written. */
  readonly diagnostics: readonly D[];
}

/**
 * Writes a module whose function `render` gives the same output and throws the same `RenderError`s as that of
 * `compileTemplate` with the same options. The words of the locale become constants of the module.
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
  const checked = checkTemplate(aText(source, 'source'), settings);
  const diagnostics = listMost(checked.diagnostics);
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

/** The TypeScript type of a context with these variables; if missing values are accepted, any may be missing. */
export function writeContextType(variables: VariableSchema, missing: Missing): string {
  const members = Object.entries(variables).map(([name, type]) =>
    missing === 'accept' || isOptional(type)
      ? `readonly ${name}?: ${writeType(presentType(type), missing)} | null | undefined;`
      : `readonly ${name}: ${writeType(type, missing)};`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(' ')} }`;
}

export function writeType(type: VariableType, missing: Missing): string {
  if (isOptional(type)) return `${writeType(type.of, missing)} | null | undefined`;
  if (isGroup(type)) return writeContextType(type, missing);
  if (isList(type)) {
    const item = writeType(type.of, missing);
    return `readonly (${missing === 'accept' ? `${item} | null | undefined` : item})[]`;
  }
  if (typeof type !== 'string') return type.map(sourceOfText).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
      return type;
    case 'number':
      return `number | bigint | \`\${number}\``;
    case 'date':
      return 'Date | number | string';
    case 'json':
      return 'unknown';
    default:
      return assertNever(type);
  }
}

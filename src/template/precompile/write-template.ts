import type { Locale } from 'date-fns';
import type { CheckedTemplate } from '../check.ts';
import { assertWithin } from '../render/output-bound.ts';
import type { VariableSchema } from '../resolve/variables.ts';
import type { ModuleWriter } from './module-writer.ts';
import { ProgramWriter } from './program-writer.ts';
import { sourceOf, sourceOfText } from './source-text.ts';

export interface FunctionSettings {
  /** Of the function. */
  readonly name: string;
  readonly locale: Locale;
  readonly maxOutputBytes: number;
  /** Variables without which nothing is rendered. */
  readonly required?: VariableSchema | undefined;
}

/** The function of a module that renders a template, as a declaration. */
export function writeTemplate(
  { program, asked, places }: Pick<CheckedTemplate, 'program' | 'asked' | 'places'>,
  { name, locale, maxOutputBytes, required }: FunctionSettings,
  module: ModuleWriter,
): string {
  const writer = new ProgramWriter(module, places, locale, maxOutputBytes);
  writer.read(asked, path => writer.readContext(path));
  writer.write(program);
  const { lines, firstSite, text } = writer.finish();
  const head = [
    '/** @param {unknown} context */',
    `function ${name}(context) {`,
    ...(required ? [`  ${writeCompleteness(required, 'context', module)}`] : []),
  ];
  if (firstSite === undefined)
    return [...head, ...constantLines(text, maxOutputBytes, module), '}'].join('\n');
  return [
    ...head,
    '  let out = "";',
    '  /** @type {unknown} */',
    '  let value;',
    '  /** @type {import("hookplate/runtime").Site} */',
    `  let at = ${firstSite};`,
    '  try {',
    ...lines,
    '  } catch (error) {',
    `    throw ${module.use('renderErrorAt')}(error, at);`,
    '  }',
    `  ${module.use('assertWithin')}(${maxOutputBytes}, out);`,
    '  return out;',
    '}',
  ].join('\n');
}

/** The statement that makes sure that a context has all of these. */
export function writeCompleteness(variables: VariableSchema, context: string, module: ModuleWriter): string {
  // Declared as a schema, `constructor` would have the type of what objects inherit.
  const schema = module.constant('variables', `/** @type {const} */ (${sourceOf(variables)})`);
  return `${module.use('assertComplete')}(${schema}, ${context});`;
}

/** Of a template that is all text. */
function constantLines(text: string, maxOutputBytes: number, module: ModuleWriter): readonly string[] {
  const written = `  return ${sourceOfText(text)};`;
  try {
    assertWithin(maxOutputBytes, text);
    return [written];
  } catch {
    return [`  ${module.use('assertWithin')}(${maxOutputBytes}, ${sourceOfText(text)});`, written];
  }
}

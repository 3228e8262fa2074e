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
import { type LineOrigin, ModuleWriter, sourceOfText } from './module-writer.ts';
import { writeTemplate } from './write-template.ts';

/** The source of a module that does the same as its compiled counterpart. */
export interface PrecompiledModule<D extends Diagnostic = Diagnostic> {
  /** An ES module that imports only `hookplate/runtime` and entries below it. */
  readonly code: string;
  /** Its declarations: the text of `name.d.ts` beside `name.js`, or of `name.d.mts` beside `name.mjs`. */
  readonly types: string;
  /** What lines of the code were written for, in their order: what a source map says. */
  readonly origins: readonly LineOrigin[];
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
  const types = new TypeWriter(missing);
  const context = `export interface Context ${types.members(variables)}`;
  return {
    ...module.finish([{ ...render, field: '' }], ['export { render };']),
    types: [
      `${types.aliases()}/** The variables of the template${missing === 'accept' ? '; a missing one is written as its tag says' : ''}. */`,
      context,
      '',
      '/**',
      ' * Renders the template.',
      ' *',
      ' * @throws {RenderError} where a value cannot be written, and for an output that is too long.',
      ' */',
      'export declare function render(context: Context): string;\n',
    ].join('\n'),
    diagnostics,
  };
}

const aliases = {
  DateValue: {
    type: 'Date | number | string',
    comment: 'A date, milliseconds since 1970, or text as ISO 8601 has it.',
  },
  NumberValue: { type: `number | bigint | \`\${number}\``, comment: 'A number, also as text.' },
} as const;

/** Writes the types of variables for people who read them in an editor. */
export class TypeWriter {
  readonly #missing: Missing;
  readonly #used = new Set<keyof typeof aliases>();

  /** @param missing If missing values are accepted, any may be missing. */
  constructor(missing: Missing) {
    this.#missing = missing;
  }

  /** The declarations of the types that were used so far, in alphabetical order. */
  aliases(): string {
    const used = [...this.#used].sort();
    return used
      .map(name => `/** ${aliases[name].comment} */\nexport type ${name} = ${aliases[name].type};\n\n`)
      .join('');
  }

  /** The type of a context with these variables, a line for each. */
  members(variables: VariableSchema, indent = '', fixed: readonly string[] = []): string {
    const inner = `${indent}  `;
    const lines = Object.entries(variables).map(([name, type]) => {
      const mayMiss = this.#missing === 'accept' || isOptional(type);
      const written = this.type(mayMiss ? presentType(type) : type, inner);
      return mayMiss ? `readonly ${name}?: ${written} | null | undefined;` : `readonly ${name}: ${written};`;
    });
    const all = [...fixed, ...lines];
    return all.length === 0 ? '{}' : `{\n${all.map(line => `${inner}${line}\n`).join('')}${indent}}`;
  }

  type(type: VariableType, indent = ''): string {
    if (isOptional(type)) return `${this.type(type.of, indent)} | null | undefined`;
    if (isGroup(type)) return this.members(type, indent);
    if (isList(type)) {
      const item = this.type(type.of, indent);
      return `readonly (${this.#missing === 'accept' ? `${item} | null | undefined` : item})[]`;
    }
    if (typeof type !== 'string') return type.map(sourceOfText).join(' | ');
    switch (type) {
      case 'string':
      case 'boolean':
        return type;
      case 'number':
        return this.#alias('NumberValue');
      case 'date':
        return this.#alias('DateValue');
      case 'json':
        return 'unknown';
      default:
        return assertNever(type);
    }
  }

  #alias(name: keyof typeof aliases): string {
    this.#used.add(name);
    return name;
  }
}

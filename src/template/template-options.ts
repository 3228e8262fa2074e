import type { Locale } from 'date-fns';
import { nameSyntax } from '../../grammar/lexer.ts';
import { type ParseLimits, readLimits } from '../../grammar/parse-template.ts';
import { reservedNames } from '../../grammar/recovery/explain-token.ts';
import {
  aText,
  defineOptions,
  expected,
  InvalidArgument,
  objectWith,
  oneOf,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import type { OutputName } from '../output/output.ts';
import type { Missing } from './render/missing.ts';
import {
  listOf,
  type ProcessVariables,
  processVariables,
  type VariableSchema,
  type VariableType,
} from './resolve/variables.ts';

/** How a template is checked and rendered. */
export interface TemplateOptions<V extends VariableSchema = ProcessVariables, M extends Missing = Missing> {
  /** What the output is, so that values are escaped for it. Default: `text`, where they are written as they are. */
  readonly output?: OutputName | undefined;
  /** The variables that the template may name. Default: those of a process event. */
  readonly variables?: V | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
  /** The words and weeks of dates. Default: date-fns' `enUS`. */
  readonly locale?: Locale | undefined;
  /**
   * Whether `render` takes a context without a value for each of the variables, those that the template does not name
   * included: `accept` writes a missing value as nothing, `reject` throws a `RenderError`. Default: `accept`.
   */
  readonly missing?: M | undefined;
  readonly limits?: ParseLimits | undefined;
  /** The longest output, in bytes of UTF-8; a longer one is a `RenderError`. Default: 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

export const defaultMaxOutputBytes = 2 ** 23;

export const readTemplateOptions: (given: unknown) => TemplateOptions<VariableSchema> = defineOptions<
  TemplateOptions<VariableSchema>
>({
  output: optional(oneOf('text', 'json', 'json-lines', 'url', 'form', 'xml', 'header')),
  variables: optional(readSchema, processVariables),
  timeZone: optional(aText),
  locale: optional(objectWith<Locale>()),
  missing: optional(oneOf('accept', 'reject'), 'accept'),
  limits: optional(readLimits),
  maxOutputBytes: optional(wholeNumber(0), defaultMaxOutputBytes),
});

const typeNames = ['string', 'number', 'boolean', 'date', 'json'] as const;
const typeName = oneOf(...typeNames);
/** A group in a group in a group may be one that contains itself. */
const mostLevels = 20;

/** A copy of a schema, whose names can stand in a tag and whose types exist. */
export function readSchema(schema: unknown, name: string, level = 0): VariableSchema {
  const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  if (!isSchema) throw expected(name, 'an object with a type for each name');
  if (level === mostLevels) throw expected(name, `groups at most ${mostLevels} levels deep`);
  return Object.fromEntries(
    Object.entries(schema).map(([key, type]) => {
      assertName(key, `${name}.${key}`);
      if (level === 0 && reservedNames.has(key))
        throw new InvalidArgument(`${name}.${key}: a keyword cannot be the name of a variable`);
      return [key, readType(type, `${name}.${key}`, level)];
    }),
  );
}

const aName = new RegExp(`^${nameSyntax}$`);

function assertName(key: string, name: string): void {
  if (aName.test(key)) return;
  const meant = key.replace(/\W+/g, '_');
  const hint = aName.test(meant) ? `; did you mean \`${meant}\`?` : '';
  throw expected(name, `a name of letters, digits and \`_\` that does not begin with a digit${hint}`);
}

function isListType(type: unknown): type is { readonly of: unknown } {
  return typeof type === 'object' && type !== null && 'kind' in type && type.kind === 'list' && 'of' in type;
}

function readType(type: unknown, name: string, level: number): VariableType {
  if (level > mostLevels) throw expected(name, `groups at most ${mostLevels} levels deep`);
  if (Array.isArray(type)) return readTexts(type, name);
  if (isListType(type)) return listOf(readType(type.of, `${name}.of`, level + 1));
  if (typeof type === 'object' && type !== null) return readSchema(type, name, level + 1);
  return typeName(type, name);
}

function readTexts(texts: readonly unknown[], name: string): readonly string[] {
  if (texts.length === 0) throw expected(name, 'a list with at least one text');
  return texts.map((text, index) => aText(text, `${name}[${index}]`));
}

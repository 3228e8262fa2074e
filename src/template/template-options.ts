import type { Locale } from 'date-fns';
import { nameSyntax } from '../../grammar/lexer.ts';
import { type ParseLimits, readLimits } from '../../grammar/parse-template.ts';
import { reservedNames } from '../../grammar/recovery/explain-known-mistakes.ts';
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
import { type JsonSchema, readSchema as readJsonSchema } from '../output/json/schema/schema.ts';
import type { OutputName } from '../output/output.ts';
import type { Missing } from './render/missing.ts';
import {
  listOf,
  optional as optionalType,
  type PresentType,
  type ProcessVariables,
  processVariables,
  type VariableSchema,
  type VariableType,
} from './resolve/variables.ts';

export interface TemplateOptions<V extends VariableSchema = ProcessVariables, M extends Missing = Missing> {
  /** The output format, for which values are escaped. Default: `text`, where nothing is escaped. */
  readonly output?: OutputName | undefined;
  /**
   * For the output `json`, a JSON Schema (draft 2020-12 or draft-07) that every output has to fulfil; for `json-lines`, one for each
   * line. What may break it is reported with codes that begin with `schema-`. It changes nothing of what is written.
   */
  readonly schema?: JsonSchema | undefined;
  /** The variables that the template may name. Default: those of a process event. */
  readonly variables?: V | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
  /** Month and day names, and week rules, for dates. Default: date-fns' `enUS`. */
  readonly locale?: Locale | undefined;
  /**
   * Decides about missing values: `accept` writes them as nothing; `reject` makes `render` throw a `RenderError` unless
   * the context has a value for every variable, including those that the template does not name. Default: `accept`.
   */
  readonly missing?: M | undefined;
  /** Limits for the size of the source. */
  readonly limits?: ParseLimits | undefined;
  /** The maximum length of the output, in bytes of UTF-8; a longer output is a `RenderError`. Default: 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

export const defaultMaxOutputBytes = 2 ** 23;

export const readTemplateOptions: (given: unknown) => TemplateOptions<VariableSchema> = defineOptions<
  TemplateOptions<VariableSchema>
>({
  output: optional(oneOf('text', 'json', 'json-lines', 'url', 'form', 'xml', 'header')),
  schema: optional(aJsonSchema),
  variables: optional(readSchema, processVariables),
  timeZone: optional(aText),
  locale: optional(objectWith<Locale>()),
  missing: optional(oneOf('accept', 'reject'), 'accept'),
  limits: optional(readLimits),
  maxOutputBytes: optional(wholeNumber(0), defaultMaxOutputBytes),
});

/** Refuses a schema that cannot be read. */
export function aJsonSchema(schema: unknown, name: string): JsonSchema {
  readJsonSchema(schema, name);
  // What can be read is one.
  return schema as JsonSchema;
}

const typeNames = ['string', 'number', 'boolean', 'date', 'json'] as const;
const typeName = oneOf(...typeNames);
/** Deeper nesting may be a group that contains itself. */
const mostLevels = 20;

/** Copies a schema and checks that its names can stand in a tag and its types exist. */
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

function isOfKind(kind: string, type: unknown): type is { readonly of: unknown } {
  return typeof type === 'object' && type !== null && 'kind' in type && type.kind === kind && 'of' in type;
}

function readType(type: unknown, name: string, level: number): VariableType {
  if (!isOfKind('optional', type)) return readPresentType(type, name, level);
  return optionalType(readPresentType(type.of, `${name}.of`, level));
}

function readPresentType(type: unknown, name: string, level: number): PresentType {
  if (level > mostLevels) throw expected(name, `groups at most ${mostLevels} levels deep`);
  if (Array.isArray(type)) return readTexts(type, name);
  if (isOfKind('list', type)) return listOf(readType(type.of, `${name}.of`, level + 1));
  if (isOfKind('optional', type)) throw new InvalidArgument(`${name}: is optional already`);
  if (typeof type === 'object' && type !== null) return readSchema(type, name, level + 1);
  return typeName(type, name);
}

function readTexts(texts: readonly unknown[], name: string): readonly string[] {
  if (texts.length === 0) throw expected(name, 'a list with at least one text');
  return texts.map((text, index) => aText(text, `${name}[${index}]`));
}

import type { Locale } from 'date-fns';
import { type ParseLimits, readLimits } from '../../grammar/parse-template.ts';
import { aText, defineOptions, objectWith, oneOf, optional, wholeNumber } from '../options/define-options.ts';
import { type JsonSchema, readSchema as readJsonSchema } from '../output/json/schema/schema.ts';
import { type OutputName, outputNames } from '../output/output.ts';
import type { Missing } from './render/missing.ts';
import { readVariableSchema } from './resolve/read-variable-schema.ts';
import { type ProcessVariables, processVariables, type VariableSchema } from './resolve/variables.ts';

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

/** @throws {TypeError} besides for a schema of an output that is not JSON, which nobody would compare with it. */
export function readTemplateOptions(given: unknown): TemplateOptions<VariableSchema> {
  const options = readOptions(given);
  const { schema, output = 'text' } = options;
  if (schema !== undefined && output !== 'json' && output !== 'json-lines')
    throw new TypeError(
      `options.schema is for the outputs "json" and "json-lines", and options.output is ${JSON.stringify(output)}.`,
    );
  return options;
}

const readOptions = defineOptions<TemplateOptions<VariableSchema>>({
  output: optional(oneOf(...outputNames)),
  schema: optional(aJsonSchema),
  variables: optional(readVariableSchema, processVariables),
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

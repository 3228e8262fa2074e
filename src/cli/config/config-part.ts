import { aListOf, defineOptions, expected, unchecked } from '../../options/define-options.ts';
import type { LoggedLine } from '../../workflow/command/command-task.ts';

/** A JSON Schema (draft 7). */
export type ConfigSchema = Readonly<Record<string, unknown>>;

/** What the values of a configuration depend on, besides what is written in it. */
export interface ConfigContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the configuration, which paths are relative to. */
  readonly directory: string;
  readonly log: CommandLog;
  /** The names that the user gave to what is around a value: those of a project and of its task. */
  readonly names?: readonly string[];
}

/** Called with the output of a task's command. */
export type CommandLog = (
  line: LoggedLine,
  task: { readonly project: string; readonly task: string },
) => void;

/** A part of a configuration: how it is read, and the JSON Schema of how it is written. */
export interface ConfigPart<T> {
  /** @throws {InvalidArgument} that begins with the name. */
  readonly read: (value: unknown, name: string, context: ConfigContext) => T;
  readonly schema: ConfigSchema;
  readonly isOptional?: boolean;
}

/** A part that is checked where it is used. */
export function elsewhere<T>(schema: ConfigSchema): ConfigPart<T> {
  return { read: unchecked<T>(), schema };
}

export function described<T>(description: string, part: ConfigPart<T>): ConfigPart<T> {
  return { ...part, schema: { ...part.schema, description } };
}

/** The JSON Schema shows a default that is written as it is read. */
export function optional<T>(part: ConfigPart<T>): ConfigPart<T | undefined>;
export function optional<T>(part: ConfigPart<T>, fallback: NoInfer<T>): ConfigPart<T>;
export function optional<T>(part: ConfigPart<T>, fallback?: T): ConfigPart<T | undefined> {
  const isShown = fallback !== undefined && typeof fallback !== 'object';
  return {
    read: (value, name, context) => (value === undefined ? fallback : part.read(value, name, context)),
    schema: isShown ? { ...part.schema, default: fallback } : part.schema,
    isOptional: true,
  };
}

export function listOf<T>(item: ConfigPart<T>): ConfigPart<readonly T[]> {
  return {
    read: (value, name, context) => aListOf((each, path) => item.read(each, path, context))(value, name),
    schema: { type: 'array', items: item.schema },
  };
}

/** An object whose keys are names of the user. */
export function namedOf<T>(
  description: string,
  part: ConfigPart<T>,
  what = 'an object',
): ConfigPart<Readonly<Record<string, T>>> {
  return {
    read: (value, name, context) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw expected(name, what);
      const { names = [] } = context;
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          key,
          part.read(each, `${name}.${key}`, { ...context, names: [...names, key] }),
        ]),
      );
    },
    schema: { type: 'object', description, additionalProperties: part.schema },
  };
}

/** An object with these keys alone. */
export function objectOf<T extends object>(
  description: string,
  parts: { readonly [K in keyof T]-?: ConfigPart<T[K]> },
): ConfigPart<T> {
  const entries = Object.entries<ConfigPart<unknown>>(parts);
  const schemas = entries.map(([key, { schema }]) => [key, schema] as const);
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([key]) => key);
  return {
    read: (value, name, context) => {
      const checks = entries.map(
        ([key, { read }]) => [key, (given: unknown, path: string) => read(given, path, context)] as const,
      );
      // There is a check for each key of `T`.
      return defineOptions<T>(Object.fromEntries(checks) as never)(value, name);
    },
    schema: objectSchema(description, Object.fromEntries(schemas), required),
  };
}

/** The schema of an object with these keys alone. */
export function objectSchema(
  description: string,
  properties: ConfigSchema,
  required: readonly string[] = [],
): ConfigSchema {
  return { type: 'object', description, properties, required, additionalProperties: false };
}

/** The type of a variable. An array is a closed set of texts; other objects are lists and groups of variables. */
export type VariableType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'json'
  | readonly string[]
  | ListType
  | VariableSchema;

/** A list with any number of items of one type; made by `listOf`. */
export interface ListType<T extends VariableType = VariableType> {
  readonly kind: 'list';
  readonly of: T;
}

/** The type of a list with items of this type: `listOf('string')`, `listOf({ name: 'string' })`. */
export function listOf<const T extends VariableType>(of: T): ListType<T> {
  return { kind: 'list', of };
}

/** The variables that a template may name, with their types. */
export interface VariableSchema {
  readonly [name: string]: VariableType;
}

/** The variables of a process event: the default of every template. */
export const processVariables = {
  event: ['Started', 'Completed', 'Errored'],
  isError: 'boolean',
  errorCount: 'number',
  recordsProcessed: 'number',
  profile: 'string',
  date: 'date',
  pid: 'string',
  sequence: 'number',
  startedAt: 'date',
  durationSeconds: 'number',
  errorMessage: 'string',
} as const satisfies VariableSchema;

export type ProcessVariables = typeof processVariables;

/** The type of the value that `render` accepts for a variable of this type. */
export type ValueOf<T extends VariableType> = T extends 'string'
  ? string
  : T extends 'number'
    ? number | bigint
    : T extends 'boolean'
      ? boolean
      : T extends 'date'
        ? Date | number | string
        : T extends 'json'
          ? unknown
          : T extends readonly (infer Text)[]
            ? Text
            : T extends ListType<infer Item>
              ? readonly (ValueOf<Item> | null | undefined)[]
              : T extends VariableSchema
                ? ContextOf<T>
                : never;

/**
 * The context that `render` takes: a value for each variable. A value that is left out, `null` or `undefined` is
 * missing.
 */
export type ContextOf<V extends VariableSchema> = {
  readonly [Name in keyof V]?: ValueOf<V[Name]> | null | undefined;
};

/** A context without missing values, including those in its groups and lists. */
export type Complete<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Complete<NonNullable<Item>>[]
    : T extends object
      ? { readonly [Name in keyof T]-?: Complete<NonNullable<T[Name]>> }
      : T;

export type ScalarType = Exclude<VariableType, VariableSchema | ListType>;

/** The source of a value. */
export interface Origin {
  /** 0 for the context, otherwise the surrounding list whose item has the value, counted from the outside. */
  readonly level: number;
  /** The path within the context or the item. */
  readonly path: readonly string[];
}

/** A variable by its path in the template, with its declared type. */
export interface Variable {
  readonly path: readonly string[];
  readonly type: ScalarType;
  readonly origin: Origin;
}

export function isGroup(type: VariableType): type is VariableSchema {
  return typeof type === 'object' && !Array.isArray(type) && !isList(type);
}

/** No group can look like this: there is no type `list`. */
export function isList(type: VariableType): type is ListType {
  return typeof type === 'object' && 'kind' in type && type.kind === 'list';
}

/** The type declared for a path within another type, if there is one; only own properties count. */
export function typeAt(whole: VariableType, path: readonly string[]): VariableType | undefined {
  let type: VariableType | undefined = whole;
  for (const name of path) {
    if (type === undefined || !isGroup(type) || !Object.hasOwn(type, name)) return undefined;
    type = type[name];
  }
  return type;
}

/** Whether conditions can compare a variable with a text. */
export function isText(type: VariableType): type is 'string' | readonly string[] {
  return type === 'string' || Array.isArray(type);
}

/** Dotted paths of all variables, optionally of some types only. */
export function variableNames(
  schema: VariableSchema,
  isWanted: (type: ScalarType | ListType) => boolean = () => true,
  prefix = '',
): string[] {
  return Object.entries(schema).flatMap(([name, type]) => {
    if (isGroup(type)) return variableNames(type, isWanted, `${prefix}${name}.`);
    return isWanted(type) ? [prefix + name] : [];
  });
}

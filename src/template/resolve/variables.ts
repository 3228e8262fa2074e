/** What a variable holds. An array is a closed set of texts; an object is a group of further variables. */
export type VariableType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'json'
  | readonly string[]
  | VariableSchema;

/** The variables that a template may name. */
export interface VariableSchema {
  readonly [name: string]: VariableType;
}

/** The variables of a process event, which every template has unless it is given others. */
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

/** The types of those variables. */
export type ProcessVariables = typeof processVariables;

/** What the context of `render` may have for a variable of this type. */
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
            : T extends VariableSchema
              ? ContextOf<T>
              : never;

/** What `render` takes: a value for each variable; what is left out, `null` or `undefined` is a missing value. */
export type ContextOf<V extends VariableSchema> = {
  readonly [Name in keyof V]?: ValueOf<V[Name]> | null | undefined;
};

/** A context in which nothing is missing, not in a group or a list of it either. */
export type Complete<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Complete<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]-?: Complete<NonNullable<T[Name]>> }
      : T;

/** The type of a single value. */
export type ScalarType = Exclude<VariableType, VariableSchema>;

/** A variable by its path, with the type that was declared for it. */
export interface Variable {
  readonly path: readonly string[];
  readonly type: ScalarType;
}

export function isGroup(type: VariableType): type is VariableSchema {
  return typeof type === 'object' && !Array.isArray(type);
}

/** The type declared for a path, if there is one; only own names count. */
export function typeAt(schema: VariableSchema, path: readonly string[]): VariableType | undefined {
  let type: VariableType | undefined = schema;
  for (const name of path) {
    if (type === undefined || !isGroup(type) || !Object.hasOwn(type, name)) return undefined;
    type = type[name];
  }
  return type;
}

/** The variable that a path wants to name a part of, written with dots, though it has none. */
export function wholeOf(schema: VariableSchema, path: readonly string[]): string | undefined {
  let type: VariableType | undefined = schema;
  for (const [index, name] of path.entries()) {
    if (!isGroup(type)) return path.slice(0, index).join('.');
    if (!Object.hasOwn(type, name)) return undefined;
    type = type[name];
    if (type === undefined) return undefined;
  }
  return undefined;
}

/** The paths of all variables, written with dots, of one type or of any. */
export function variableNames(schema: VariableSchema, only?: ScalarType, prefix = ''): string[] {
  return Object.entries(schema).flatMap(([name, type]) => {
    if (isGroup(type)) return variableNames(type, only, `${prefix}${name}.`);
    return only === undefined || type === only ? [prefix + name] : [];
  });
}

/** What a variable holds. An array is a closed set of texts; other objects are lists and groups of further variables. */
export type VariableType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'json'
  | readonly string[]
  | ListType
  | VariableSchema;

/** A list of any number of items of one type; `listOf` makes it. */
export interface ListType<T extends VariableType = VariableType> {
  readonly kind: 'list';
  readonly of: T;
}

/** The type of a list whose items are of this type: `listOf('string')`, `listOf({ name: 'string' })`. */
export function listOf<const T extends VariableType>(of: T): ListType<T> {
  return { kind: 'list', of };
}

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
            : T extends ListType<infer Item>
              ? readonly (ValueOf<Item> | null | undefined)[]
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
    ? readonly Complete<NonNullable<Item>>[]
    : T extends object
      ? { readonly [Name in keyof T]-?: Complete<NonNullable<T[Name]>> }
      : T;

/** The type of a single value. */
export type ScalarType = Exclude<VariableType, VariableSchema | ListType>;

/** Where a value is read from. */
export interface Origin {
  /** 0 for the context, otherwise which of the lists around it, from the outside, has it in its items. */
  readonly level: number;
  /** Within the context or the item. */
  readonly path: readonly string[];
}

/** A variable by its path as it is written, with the type that was declared for it. */
export interface Variable {
  readonly path: readonly string[];
  readonly type: ScalarType;
  readonly origin: Origin;
}

export function isGroup(type: VariableType): type is VariableSchema {
  return typeof type === 'object' && !Array.isArray(type) && !isList(type);
}

/** A group cannot look like that: there is no type `list`. */
export function isList(type: VariableType): type is ListType {
  return typeof type === 'object' && 'kind' in type && type.kind === 'list';
}

/** The type declared for a path within another, if there is one; only own names count. */
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

/** The paths of all variables, written with dots, of some types or of any. */
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

/** The declaration of a variable: the type of its value, which it always has unless it is optional. */
export type VariableType = PresentType | OptionalType;

/** The type of a value. An array is a closed set of texts; other objects are lists and groups of variables. */
export type PresentType =
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

/** A variable that may be missing; `optional` makes it. */
export interface OptionalType<T extends PresentType = PresentType> {
  readonly kind: 'optional';
  readonly of: T;
}

/** The type of a list with items of this type: `listOf('string')`, `listOf({ name: 'string' })`. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const T extends VariableType>(of: T): ListType<T> {
  return { kind: 'list', of };
}

/**
 * The type of a variable that may be missing, or of items that may be: `optional('date')`, `listOf(optional('string'))`. In a
 * condition, its name alone asks whether it has a value.
 */
/* @__NO_SIDE_EFFECTS__ */
export function optional<const T extends PresentType>(of: T): OptionalType<T> {
  return { kind: 'optional', of };
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
  startedAt: optional('date'),
  durationSeconds: optional('number'),
  errorMessage: optional('string'),
} as const satisfies VariableSchema;

export type ProcessVariables = typeof processVariables;

/** The type of the value that `render` accepts for a variable of this type. */
export type ValueOf<T extends VariableType> = T extends 'string'
  ? string
  : T extends 'number'
    ? number | bigint | `${number}`
    : T extends 'boolean'
      ? boolean
      : T extends 'date'
        ? Date | number | string
        : T extends 'json'
          ? unknown
          : T extends readonly (infer Text)[]
            ? Text
            : T extends OptionalType<infer Present>
              ? ValueOf<Present> | null | undefined
              : T extends ListType<infer Item>
                ? readonly ValueOf<Item>[]
                : T extends VariableSchema
                  ? ContextOf<T>
                  : never;

/** A value for each variable; one that is optional may be left out, `null` or `undefined`. */
export type ContextOf<V extends VariableSchema> = Flat<
  { readonly [Name in keyof V as V[Name] extends OptionalType ? never : Name]: ValueOf<V[Name]> } & {
    readonly [Name in keyof V as V[Name] extends OptionalType ? Name : never]?: ValueOf<V[Name]>;
  }
>;

/** The same as one object, which editors show better. */
export type Flat<T> = { readonly [Key in keyof T]: T[Key] };

export type ScalarType = Exclude<PresentType, VariableSchema | ListType>;

/** The source of a value. */
export interface Origin {
  /** 0 for the context, otherwise the surrounding list whose item has the value, counted from the outside. */
  readonly level: number;
  /** The path within the context or the item, as far as it is declared. */
  readonly path: readonly string[];
  /** For a part of JSON: the names that lead to it from there. */
  readonly parts?: readonly string[] | undefined;
}

/** An origin as events declare it, through the lists around it; `source` is the path of the context or the item. */
export function declaredPath(
  source: readonly string[],
  { path, parts = [] }: Pick<Origin, 'path' | 'parts'>,
): readonly string[] {
  return [...source, ...path, ...parts];
}

/** A variable by its path in the template, with its declared type. */
export interface Variable {
  readonly path: readonly string[];
  readonly type: ScalarType;
  readonly origin: Origin;
  /** Whether it, or a group that it belongs to, is declared as optional. */
  readonly mayBeMissing?: boolean | undefined;
  /** How long those beginnings of the path are that may be missing, as conditions name them. */
  readonly optional?: readonly number[] | undefined;
}

export function isGroup(type: PresentType): type is VariableSchema {
  return typeof type === 'object' && !Array.isArray(type) && !isList(type);
}

/** No group can look like this: there is no type `list`. */
export function isList(type: PresentType): type is ListType {
  return typeof type === 'object' && 'kind' in type && type.kind === 'list';
}

/** Nor is there a type `optional`. */
export function isOptional(type: VariableType): type is OptionalType {
  return typeof type === 'object' && 'kind' in type && type.kind === 'optional';
}

/** The type that the value has where there is one. */
export function presentType(type: VariableType): PresentType {
  return isOptional(type) ? type.of : type;
}

/** The step of a path from a list to each of its items; no name looks like this. */
export const eachItem = '*';

/** What is declared for one more step within a type; only own properties count. */
function declaredUnder(type: PresentType, step: string): VariableType | undefined {
  if (isList(type)) return step === eachItem ? type.of : undefined;
  return isGroup(type) && Object.hasOwn(type, step) ? type[step] : undefined;
}

/** What is declared for a path within another type, if anything is. */
export function declaredAt(whole: VariableType, path: readonly string[]): VariableType | undefined {
  return path.reduce<VariableType | undefined>(
    (type, step) => type && declaredUnder(presentType(type), step),
    whole,
  );
}

/** The type of the value there. */
export function typeAt(whole: VariableType, path: readonly string[]): PresentType | undefined {
  const declared = declaredAt(whole, path);
  return declared && presentType(declared);
}

/** The length of the beginning of a path that leads to JSON with the rest as its part; undefined if there is none. */
export function jsonAlong(whole: VariableType, path: readonly string[]): number | undefined {
  let type = presentType(whole);
  for (let length = 0; length < path.length; length++) {
    if (type === 'json') return length;
    const part = declaredUnder(type, path[length] ?? '');
    if (part === undefined) return undefined;
    type = presentType(part);
  }
  return undefined;
}

/** The type of a path within another type: the declared one, or that of a part of JSON, which is JSON again. */
export function typeOrPartAt(whole: VariableType, path: readonly string[]): PresentType | undefined {
  return typeAt(whole, path) ?? (jsonAlong(whole, path) === undefined ? undefined : 'json');
}

/** How long those beginnings of a path are that lead to something optional; 0 where that is the whole itself. */
export function optionalAlong(whole: VariableType, path: readonly string[]): readonly number[] {
  const lengths: number[] = [];
  let type = whole;
  for (let length = 0; ; length++) {
    if (isOptional(type)) lengths.push(length);
    const step = path[length];
    const part = step === undefined ? undefined : declaredUnder(presentType(type), step);
    if (part === undefined) return lengths;
    type = part;
  }
}

/** Whether conditions can compare a variable with a text. */
export function isText(type: PresentType): type is 'string' | readonly string[] {
  return type === 'string' || Array.isArray(type);
}

/** Dotted paths of all variables, optionally of some types only, of which groups may be one. */
export function variableNames(
  schema: VariableSchema,
  isWanted: (type: PresentType, mayBeMissing: boolean) => boolean = type => !isGroup(type),
  prefix = '',
  isInOptional = false,
): string[] {
  return Object.entries(schema).flatMap(([name, declared]) => {
    const type = presentType(declared);
    const mayBeMissing = isInOptional || isOptional(declared);
    const own = isWanted(type, mayBeMissing) ? [prefix + name] : [];
    return isGroup(type)
      ? [...own, ...variableNames(type, isWanted, `${prefix}${name}.`, mayBeMissing)]
      : own;
  });
}

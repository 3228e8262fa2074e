import { expected, InvalidArgument } from '../../../options/define-options.ts';

/** A JSON Schema as its authors write it: draft 2020-12, or draft-07. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export type JsonType = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';
export type JsonScalar = null | boolean | number | string;

/** A schema that has been read: what it asks of a value, with its subschemas. */
export interface Schema {
  readonly id: number;
  /** Where it stands: `/properties/severity`. */
  readonly pointer: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** A value that its author gives: its default, or an example. */
  readonly sample?: JsonScalar | undefined;
  /** Whether it is `false`, which refuses every value. */
  readonly refusesAll?: boolean | undefined;
  readonly types?: ReadonlySet<JsonType> | undefined;
  /** One of these. */
  readonly constants?: readonly JsonScalar[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: RegExp | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly prefixItems?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly contains?: Schema | undefined;
  readonly minContains?: number | undefined;
  readonly maxContains?: number | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly properties?: ReadonlyMap<string, Schema> | undefined;
  readonly patternProperties?: readonly (readonly [pattern: RegExp, schema: Schema])[] | undefined;
  readonly additionalProperties?: Schema | undefined;
  readonly propertyNames?: Schema | undefined;
  readonly unevaluatedProperties?: Schema | undefined;
  readonly unevaluatedItems?: Schema | undefined;
  /** All of these as well: `allOf` and `$ref`. */
  readonly all?: readonly Schema[] | undefined;
  /** Of each group, one at least. */
  readonly any?: readonly (readonly Schema[])[] | undefined;
  readonly one?: readonly Schema[] | undefined;
  readonly not?: Schema | undefined;
  readonly if?: Schema | undefined;
  readonly then?: Schema | undefined;
  readonly else?: Schema | undefined;
  readonly dependentSchemas?: ReadonlyMap<string, Schema> | undefined;
  /** Words that this reader does not know; they might ask for anything. */
  readonly unknown?: readonly string[] | undefined;
  /** Whether it stands for a constant object, whose keys nobody has declared. */
  readonly isConstant?: boolean | undefined;
  /** The syntax inside a text: `x-syntax`. */
  readonly syntax?: string | undefined;
}

/** Whether a schema asks nothing. */
export function asksNothing(schema: Schema): boolean {
  return Object.keys(schema).every(key => annotations.has(key));
}

const annotations = new Set(['id', 'pointer', 'title', 'description', 'sample', 'isConstant']);

const known = new WeakMap<object, Schema>();

/**
 * Reads a schema (JSON Schema draft 2020-12; of draft-07 also `definitions`, `dependencies`, and `items` as an array with
 * `additionalItems`). `format`, the words for contents and those of OpenAPI are annotations. References may go anywhere within the schema.
 *
 * @param name Begins the messages of errors: `options.schema`.
 * @throws {TypeError} that names the place of what cannot be read.
 */
export function readSchema(schema: unknown, name: string): Schema {
  const isObject = typeof schema === 'object' && schema !== null;
  const before = isObject ? known.get(schema) : undefined;
  if (before) return before;
  const read = new SchemaReader(schema, name).read();
  if (isObject) known.set(schema, read);
  return read;
}

type Raw = Readonly<Record<string, unknown>>;
type Filled = { -readonly [Key in keyof Schema]: Schema[Key] };

/** Deeper nesting is a mistake, and would end the stack. */
const maxLevels = 200;
const maxSchemas = 20_000;
/** Longer ones are none that a person replaces. */
const maxSampleLength = 200;
/** References lead from one level to any other. */
const maxNested = 500;

const types: readonly JsonType[] = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** Words that ask nothing of a value. */
const silentWords = new Set([
  ...['$schema', '$id', '$comment', '$defs', '$anchor', '$vocabulary', 'definitions', 'title', 'description'],
  ...['default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'format'],
  ...['contentMediaType', 'contentEncoding', 'contentSchema'],
  // The vocabulary of OpenAPI 3.1, whose schemas describe many receivers.
  ...['discriminator', 'example', 'externalDocs', 'xml'],
]);

/** Words whose objects have names for keys, and words for any values. */
const holdsNames = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions'],
  ...['dependentSchemas', 'dependencies', 'dependentRequired'],
]);
const holdsValues = new Set(['const', 'enum', 'default', 'example', 'examples']);

class SchemaReader {
  readonly #root: unknown;
  readonly #name: string;
  /** By the object that it was read from, so that references may lead back. */
  readonly #read = new Map<unknown, Filled>();
  /** Objects that `$anchor` and `$id` name, with their pointers. */
  readonly #named = new Map<string, readonly [raw: unknown, pointer: string]>();
  #count = 0;
  #nested = 0;

  constructor(root: unknown, name: string) {
    this.#root = root;
    this.#name = name;
  }

  read(): Schema {
    this.#collectNames(this.#root, '', 0);
    const schema = this.#schema(this.#root, '', 0);
    this.#assertGrounded([...this.#read.values()]);
    return schema;
  }

  #schema(raw: unknown, pointer: string, level: number): Schema {
    if (level > maxLevels) throw expected(this.#at(pointer), `schemas at most ${maxLevels} levels deep`);
    const before = this.#read.get(raw);
    if (before) return before;
    if (typeof raw === 'boolean') return this.#new(pointer, raw ? {} : { refusesAll: true });
    if (!isRaw(raw)) throw expected(this.#at(pointer), 'a schema: an object, `true` or `false`');
    if (this.#nested === maxNested)
      throw expected(this.#at(pointer), `references at most ${maxNested} after one another`);
    const schema = this.#new(pointer, {});
    this.#read.set(raw, schema);
    this.#nested++;
    this.#fill(schema, raw, pointer, level);
    this.#nested--;
    return schema;
  }

  #new(pointer: string, more: Partial<Schema>): Filled {
    if (this.#count >= maxSchemas) throw expected(this.#name, `at most ${maxSchemas} subschemas`);
    return { id: this.#count++, pointer, ...more };
  }

  #fill(schema: Filled, raw: Raw, pointer: string, level: number): void {
    const { title, items, description: given } = raw;
    const description = typeof given === 'string' ? given : undefined;
    const all: Schema[] = [];
    const any: Schema[][] = [];
    const unknown: string[] = [];
    const at = (word: string) => `${pointer}/${escaped(word)}`;
    const sub = (word: string) => this.#schema(raw[word], at(word), level + 1);
    const array = (word: string) =>
      this.#array(raw[word], at(word)).map((each, index) =>
        this.#schema(each, `${at(word)}/${index}`, level + 1),
      );
    const map = (word: string) =>
      new Map(
        Object.entries(this.#object(raw[word], at(word))).map(([key, each]) => [
          key,
          this.#schema(each, `${at(word)}/${escaped(key)}`, level + 1),
        ]),
      );
    const count = (word: string) => this.#number(raw[word], at(word), 'a whole number from 0', isCount);
    const number = (word: string) => this.#number(raw[word], at(word), 'a number', Number.isFinite);
    for (const word of Object.keys(raw)) {
      if (raw[word] === undefined || silentWords.has(word)) continue;
      switch (word) {
        case 'type':
          schema.types = this.#types(raw[word], at(word));
          break;
        case 'const':
          all.push({ ...this.#constant(raw[word], at(word), level + 1), description });
          break;
        case 'enum': {
          const values = this.#array(raw[word], at(word));
          const scalars = values.filter(isScalar);
          const others = values.filter(value => !isScalar(value));
          const chosen = this.#new(at(word), { constants: scalars, description });
          const constants = others.map(value => this.#constant(value, at(word), level + 1));
          if (others.length === 0) all.push(chosen);
          else any.push(scalars.length === 0 ? constants : [chosen, ...constants]);
          break;
        }
        case 'minLength':
        case 'maxLength':
        case 'minItems':
        case 'maxItems':
        case 'minProperties':
        case 'maxProperties':
        case 'minContains':
        case 'maxContains':
          schema[word] = count(word);
          break;
        case 'minimum':
        case 'maximum':
        case 'exclusiveMinimum':
        case 'exclusiveMaximum':
          schema[word] = number(word);
          break;
        case 'multipleOf':
          schema[word] = this.#number(raw[word], at(word), 'a number above 0', value => value > 0);
          break;
        case 'pattern':
          schema[word] = this.#pattern(raw[word], at(word));
          break;
        case 'uniqueItems':
          schema[word] = this.#boolean(raw[word], at(word));
          break;
        case 'required':
          schema[word] = this.#texts(raw[word], at(word));
          break;
        case 'dependentRequired':
        case 'dependentSchemas':
        case 'dependencies':
          this.#dependencies(schema, this.#object(raw[word], at(word)), at(word), level);
          break;
        case 'properties':
          schema[word] = map(word);
          break;
        case 'patternProperties':
          schema[word] = [...map(word)].map(([key, each]) => [this.#pattern(key, each.pointer), each]);
          break;
        case 'additionalProperties':
        case 'propertyNames':
        case 'unevaluatedProperties':
        case 'unevaluatedItems':
        case 'not':
        case 'if':
        case 'then':
        case 'else':
          schema[word] = sub(word);
          break;
        case 'contains':
          // Its answers are counted: it must not be the schema of the items, too.
          schema[word] = this.#new(at(word), { all: [sub(word)] });
          break;
        case 'prefixItems':
          schema[word] = array(word);
          break;
        case 'items':
          if (Array.isArray(raw[word])) schema.prefixItems = array(word);
          else schema[word] = sub(word);
          break;
        case 'additionalItems':
          if (Array.isArray(items)) schema.items = sub(word);
          break;
        case 'allOf':
          all.push(...array(word));
          break;
        case 'anyOf':
          any.push(array(word));
          break;
        case 'oneOf':
          schema.one = array(word);
          break;
        case '$ref':
          all.push(this.#reference(raw[word], at(word), level));
          break;
        case 'x-syntax':
          schema.syntax = this.#text(raw[word], at(word));
          break;
        default:
          if (!word.startsWith('x-')) unknown.push(word);
      }
    }
    if (typeof title === 'string') schema.title = title;
    const sample = sampleIn(raw);
    if (sample !== undefined) schema.sample = sample;
    if (description !== undefined) schema.description = description;
    if (all.length > 0) schema.all = all;
    if (any.length > 0) schema.any = any;
    if (unknown.length > 0) schema.unknown = unknown;
  }

  /** What a key needs, as names or as a schema; draft-07 has one word for both. */
  #dependencies(schema: Filled, raw: Raw, pointer: string, level: number): void {
    const required = new Map(schema.dependentRequired);
    const schemas = new Map(schema.dependentSchemas);
    for (const [key, needs] of Object.entries(raw)) {
      const at = `${pointer}/${escaped(key)}`;
      if (Array.isArray(needs)) required.set(key, [...(required.get(key) ?? []), ...this.#texts(needs, at)]);
      else {
        const asked = this.#schema(needs, at, level + 1);
        const before = schemas.get(key);
        schemas.set(key, before ? this.#new(at, { all: [before, asked] }) : asked);
      }
    }
    if (required.size > 0) schema.dependentRequired = required;
    if (schemas.size > 0) schema.dependentSchemas = schemas;
  }

  /** A schema that takes this one value. */
  #constant(value: unknown, pointer: string, level: number): Schema {
    if (level > maxLevels) throw expected(this.#at(pointer), `values at most ${maxLevels} levels deep`);
    if (isScalar(value)) return this.#new(pointer, { constants: [value] });
    if (Array.isArray(value)) {
      const prefixItems = value.map(each => this.#constant(each, pointer, level + 1));
      const { length } = value;
      return this.#new(pointer, {
        types: new Set(['array']),
        prefixItems,
        minItems: length,
        maxItems: length,
      });
    }
    const members = Object.entries(this.#object(value, pointer));
    return this.#new(pointer, {
      isConstant: true,
      types: new Set(['object']),
      required: members.map(([key]) => key),
      properties: new Map(members.map(([key, each]) => [key, this.#constant(each, pointer, level + 1)])),
      additionalProperties: this.#new(pointer, { refusesAll: true }),
    });
  }

  #reference(given: unknown, pointer: string, level: number): Schema {
    const to = this.#text(given, pointer);
    const hash = to.indexOf('#');
    const base = hash === -1 ? to : to.slice(0, hash);
    const fragment = hash === -1 ? '' : decoded(to.slice(hash + 1));
    const within = base === '' ? ([this.#root, ''] as const) : this.#named.get(base);
    const target =
      within && (fragment === '' || fragment.startsWith('/'))
        ? this.#follow(within, fragment)
        : within && this.#named.get(`#${fragment}`);
    if (!target)
      throw new InvalidArgument(
        `${this.#at(pointer)}: \`${to}\` is not in the schema; a reference may only go to a part of it, such as \`#/$defs/text\``,
      );
    // A chain of references must not be a nest of levels, and a schema is read once wherever it is referred to.
    return this.#schema(target[0], target[1], Math.min(level + 1, depthOf(target[1])));
  }

  #follow(
    [root, start]: readonly [unknown, string],
    path: string,
  ): readonly [raw: unknown, pointer: string] | undefined {
    let raw = root;
    for (const token of path.split('/').slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined;
      raw = (raw as Raw)[key];
    }
    return [raw, start + path];
  }

  /** Notes what references may name. `isMap` if the keys of this object are not words but names. */
  #collectNames(raw: unknown, pointer: string, level: number, isMap = false): void {
    if (typeof raw !== 'object' || raw === null || level > 2 * maxLevels) return;
    if (isRaw(raw) && !isMap) {
      const { $id, $anchor } = raw;
      if (typeof $id === 'string' && level > 0 && !$id.startsWith('#'))
        throw new InvalidArgument(
          `${this.#at(`${pointer}/$id`)}: a schema within another cannot have an address of its own; leave the \`$id\` out`,
        );
      // Draft-07 wrote anchors as `$id`.
      if (typeof $id === 'string')
        this.#named.set($id.startsWith('#') ? $id : $id.replace(/#$/, ''), [raw, pointer]);
      if (typeof $anchor === 'string') this.#named.set(`#${$anchor}`, [raw, pointer]);
    }
    for (const [key, each] of Object.entries(raw))
      if (isMap || !holdsValues.has(key))
        this.#collectNames(each, `${pointer}/${escaped(key)}`, level + 1, !isMap && holdsNames.has(key));
  }

  /** Refuses a schema that asks for itself again before it has looked into the value: no value would ever be judged. */
  #assertGrounded(schemas: readonly Schema[]): void {
    const done = new Set<Schema>();
    const open = new Set<Schema>();
    for (const first of schemas) {
      const steps: (readonly [schema: Schema, isLeft: boolean])[] = [[first, false]];
      for (let step = steps.pop(); step; step = steps.pop()) {
        const [schema, isLeft] = step;
        if (isLeft) {
          open.delete(schema);
          done.add(schema);
        } else if (!done.has(schema)) {
          if (open.has(schema))
            throw new InvalidArgument(
              `${this.#at(schema.pointer)}: refers to itself without going into the value`,
            );
          open.add(schema);
          steps.push([schema, true]);
          for (const each of besides(schema)) steps.push([each, false]);
        }
      }
    }
  }

  #at(pointer: string): string {
    return `${this.#name}${pointer}`;
  }

  #types(given: unknown, pointer: string): ReadonlySet<JsonType> {
    const names = Array.isArray(given) ? given : [given];
    if (names.length === 0 || names.some(name => !types.includes(name)))
      throw expected(this.#at(pointer), `one of ${types.join(', ')}`);
    return new Set(names);
  }

  #array(given: unknown, pointer: string): readonly unknown[] {
    if (Array.isArray(given)) return given;
    throw expected(this.#at(pointer), 'an array');
  }

  #object(given: unknown, pointer: string): Raw {
    if (isRaw(given)) return given;
    throw expected(this.#at(pointer), 'an object');
  }

  #text(given: unknown, pointer: string): string {
    if (typeof given === 'string') return given;
    throw expected(this.#at(pointer), 'text');
  }

  #texts(given: unknown, pointer: string): readonly string[] {
    return this.#array(given, pointer).map((each, index) => this.#text(each, `${pointer}/${index}`));
  }

  #boolean(given: unknown, pointer: string): boolean {
    if (typeof given === 'boolean') return given;
    throw expected(this.#at(pointer), '`true` or `false`');
  }

  #number(given: unknown, pointer: string, what: string, isValid: (value: number) => boolean): number {
    if (typeof given === 'number' && isValid(given)) return given;
    throw expected(this.#at(pointer), what);
  }

  #pattern(given: unknown, pointer: string): RegExp {
    const source = this.#text(given, pointer);
    try {
      return new RegExp(source, 'u');
    } catch {
      throw expected(this.#at(pointer), 'a regular expression (ECMA-262, with the flag `u`)');
    }
  }
}

/** The schemas that a schema asks about the same value. */
export function besides(schema: Schema): readonly Schema[] {
  const { all = [], any = [], one = [], dependentSchemas } = schema;
  const single = [schema.not, schema.if, schema.then, schema.else].filter(each => each !== undefined);
  return [...all, ...any.flat(), ...one, ...single, ...(dependentSchemas?.values() ?? [])];
}

/** What a schema gives as its default or as an example: the first of its type that is no object or array, and not long. */
function sampleIn({ default: usual, examples, example, type }: Raw): JsonScalar | undefined {
  const given = [usual, ...(Array.isArray(examples) ? examples : []), example];
  return given
    .filter(isScalar)
    .filter(each => type === undefined || [type].flat().some(one => isOfType(each, one)))
    .find(each => typeof each !== 'string' || each.length <= maxSampleLength);
}

/** A default of `null` often says that there is none. */
function isOfType(value: JsonScalar, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : typeof value);
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is JsonScalar {
  return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1;
}

import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A JSON Schema, as a caller writes it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that says `if`, `then` and, where it is given, `else`. */
export function whether(when: unknown, yes: unknown, no?: unknown): { readonly [keyword: string]: unknown } {
  // An object with a `then` of its own looks like a promise.
  return Object.fromEntries([
    ['if', when],
    ['then', yes],
    ...(no === undefined ? [] : [['else', no] as const]),
  ]);
}

/** Says what of a JSON text a schema refuses; undefined where it accepts it. */
export type Judge = (text: string) => string | undefined;

/** Only own properties count: `toString` is in no JSON object that does not write it. */
const options: Options = {
  strict: false,
  validateFormats: false,
  strictNumbers: true,
  validateSchema: false,
  addUsedSchema: false,
  ownProperties: true,
  logger: false,
  code: { optimize: false },
};

export type Draft = '2020-12' | 'draft-07';

/** Words that ajv does not read in a schema of draft-07. */
const laterWords = /"(?:dependent\w+|prefixItems|minContains|maxContains|unevaluated\w+)":/;

/**
 * Whether ajv means by a schema what the specification does. Where `contains` and `unevaluatedItems` meet, it counts all items as
 * evaluated, and not those alone that the former accepts; beside places of items, it asks `contains` of no empty array; and beside
 * `dependentSchemas` that do not apply, or an `if` of the same schema, it forgets which properties are evaluated.
 */
export function isJudged(schema: JsonSchema, draft: Draft): boolean {
  const text = JSON.stringify(schema);
  if (draft === 'draft-07' && laterWords.test(text)) return false;
  if (text.includes('"unevaluatedProperties":') && text.includes('"dependentSchemas":')) return false;
  if (contains(schema, part => 'unevaluatedProperties' in part && 'if' in part)) return false;
  return (
    !text.includes('"contains":') ||
    !(text.includes('"unevaluatedItems":') || contains(schema, asksBesidePlaces))
  );
}

function asksBesidePlaces(part: object): boolean {
  return 'contains' in part && ('prefixItems' in part || ('items' in part && Array.isArray(part.items)));
}

function contains(part: unknown, isOne: (part: object) => boolean): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return isOne(part) || Object.values(part).some(inner => contains(inner, isOne));
}

/** Ajv remembers every schema that it compiled, so that a new one is made after some hundreds. */
const lifetime = 500;
const makers = { '2020-12': () => new Ajv2020(options), 'draft-07': () => new Ajv(options) };
const compilers = new Map<Draft, { ajv: Ajv; compiled: number }>();
const judges = new WeakMap<object, Judge>();

/** Ajv's opinion of JSON under a schema, which no other draft reads; `format` says nothing, as the specification has it. */
export function judgeBy(schema: JsonSchema, draft: Draft): Judge {
  if (typeof schema === 'boolean') return compiledJudge(schema, draft);
  const known = judges.get(schema);
  if (known) return known;
  const judge = compiledJudge(schema, draft);
  judges.set(schema, judge);
  return judge;
}

function compiledJudge(schema: JsonSchema, draft: Draft): Judge {
  let compiler = compilers.get(draft);
  if (!compiler || compiler.compiled >= lifetime) compiler = { ajv: makers[draft](), compiled: 0 };
  compiler.compiled++;
  compilers.set(draft, compiler);
  const { ajv } = compiler;
  // Two schemas that are equal may be one object, which is compiled once.
  const accepts = ajv.compile(structuredClone(schema));
  return text => {
    const value: unknown = JSON.parse(text);
    try {
      return accepts(value) ? undefined : ajv.errorsText(accepts.errors);
    } catch (error) {
      // Where several alternatives evaluate properties, its code may fail instead of judging.
      if (error instanceof TypeError || error instanceof ReferenceError) return undefined;
      throw error;
    }
  };
}

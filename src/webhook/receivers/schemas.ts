import type { JsonSchema } from '../../output/json/schema/schema.ts';

/*
 * What receivers accept, each part with a sentence for people. A sentence that ends with a full stop stands as it is, with the limit
 * in place of `{max}`; otherwise the limit, or what there is to choose, is put into words behind it. Bundlers are told that calls have no
 * effects, so that receivers that nobody imports are left out.
 */

interface Limits {
  readonly min?: number;
  readonly max?: number;
}

/**
 * A text of so many characters, in a syntax that is checked.
 *
 * @example
 * text('The title', { max: 256 }); // → description: 'The title, in at most 256 characters.'
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(
  about: string,
  { min, max, syntax }: Limits & { readonly syntax?: string } = {},
): JsonSchema {
  return {
    type: 'string',
    ...(min !== undefined && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(syntax !== undefined && { 'x-syntax': syntax }),
    description: sentence(about, max, words => `, in at most ${words} characters.`),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function flag(about: string): JsonSchema {
  return { type: 'boolean', description: about };
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(about: string, { min, max }: Limits = {}): JsonSchema {
  return {
    type: 'integer',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    description: sentence(about, max, words => `, at most ${words}.`),
  };
}

/** One of these texts. */
/* @__NO_SIDE_EFFECTS__ */
export function choice(about: string, values: readonly string[]): JsonSchema {
  const named = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { enum: values, description: about.endsWith('.') ? about : `${about}: ${named}.` };
}

/* @__NO_SIDE_EFFECTS__ */
export function list(about: string, items?: JsonSchema, { min, max }: Limits = {}): JsonSchema {
  return {
    type: 'array',
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
    ...(items !== undefined && { items }),
    description: sentence(about, max, words => `, at most ${words}.`),
  };
}

/**
 * An object whose members are all optional but for those that are `required`; `others` and `condition` are what else has to hold.
 */
/* @__NO_SIDE_EFFECTS__ */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  others: Readonly<Record<string, unknown>> = {},
  condition: Readonly<Record<string, unknown>> = {},
): JsonSchema {
  return { type: 'object', properties, ...others, ...condition };
}

/** What else has to hold where a condition does, and where it does not. */
/* @__NO_SIDE_EFFECTS__ */
export function when(condition: JsonSchema, then: JsonSchema, otherwise?: JsonSchema) {
  return { if: condition, then, ...(otherwise !== undefined && { else: otherwise }) };
}

const small = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function sentence(about: string, max: number | undefined, limit: (words: string) => string): string {
  const words = max === undefined ? '' : (small[max] ?? max.toLocaleString('en-US'));
  if (about.endsWith('.')) return about.replace('{max}', words);
  return about + (max === undefined ? '.' : limit(words));
}

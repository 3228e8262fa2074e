import * as v from 'valibot';
import { plainNames } from '../../api/field-schemas.ts';
import { Problem } from '../../api/problem.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import {
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  InvalidArgument,
  oneOf,
  optional,
} from '../../options/define-options.ts';
import { sourceKinds } from './current-sources.ts';
import { assertSecret, kindOf, sourceIdPattern } from './source-routes.ts';
import type { NewSource } from './source-store.ts';

/** An initial source: a program whose events arrive in a form of its own. */
export interface SourceSeed {
  /** Stands in its address: up to 64 lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The id of its kind in `hookplate/sources`, such as `github`. */
  readonly kind: string;
  /** The profiles that it may report to: 1 to 100, usually one. Its address ends in one of them. */
  readonly profiles: readonly string[];
  /** The secret that the sender knows: 16 to 256 visible characters, or `whsec_` and base64, as its kind wants it. */
  readonly secret: string;
  /** The name of the catalogue of its events, if its kind has none of its own. Default: the default catalogue. */
  readonly catalogue?: string | undefined;
}

const names = checkThat('a list of 1 to 100 names of profiles', (value): value is readonly string[] =>
  v.is(plainNames, value),
);

const readSeed = defineOptions<SourceSeed>({
  id: checkThat(
    'up to 64 lower-case letters, digits and hyphens, the first one no hyphen',
    (value): value is string => typeof value === 'string' && sourceIdPattern.test(value),
  ),
  kind: oneOf(...sourceKinds.keys()),
  profiles: names,
  secret: aText,
  catalogue: optional(aText),
});

/**
 * Checks sources like those that users save.
 *
 * @throws {InvalidArgument} naming the first field that is wrong.
 */
export function readSources(seeds: unknown, name: string, catalogues: Catalogues): readonly NewSource[] {
  const ids = new Set<string>();
  const readOne: Check<NewSource> = (value, at) => {
    const { id, kind, profiles, secret, catalogue } = readSeed(value, at);
    if (ids.has(id)) throw expected(`${at}.id`, 'an id that no other source has');
    ids.add(id);
    try {
      assertSecret(kindOf({ kind, catalogue }, catalogues), secret);
    } catch (error) {
      throw error instanceof Problem ? new InvalidArgument(`${at}.${error.message}`) : error;
    }
    return { id, kind, catalogue, profiles, settings: { secret } };
  };
  return aListOf(readOne)(seeds, name);
}

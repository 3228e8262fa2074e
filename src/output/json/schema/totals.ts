import { list } from '../../../diagnostics/catalogue/list.ts';
import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { Violation } from '../../output.ts';
import { constantsOf, typesOf } from './assess.ts';
import type { Member } from './frame.ts';
import { asksNothing, type Schema } from './schema.ts';
import type { Spot } from './spot.ts';
import { accepted, type Logic, type Reason, type SchemaVerdict } from './verdict.ts';

/** The keys of an object, if it is one. */
export interface Keys {
  readonly members?: ReadonlyMap<string, Member> | undefined;
  readonly hasAnyKey?: boolean;
}

/** What all schemas that are asked about one value say of it, with those that they ask beside themselves. */
export class Totals {
  readonly #logic: Logic;
  /** What each schema that is not demanded says itself. */
  readonly #own: ReadonlyMap<Schema, SchemaVerdict>;
  readonly #demanded: ReadonlySet<Schema>;
  readonly #range: SourceRange;
  readonly #keys: Keys;
  readonly #known = new Map<Schema, SchemaVerdict>();

  constructor(
    logic: Logic,
    own: ReadonlyMap<Schema, SchemaVerdict>,
    demanded: ReadonlySet<Schema>,
    range: SourceRange,
    keys: Keys,
  ) {
    this.#logic = logic;
    this.#own = own;
    this.#demanded = demanded;
    this.#range = range;
    this.#keys = keys;
  }

  /** What is wrong with what is demanded has been said, so that it counts as accepted. */
  of(schema: Schema): SchemaVerdict {
    if (this.#demanded.has(schema)) return accepted;
    const known = this.#known.get(schema);
    if (known) return known;
    const total = this.#logic.all(this.#own.get(schema) ?? accepted, this.besides(schema));
    this.#known.set(schema, total);
    return total;
  }

  /** The keys that schemas know which apply, or may. */
  names({ demanded }: Pick<Spot, 'demanded'>): ReadonlySet<string> {
    const names = new Set<string>();
    const seen = new Set<Schema>();
    const mayApply = (schema: Schema) => this.of(schema).no !== true;
    const visit = (schema: Schema): void => {
      if (seen.has(schema)) return;
      seen.add(schema);
      for (const name of schema.properties?.keys() ?? []) names.add(name);
      const { all = [], any = [], one = [], if: asked, then, else: otherwise, dependentSchemas } = schema;
      for (const each of [...all, ...[...any.flat(), ...one].filter(mayApply)]) visit(each);
      if (asked && then && mayApply(asked)) visit(then);
      if (asked && otherwise && this.of(asked).yes !== true) visit(otherwise);
      for (const [key, each] of dependentSchemas ?? []) if (this.#keys.members?.has(key)) visit(each);
    };
    for (const schema of demanded) visit(schema);
    return names;
  }

  /** What the schemas beside a schema say. */
  besides(schema: Schema): SchemaVerdict {
    const { all = [], any = [], one, not, if: asked, dependentSchemas } = schema;
    const logic = this.#logic;
    let verdict = accepted;
    for (const each of all) verdict = logic.all(verdict, this.of(each));
    for (const group of any) verdict = logic.all(verdict, this.#anyOf(group));
    if (one) {
      const several = this.#because('exactly one of several forms', 'two of them');
      verdict = logic.all(
        verdict,
        logic.one(
          one.map(each => this.of(each)),
          several,
        ),
      );
    }
    if (not)
      verdict = logic.all(
        verdict,
        logic.negated(this.of(not), this.#because(othersThan(not), 'what it does not take')),
      );
    if (asked) {
      const [then, otherwise] = [schema.then, schema.else].map(each => (each ? this.of(each) : accepted));
      verdict = logic.all(verdict, logic.chosen(this.of(asked), then ?? accepted, otherwise ?? accepted));
    }
    const { members, hasAnyKey } = this.#keys;
    for (const [key, each] of members ? (dependentSchemas ?? []) : []) {
      const { surely = false, perhaps = false } = members?.get(key) ?? {};
      const isThere: SchemaVerdict = { yes: surely, no: hasAnyKey ? false : logic.not(perhaps) };
      verdict = logic.all(verdict, logic.chosen(isThere, this.of(each), accepted));
    }
    return verdict;
  }

  #anyOf(group: readonly Schema[]): SchemaVerdict {
    let some: SchemaVerdict = { yes: false, no: true };
    for (const each of group) some = this.#logic.any(some, this.of(each));
    return some;
  }

  #because(expected: string, found: string): Reason {
    return {
      violation: { ...noAlternative(this.#range), expected, found },
      isDecisive: false,
    };
  }
}

/** What a negated schema leaves, in words where it asks for some values, types or keys alone. */
function othersThan(not: Schema): string {
  const { all = [], ...own } = not;
  const [only = not, another] = asksNothing(own) ? all : [];
  const { constants, types, required, ...others } = only;
  const [one, more] = [
    constants && `anything but ${constantsOf(constants)}`,
    types && `anything but ${typesOf(types)}`,
    required && `an object without ${required.length > 1 ? 'all of ' : ''}${list(required)}`,
  ].filter(each => each !== undefined);
  const isAll = !another && !more && asksNothing(others);
  return isAll && one !== undefined ? one : 'anything else';
}

export function noAlternative(range: SourceRange): Violation {
  return { code: 'schema-alternatives', ...range, expected: 'one of several forms', found: 'none of them' };
}

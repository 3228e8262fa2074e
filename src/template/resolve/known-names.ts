import { suggestTimeZone } from '../../dates/zone/time-zone.ts';
import type { Budget } from '../../diagnostics/budget.ts';
import { areNear, didYouMean, proposalUnits } from '../../spelling/did-you-mean.ts';
import {
  isGroup,
  isList,
  isText,
  type PresentType,
  type VariableSchema,
  type VariableType,
  variableNames,
} from './variables.ts';

/** The cost of comparing a name with those of all time zones. */
const zoneUnits = 10_000;

/**
 * The types that each use of a variable accepts: values of JSON take groups too, comparisons texts, numbers, closed sets and
 * JSON, bare conditions everything that does not always hold.
 */
export const kinds = {
  any: type => !isGroup(type),
  json: () => true,
  boolean: type => type === 'boolean',
  comparable: type => type === 'number' || type === 'json' || isText(type),
  list: isList,
  condition: (type, mayBeMissing) =>
    type === 'boolean' || type === 'json' || isList(type) || isText(type) || mayBeMissing,
} as const satisfies Record<string, (type: PresentType, mayBeMissing: boolean) => boolean>;

export type Kind = keyof typeof kinds;

/** The names of variables, and proposals for an unknown name. */
export class KnownNames {
  readonly #variables: VariableSchema;
  readonly #budget: Budget;
  /** The names around a list, in whose body its item has a name too. */
  readonly #around: KnownNames | undefined;
  readonly #named: { [K in Kind]?: readonly string[] } = {};
  // Computed when needed: few templates have mistakes or lists.
  #firstNames: readonly string[] | undefined;
  #proposals: Map<string, string | undefined> | undefined;
  #members: Map<VariableSchema, readonly string[]> | undefined;
  #inBodies: Map<VariableType, Map<string, KnownNames>> | undefined;

  /** @param budget Pays for proposals. */
  constructor(variables: VariableSchema, budget: Budget, around?: KnownNames) {
    this.#variables = variables;
    this.#budget = budget;
    this.#around = around;
  }

  /** Dotted paths; those of the innermost item come first. */
  named(kind: Kind): readonly string[] {
    const known = this.#named[kind];
    if (known) return known;
    const own = variableNames(this.#variables, kinds[kind]);
    const names = this.#around ? [...own, ...this.#around.named(kind)] : own;
    this.#named[kind] = names;
    return names;
  }

  /** The names in the body of a list whose items have this name and type. */
  inBodyOf(item: string, type: VariableType): KnownNames {
    this.#inBodies ??= new Map();
    const ofType = this.#inBodies.get(type) ?? new Map<string, KnownNames>();
    this.#inBodies.set(type, ofType);
    const names = ofType.get(item) ?? new KnownNames({ [item]: type }, this.#budget, this);
    ofType.set(item, names);
    return names;
  }

  /** Paths of all variables in a group with this name. */
  membersOf(group: VariableSchema, name: string): readonly string[] {
    this.#members ??= new Map();
    const known = this.#members.get(group) ?? variableNames(group, undefined, `${name}.`);
    this.#members.set(group, known);
    return known;
  }

  /** The variable or other word that `name` was meant for; undefined once proposals have used up their budget. */
  meantBy(kind: Kind, name: string, words: readonly string[] = []): string | undefined {
    const counts = kinds[kind]('number', false) ? this.named('list').map(list => `${list}.count`) : [];
    const candidates = [...this.named(kind), ...counts, ...words];
    const units = proposalUnits(name, candidates);
    return this.#propose(`${kind} ${name}`, units, () => meantAmong(name, candidates));
  }

  /** Whether a name that begins no path is the first one of a variable's but for a slip. */
  isMisspelt(name: string): boolean {
    this.#firstNames ??= Object.keys(this.#variables);
    const candidates = this.#firstNames;
    const find = () => candidates.find(each => areNear(name, each) && !areOpposites(name, each));
    return this.#propose(`first ${name}`, proposalUnits(name, candidates), find) !== undefined;
  }

  /** The text of a variable's closed set that an unknown text was meant for. */
  constantMeantBy(text: string, name: string, set: readonly string[]): string | undefined {
    const units = proposalUnits(text, set);
    return this.#propose(`of ${name} ${text}`, units, () => meantAmong(text, set));
  }

  zoneMeantBy(name: string): string | undefined {
    return this.#propose(`zone ${name}`, zoneUnits, () => suggestTimeZone(name));
  }

  #propose(key: string, units: number, compute: () => string | undefined): string | undefined {
    this.#proposals ??= new Map();
    if (this.#proposals.has(key)) return this.#proposals.get(key);
    if (!this.#budget.trySpending(units)) return undefined;
    const meant = compute();
    this.#proposals.set(key, meant);
    return meant;
  }
}

const negation = /(?:^|_|(?<=[a-z]))(?:No|Not|Non|Never|Without|Un|no|not|non|never|without|un)(?=[A-Z_])/;

/** Whether one name negates the other: `isNotError` is not a misspelt `isError`. */
function areOpposites(name: string, other: string): boolean {
  return negation.test(name) !== negation.test(other);
}

function meantAmong(name: string, candidates: readonly string[]): string | undefined {
  const meant = didYouMean(name, candidates);
  return meant === undefined || areOpposites(name, meant) ? undefined : meant;
}

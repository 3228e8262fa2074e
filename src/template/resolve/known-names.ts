import { suggestTimeZone } from '../../dates/zone/time-zone.ts';
import type { Budget } from '../../diagnostics/budget.ts';
import { didYouMean, proposalUnits } from '../../diagnostics/fixes/did-you-mean.ts';
import { isList, isText, type VariableSchema, variableNames } from './variables.ts';

/** What comparing a name with those of all time zones costs. */
const zoneUnits = 10_000;

/** The names of variables, and which of them a name that is none may mean. */
export class KnownNames {
  readonly #variables: VariableSchema;
  readonly #budget: Budget;
  readonly #proposals = new Map<string, string | undefined>();
  readonly #members = new Map<VariableSchema, readonly string[]>();
  #all: readonly string[] | undefined;
  #booleans: readonly string[] | undefined;
  #comparable: readonly string[] | undefined;
  #lists: readonly string[] | undefined;

  /** @param budget Pays for proposals. */
  constructor(variables: VariableSchema, budget: Budget) {
    this.#variables = variables;
    this.#budget = budget;
  }

  /** With dots between the names of a path. */
  get all(): readonly string[] {
    this.#all ??= variableNames(this.#variables);
    return this.#all;
  }

  get booleans(): readonly string[] {
    this.#booleans ??= variableNames(this.#variables, type => type === 'boolean');
    return this.#booleans;
  }

  /** The texts, numbers and closed sets, which conditions can compare. */
  get comparable(): readonly string[] {
    this.#comparable ??= variableNames(this.#variables, type => type === 'number' || isText(type));
    return this.#comparable;
  }

  get lists(): readonly string[] {
    this.#lists ??= variableNames(this.#variables, isList);
    return this.#lists;
  }

  /** The variables in a group that has this name. */
  membersOf(group: VariableSchema, name: string): readonly string[] {
    const known = this.#members.get(group) ?? variableNames(group, undefined, `${name}.`);
    this.#members.set(group, known);
    return known;
  }

  /** What was meant by `name` among any variables and other words; nothing once proposals have cost too much. */
  meantBy(name: string, words: readonly string[]): string | undefined {
    const units = proposalUnits(name, this.all) + proposalUnits(name, words);
    return this.#propose(`any ${name}`, units, () => meantAmong(name, [...this.all, ...words]));
  }

  /** Like `meantBy`, among boolean variables alone. */
  booleanMeantBy(name: string): string | undefined {
    const units = proposalUnits(name, this.booleans);
    return this.#propose(`boolean ${name}`, units, () => meantAmong(name, this.booleans));
  }

  /** Like `meantBy`, among variables that can be compared. */
  comparableMeantBy(name: string): string | undefined {
    const units = proposalUnits(name, this.comparable);
    return this.#propose(`comparable ${name}`, units, () => meantAmong(name, this.comparable));
  }

  /** Like `meantBy`, among lists. */
  listMeantBy(name: string): string | undefined {
    const units = proposalUnits(name, this.lists);
    return this.#propose(`list ${name}`, units, () => meantAmong(name, this.lists));
  }

  /** What was meant by a text that the closed set of a variable does not have. */
  constantMeantBy(text: string, name: string, set: readonly string[]): string | undefined {
    const units = proposalUnits(text, set);
    return this.#propose(`of ${name} ${text}`, units, () => meantAmong(text, set));
  }

  zoneMeantBy(name: string): string | undefined {
    return this.#propose(`zone ${name}`, zoneUnits, () => suggestTimeZone(name));
  }

  #propose(key: string, units: number, compute: () => string | undefined): string | undefined {
    if (this.#proposals.has(key)) return this.#proposals.get(key);
    if (!this.#budget.trySpending(units)) return undefined;
    const meant = compute();
    this.#proposals.set(key, meant);
    return meant;
  }
}

const negation = /(?:^|_|(?<=[a-z]))(?:No|Not|Non|Never|Without|Un|no|not|non|never|without|un)(?=[A-Z_])/;

/** Whether one of the names says no and the other does not: `isNotError` is not a slip of `isError`. */
function areOpposites(name: string, other: string): boolean {
  return negation.test(name) !== negation.test(other);
}

function meantAmong(name: string, candidates: readonly string[]): string | undefined {
  const meant = didYouMean(name, candidates);
  return meant === undefined || areOpposites(name, meant) ? undefined : meant;
}

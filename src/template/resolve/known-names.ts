import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';
import { type VariableSchema, variableNames } from './variables.ts';

/** Comparing one name with thousands takes a while, and a person reads the first few proposals. */
const mostProposals = 100;

/** The names of variables, and which of them a name that is none may mean. */
export class KnownNames {
  readonly #variables: VariableSchema;
  readonly #proposals = new Map<string, string | undefined>();
  #all: readonly string[] | undefined;
  #booleans: readonly string[] | undefined;

  constructor(variables: VariableSchema) {
    this.#variables = variables;
  }

  /** With dots between the names of a path. */
  get all(): readonly string[] {
    this.#all ??= variableNames(this.#variables);
    return this.#all;
  }

  get booleans(): readonly string[] {
    this.#booleans ??= variableNames(this.#variables, 'boolean');
    return this.#booleans;
  }

  /** What was meant by `name` among any variables and other words; nothing once many names have been asked for. */
  meantBy(name: string, words: readonly string[]): string | undefined {
    return this.#propose(name, `any ${name}`, [...this.all, ...words]);
  }

  /** Like `meantBy`, among boolean variables alone. */
  booleanMeantBy(name: string): string | undefined {
    return this.#propose(name, `boolean ${name}`, this.booleans);
  }

  #propose(name: string, key: string, candidates: readonly string[]): string | undefined {
    if (this.#proposals.has(key)) return this.#proposals.get(key);
    if (this.#proposals.size >= mostProposals) return undefined;
    const meant = didYouMean(name, candidates);
    this.#proposals.set(key, meant);
    return meant;
  }
}

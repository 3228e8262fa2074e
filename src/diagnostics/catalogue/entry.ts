/** The facts of a code whose sentence is always the same. */
export type NoFacts = Readonly<Record<string, never>>;

/** One code of the catalogue. `message` is one sentence, made from facts, that needs no context. */
export interface Entry<Facts> {
  readonly severity: 'error' | 'warning';
  readonly message: (facts: Facts) => string;
}

export function error<Facts = NoFacts>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'error', message };
}

export function warning<Facts = NoFacts>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'warning', message };
}

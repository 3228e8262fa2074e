/** Of a code whose sentence is always the same. */
export type NoFacts = Readonly<Record<string, never>>;

/** What the catalogue says about one code. `message` is one sentence, made from facts, that needs no context. */
export interface Entry<Facts> {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: (facts: Facts) => string;
}

export function error<Facts = NoFacts>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'error', message };
}

export function warning<Facts = NoFacts>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'warning', message };
}

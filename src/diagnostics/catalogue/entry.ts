/** For a code whose message is always the same. */
export type NoFacts = Readonly<Record<string, never>>;

/** One code of the catalogue. `message` turns facts into a sentence that needs no context. */
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

/** A proposal: what it is about may well be meant. */
export function hint<Facts = NoFacts>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'hint', message };
}

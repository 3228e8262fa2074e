/** What the catalogue says about one code. `message` is one sentence, made from facts, that needs no context. */
export interface Entry<Facts> {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: (facts: Facts) => string;
}

export function error<Facts = unknown>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'error', message };
}

export function warning<Facts = unknown>(message: (facts: Facts) => string): Entry<Facts> {
  return { severity: 'warning', message };
}

import type { OutputName } from '../../output/output.ts';
import type { FoundProblem } from './found-problem.ts';

/** What is known of a configuration, in one sentence. */
export interface Verdict {
  readonly kind: 'safe' | 'unsafe' | 'unknown';
  readonly sentence: string;
  readonly errors: number;
}

const names: Readonly<Record<OutputName, string>> = {
  json: 'this JSON',
  'json-lines': 'these lines of JSON',
  xml: 'this XML',
  form: 'this form',
  text: 'this request',
  header: 'this request',
  url: 'this URL',
};

/** The sentence under the payload. `output` is what the request has for a body; undefined where it has none. */
export function verdictOf(
  diagnostics: readonly FoundProblem[] | undefined,
  output: OutputName | undefined,
): Verdict {
  if (!diagnostics) return { kind: 'unknown', sentence: 'Checking …', errors: 0 };
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return { kind: 'unsafe', sentence: `Not safe yet: ${count(errors, 'error')}`, errors };
  return { kind: 'safe', sentence: `No value can break ${names[output ?? 'url']}.`, errors };
}

/** `1 error`, `2 errors` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

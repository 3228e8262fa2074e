import { invalidFields, type Problem } from '../api/problem.ts';

/** A secret that was replaced, and when it ceases to count, in milliseconds. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: number;
}

/** A secret, and those before it, which count as well for a while, so that the other side can change over. */
export interface KeptSecret {
  readonly secret?: string | undefined;
  readonly formerSecret?: FormerSecret | undefined;
}

/** The time that a replaced secret still counts unless something else is said, in milliseconds: a day. */
export const formerSecretMs = 86_400_000;

/** The secrets that count at a given time, newest first. */
export function countingSecrets({ secret, formerSecret }: KeptSecret, now: number): readonly string[] {
  const former = formerSecret && formerSecret.until > now ? [formerSecret.secret] : [];
  return secret === undefined ? former : [secret, ...former];
}

/** What counts beside a secret that is given, which may be the kept one. */
export function formerBeside(
  given: string,
  { secret, formerSecret }: KeptSecret,
  now: number,
): { readonly formerSecret?: FormerSecret } {
  if (secret !== undefined && secret !== given) {
    return { formerSecret: { secret, until: now + formerSecretMs } };
  }
  return formerSecret && formerSecret.until > now ? { formerSecret } : {};
}

/** For a change that says nothing of a secret that no key opens: it would be lost without a word. */
export function secretLost(field: string, what: string, elseSay = ''): Problem {
  const message = `The stored ${what} cannot be decrypted: enter it again${elseSay}.`;
  return invalidFields([{ field, code: 'missing-secret', message }]);
}

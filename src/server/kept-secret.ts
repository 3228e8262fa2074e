import { invalidFields, type Problem } from '../api/problem.ts';

/** A secret that was replaced, and when it ceases to count, in milliseconds. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: number;
}

/** A secret, and those before it, which count as well for a while, so that the other side can change over. */
export interface KeptSecret {
  readonly secret?: string | undefined;
  /** The newest first. */
  readonly formerSecrets?: readonly FormerSecret[] | undefined;
}

/** The time that a replaced secret still counts unless something else is said, in milliseconds: a day. */
export const formerSecretMs = 86_400_000;

/** So many former ones count at the same time at most: each makes every signature longer. */
export const maxFormer = 10;

/** The secrets that count at a given time, newest first. */
export function countingSecrets({ secret, formerSecrets = [] }: KeptSecret, now: number): readonly string[] {
  const former = formerSecrets.filter(({ until }) => until > now).map(each => each.secret);
  return secret === undefined ? former : [secret, ...former];
}

/** Until when a secret before the current one counts; undefined if none does. */
export function formerUntil({ formerSecrets = [] }: KeptSecret, now: number): Date | undefined {
  const latest = Math.max(0, ...formerSecrets.map(({ until }) => until));
  return latest > now ? new Date(latest) : undefined;
}

interface Beside {
  /** How long the one that is replaced goes on to count. With 0, none counts any more: somebody else knows them. Default: a day. */
  readonly overlapMs?: number | undefined;
  /** How many former ones are kept, the newest first. */
  readonly max?: number;
}

/** Those that count beside a secret that is given, which may be the kept one. */
export function formerBeside(
  given: string,
  { secret, formerSecrets = [] }: KeptSecret,
  now: number,
  { overlapMs = formerSecretMs, max = maxFormer }: Beside = {},
): Pick<KeptSecret, 'formerSecrets'> {
  if (overlapMs === 0) return {};
  const isReplaced = secret !== undefined && secret !== given;
  const replaced = isReplaced ? [{ secret, until: now + overlapMs }] : [];
  const counting = formerSecrets.filter(former => former.until > now && former.secret !== given);
  const all = [...replaced, ...counting].slice(0, max);
  return all.length === 0 ? {} : { formerSecrets: all };
}

/** For a change that says nothing of a secret that no key opens: it would be lost without a word. */
export function secretLost(field: string, what: string, elseSay = ''): Problem {
  const message = `The stored ${what} cannot be decrypted: enter it again${elseSay}.`;
  return invalidFields([{ field, code: 'missing-secret', message }]);
}

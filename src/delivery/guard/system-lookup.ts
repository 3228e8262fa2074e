import { lookup as resolve } from 'node:dns/promises';

/** Gives all addresses of a name, as text; rejects or gives none where the name does not resolve. */
export type Lookup = (hostname: string) => readonly string[] | Promise<readonly string[]>;

/**
 * Asks the system's resolver. It runs on few threads, so questions for one name at a time share one answer: a name
 * that takes long must not hold up the others.
 */
export function createSystemLookup(): Lookup {
  const asked = new Map<string, Promise<readonly string[]>>();
  return hostname => {
    const pending = asked.get(hostname);
    if (pending) return pending;
    const answer = resolve(hostname, { all: true, order: 'verbatim' })
      .then(found => found.map(({ address }) => address))
      .finally(() => asked.delete(hostname));
    asked.set(hostname, answer);
    return answer;
  };
}

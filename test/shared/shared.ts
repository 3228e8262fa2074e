import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers, for each name below it, where that is. */
    sharedUrl: string;
  }
}

/**
 * The resources that all tests of a run share, each started on first use: a Chromium, a PostgreSQL, and the directory of a
 * migrated embedded database, to copy; copies beside it are removed with it.
 */
export type SharedName = 'browser' | 'postgres' | 'embedded';

/** The database of the shared PostgreSQL that is migrated, to copy. */
export const migratedName = 'migrated';

const asked = new Map<SharedName, Promise<string>>();

/** Where it is: an address, a URL, a path. */
export function shared(name: SharedName): Promise<string> {
  const answer = asked.get(name) ?? ask(name);
  asked.set(name, answer);
  return answer;
}

async function ask(name: SharedName): Promise<string> {
  const answer = await fetch(inject('sharedUrl') + name);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

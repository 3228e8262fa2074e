import type { Page } from '../../api/answers.ts';
import type { Api } from './api.ts';

/** All items of a list, which comes in pages. */
export async function allItems<T>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  { api, signal }: { readonly api: Api; readonly signal: AbortSignal },
): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.get<Page<T>>(path, { query: { ...query, limit: 500, cursor }, signal });
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

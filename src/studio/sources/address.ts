import type { Items, Profile, ShownSource } from '../../api/answers.ts';
import type { Api } from '../api/api.ts';

/** The names of the profiles that are known, those first that notify somebody. A source may report to others. */
export async function findProfiles(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await api.get<Items<Profile>>('api/profiles', { signal });
  const sorted = items.toSorted((one, other) => Number(other.webhooks > 0) - Number(one.webhooks > 0));
  return sorted.map(({ name }) => name);
}

/** Where a source sends what the webhooks of one of its profiles report. */
export function addressFor({ address }: ShownSource, profile: string): string {
  return address.replace('{profile}', encodeURIComponent(profile));
}

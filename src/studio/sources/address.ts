import type { Items, Profile, ShownSource } from '../../api/answers.ts';
import type { Api } from '../api/api.ts';

/** The names of the profiles that are known, those first that notify somebody. An address may end in others. */
export async function findProfiles(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await api.get<Items<Profile>>('api/profiles', { signal });
  const sorted = items.toSorted((one, other) => Number(other.webhooks > 0) - Number(one.webhooks > 0));
  return sorted.map(({ name }) => name);
}

/** Where a source sends what the webhooks of a profile report; without a name, as the server writes it. */
export function addressFor({ address }: ShownSource, profile: string): string {
  return profile === '' ? address : address.replace('{profile}', encodeURIComponent(profile));
}

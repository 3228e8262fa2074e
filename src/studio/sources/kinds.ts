import type { ShownSource, ShownWebhook } from '../../api/answers.ts';
import { sources as gallery } from '../../webhook/sources/index.ts';
import type { Source } from '../../webhook/sources/source.ts';

export function kindOf({ kind }: ShownSource): Source | undefined {
  return gallery.find(({ id }) => id === kind);
}

/** The name of the catalogue of its events, which kinds with a catalogue of their own give theirs to. */
export function catalogueOf(source: ShownSource): string | undefined {
  return kindOf(source)?.catalogue ? source.kind : source.catalogue;
}

/** Whether one of these webhooks reports an event of the source to a profile of it. */
export function isReportedBy(webhooks: readonly ShownWebhook[], source: ShownSource): boolean {
  const wanted = catalogueOf(source);
  return webhooks.some(
    ({ profile, catalogue, events }) =>
      source.profiles.includes(profile) && catalogue === wanted && events.length > 0,
  );
}

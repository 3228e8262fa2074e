import { sources } from '../../webhook/sources/index.ts';
import type { Source, SourceCatalogue } from '../../webhook/sources/source.ts';
import type { SourceStore, StoredSource } from './source-store.ts';

/** The kinds of sources that a server knows, by their ids. */
export const sourceKinds: ReadonlyMap<string, Source> = new Map(sources.map(source => [source.id, source]));

/** The catalogues of those that report events of their own, under the ids of their kinds. */
export const galleryCatalogues: Readonly<Record<string, SourceCatalogue>> = Object.fromEntries(
  sources.flatMap(({ id, catalogue }) => (catalogue ? [[id, catalogue]] : [])),
);

/** A source with the description of its kind. */
export interface CurrentSource extends StoredSource {
  readonly described: Source;
}

/** The sources as whoever sends something meets them. */
export interface CurrentSources {
  /** Takes as long for one that is not there. */
  readonly find: (id: string) => Promise<CurrentSource | undefined>;
  /** Called when this instance has changed one: the next look sees it. */
  readonly forget: () => void;
}

/**
 * A change in another instance is seen after this time, in milliseconds. Senders without a signature cost the database one
 * question in this time, however many they are and whatever they ask for.
 */
const rememberedMs = 1000;

export function createCurrentSources(store: Pick<SourceStore, 'list'>): CurrentSources {
  let asked: { readonly at: number; readonly known: Promise<ReadonlyMap<string, CurrentSource>> } | undefined;
  const ask = async (): Promise<ReadonlyMap<string, CurrentSource>> => {
    const all = await store.list();
    return new Map(
      all.flatMap(source => {
        const described = sourceKinds.get(source.kind);
        return described ? [[source.id, { ...source, described }]] : [];
      }),
    );
  };
  return {
    find: async id => {
      const at = performance.now();
      if (!asked || at - asked.at > rememberedMs) {
        const question = { at, known: ask() };
        asked = question;
        question.known.catch(() => {
          if (asked === question) asked = undefined;
        });
      }
      return (await asked.known).get(id);
    },
    forget: () => {
      asked = undefined;
    },
  };
}

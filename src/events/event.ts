/**
 * An event from its report on. Its row waits until a worker has made the messages about it, and is history from then on:
 *
 *     notify, reported, arrived, raised ──▶ waits ──a worker stores its messages──▶ past
 *                                           │  ▲
 *                                           └──┘ this worker does not know it, or has no key: tried again later
 *     no event can be made of what arrived ──────────────────────────────────────▶ past
 *
 * The row of one that waits stands in `event`, all others in `past_event`, never in both.
 */
export interface StoredEvent {
  readonly id: string;
  /** The id of the source that sent it; empty if a program of ours reported it. */
  readonly source: string;
  /** Empty for the webhooks without a profile. */
  readonly profile: string;
  /** The name of the catalogue; absent for the default one, and if no event was made. */
  readonly catalogue: string | undefined;
  readonly event: string | undefined;
  /** Why no event was made of it. */
  readonly problem: string | undefined;
  /** The pid of the process that raised it. */
  readonly process: string | undefined;
  readonly happenedAt: Date;
  readonly storedAt: Date;
  readonly reportedBy: string | undefined;
  /** The id of the event that was replayed. */
  readonly replayOf: string | undefined;
  /** Messages about events of a profile with the same value go to each endpoint one after the other. */
  readonly ordered: string | undefined;
  /** The ids of the messages about it; undefined while it waits. */
  readonly messages: readonly string[] | undefined;
  /** Why it still waits, if a worker has tried to make its messages. */
  readonly waitsFor: WaitReason | undefined;
}

/** No worker that has looked at it knew its catalogue or its facts, or had its key; or its messages could not be stored. */
export type WaitReason = 'unknown-event' | 'wrong-key' | 'failed';

/** An event about to be stored. */
export interface NewEvent extends Omit<StoredEvent, 'id' | 'storedAt' | 'messages' | 'waitsFor'> {
  /** The id given by the caller, which counts in its profile, its source, or among processes. */
  readonly givenId: string | undefined;
  readonly traceparent: string | undefined;
  /** `{ facts }`, or what a source sent, as JSON. */
  readonly content: string;
}

/** SQL: the columns that both tables have, but for the time and the content. */
export const sharedColumns =
  'id, profile, source, catalogue, event, process, happened_at, reported_by, replay_of, given, ordered, bucket';

/** Where an id given by a caller counts. */
export function scopeOf({
  process,
  source,
  profile,
}: Pick<NewEvent, 'process' | 'source' | 'profile'>): readonly string[] {
  if (process !== undefined) return ['process'];
  return source === '' ? ['profile', profile] : ['source', source];
}

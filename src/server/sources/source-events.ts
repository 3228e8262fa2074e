import { hash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../api/json-body.ts';
import { DatabaseError, errorCodeOf, explainDatabaseError } from '../../database/database-error.ts';
import type { Source } from '../../webhook/sources/source.ts';
import { type Incoming, type Intake, IntakeError } from '../intake/intake.ts';
import { sourceKinds } from './current-sources.ts';
import { isKeptContent, type KeptContent, readContent } from './reading.ts';
import type { SignatureProof } from './signature.ts';
import type { SourceConfig } from './source-store.ts';

/** What a source has sent and signed, or what is replayed of it. */
interface SourceEvent {
  readonly source: SourceConfig & { readonly id: string; readonly described: Source };
  readonly profile: string;
  readonly content: KeptContent & JsonObject;
  /** What was signed. Absent where something is replayed, which is to count again. */
  readonly proof?: SignatureProof | undefined;
  readonly replayOf?: string | undefined;
  /** When it was first stored, if it is replayed. */
  readonly firstStoredAt?: Date | undefined;
  /** The name of the caller, for the history. */
  readonly by: string;
  /** The length of the body. */
  readonly bytes: number;
}

/** What became of it, or of what it repeats. */
export interface Kept {
  readonly id: string;
  readonly event: string | undefined;
  /** Why no event was made of it. */
  readonly problem: string | undefined;
  readonly repeated: boolean;
}

/**
 * Stores what a source sent. Nothing of it is lost: of what cannot be read, and of what its catalogue does not know, no event is
 * made, and it is kept with the reason. What is sent again is stored once, whatever is read: headers that are not signed may say
 * something else each time. Where no event was made of it before, and one can be made now, that event counts.
 *
 * @throws {IntakeError} `too-many-reports` or `closed`.
 * @throws {DatabaseError}
 */
export type KeepSourceEvent = (sent: SourceEvent) => Promise<Kept>;

export function createKeepSourceEvent(
  intake: Pick<Intake, 'accept'>,
  onError: (error: unknown) => void,
): KeepSourceEvent {
  return async sent => {
    const incoming = incomingOf(sent, onError);
    const keep = async (what: Incoming): Promise<Kept> => {
      const [accepted] = await intake.accept([what], { bytes: sent.bytes });
      const { id = '', event, problem, repeated = false } = accepted ?? {};
      return { id, event, problem, repeated };
    };
    try {
      return await keep(incoming);
    } catch (error) {
      const problem = 'event' in incoming ? problemWith(incoming.event, error, onError) : undefined;
      if (problem === undefined) throw error;
      return keep(withoutEvent(sent, problem));
    }
  };
}

function incomingOf(sent: SourceEvent, onError: (error: unknown) => void): Incoming {
  const { source, content, proof: { id, digest } = {}, firstStoredAt, replayOf } = sent;
  const reading = readContent(source.described, content, onError);
  if ('ignored' in reading) return withoutEvent(sent, reading.ignored);
  if ('unreadable' in reading) return withoutEvent(sent, reading.unreadable);
  const { event, facts, date = firstStoredAt, ordered } = reading;
  // Whoever replays something wants it to count again.
  const named = replayOf === undefined ? (reading.identity ?? id) : undefined;
  return {
    ...received(sent),
    ...{ id: named ?? digest, date, ordered: orderOf(source.id, ordered) },
    catalogue: source.described.catalogue ? source.kind : source.catalogue,
    event,
    facts,
  };
}

/** The name of an order among the events of a source, which is short whatever it sends. */
function orderOf(source: string, ordered: string | undefined): string | undefined {
  return ordered === undefined ? undefined : hash('sha256', JSON.stringify([source, ordered]), 'hex');
}

/** It is known by its digest, not by the id in it: that is for the event that may be made of it later. */
function withoutEvent(sent: SourceEvent, problem: string): Incoming {
  return { ...received(sent), id: sent.proof?.digest, problem: problem.slice(0, maxProblemLength) };
}

const maxProblemLength = 1000;

function received({ source, profile, content, replayOf, by }: SourceEvent) {
  return { source: source.id, profile, content, replayOf, by };
}

/** Why no event could be made; undefined if it is not the event's fault, so that the sender has to try again. */
function problemWith(event: string, error: unknown, onError: (error: unknown) => void): string | undefined {
  if (error instanceof IntakeError) {
    if (error.code === 'unacceptable-events')
      return `No event \`${event}\` can be made of it: ${error.message}.`;
    return undefined;
  }
  // Of the errors of the database, those of class 22 say that it cannot store such values (PostgreSQL, appendix A).
  const isOfDatabase =
    explainDatabaseError(error) instanceof DatabaseError || /^(?!22)[\dA-Z]{5}$/.test(errorCodeOf(error));
  if (isOfDatabase) return undefined;
  onError(error);
  return `No event \`${event}\` can be made of it.`;
}

/**
 * Reads the facts of what a source sent once more, for the messages about it; undefined if that cannot be read any more.
 *
 * @param onError Called with what reading throws.
 */
export function factsIn(content: JsonValue, onError: (error: unknown) => void): object | undefined {
  const described = isKeptContent(content) ? sourceKinds.get(content.kind) : undefined;
  if (!described || !isKeptContent(content)) return undefined;
  const reading = readContent(described, content, onError);
  return 'facts' in reading ? reading.facts : undefined;
}

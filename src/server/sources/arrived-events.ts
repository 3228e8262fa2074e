import type { JsonObject } from '../../api/json-body.ts';
import { DatabaseError, errorCodeOf, explainDatabaseError } from '../../database/database-error.ts';
import type { Source } from '../../webhook/sources/source.ts';
import { type Incoming, type Intake, IntakeError } from '../intake/intake.ts';
import { type KeptContent, readContent } from './reading.ts';
import type { Proof } from './signature.ts';
import type { SourceConfig } from './source-store.ts';

/** What a source has sent and signed, or what is replayed of it. */
interface Arrived {
  readonly source: SourceConfig & { readonly id: string; readonly described: Source };
  readonly profile: string;
  readonly content: KeptContent & JsonObject;
  /** What was signed. Absent where something is replayed, which is to count again. */
  readonly proof?: Proof | undefined;
  readonly replayOf?: string | undefined;
  /** When it arrived first, if it is replayed. */
  readonly arrivedAt?: Date | undefined;
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
  readonly messages: readonly string[];
  readonly repeated: boolean;
}

/**
 * Stores what arrived, with the messages about it. Nothing of it is lost: of what cannot be read, what its catalogue does not
 * know, and what contradicts an earlier arrival no event is made, and it is kept with the reason. What is sent again is one
 * arrival, whatever is read: headers that are not signed may say something else each time. Where no event was made of it before,
 * and one can be made now, that event counts.
 *
 * @throws {IntakeError} `too-many-reports` or `closed`.
 * @throws {DatabaseError}
 */
export type KeepArrived = (arrived: Arrived) => Promise<Kept>;

export function createKeepArrived(
  intake: Pick<Intake, 'accept'>,
  onError: (error: unknown) => void,
): KeepArrived {
  return async arrived => {
    const incoming = incomingOf(arrived, onError);
    const keep = async (what: Incoming): Promise<Kept> => {
      const [accepted] = await intake.accept([what], { bytes: arrived.bytes });
      const { arrival: id = '', event, problem, messages = [], repeated = false } = accepted ?? {};
      return { id, event, problem, messages, repeated };
    };
    try {
      return await keep(incoming);
    } catch (error) {
      const problem = 'event' in incoming ? problemWith(incoming.event, error, onError) : undefined;
      if (problem === undefined) throw error;
      return keep(withoutEvent(arrived, problem));
    }
  };
}

function incomingOf(arrived: Arrived, onError: (error: unknown) => void): Incoming {
  const { source, content, proof: { id, digest } = {}, arrivedAt, replayOf } = arrived;
  const reading = readContent(source.described, content, onError);
  if ('ignored' in reading) return withoutEvent(arrived, reading.ignored);
  if ('unreadable' in reading) return withoutEvent(arrived, reading.unreadable);
  const { event, facts, date = arrivedAt, ordered } = reading;
  // Whoever replays something wants it to count again.
  const named = replayOf === undefined ? (reading.identity ?? id) : undefined;
  // All that arrived may have changed when it is sent again: `pending_webhooks` of Stripe counts the endpoints that still wait for it.
  const { payload: _, ...told } = facts;
  return {
    ...received(arrived),
    ...{ identity: named ?? digest, isDigest: named === undefined, date, ordered },
    ...(source.described.catalogue && { told }),
    catalogue: source.described.catalogue ? source.kind : source.catalogue,
    event,
    facts,
  };
}

/** Only an event owns an id: an arrival without one would keep a later arrival, of which an event can be made, from being stored. */
function withoutEvent(arrived: Arrived, problem: string): Incoming {
  return { ...received(arrived), identity: arrived.proof?.digest, problem: problem.slice(0, longestProblem) };
}

const longestProblem = 1000;

function received({ source, profile, content, replayOf, by }: Arrived) {
  return { source: source.id, profile, content, replayOf, by };
}

/** Why no event could be made; undefined if it is not the event's fault, so that the sender has to try again. */
function problemWith(event: string, error: unknown, onError: (error: unknown) => void): string | undefined {
  if (error instanceof IntakeError) {
    if (error.code === 'unacceptable-events')
      return `No event \`${event}\` can be made of it: ${error.message}.`;
    if (error.code === 'identity-reused') return 'It says to be what arrived before, but is something else.';
    return undefined;
  }
  // Of the errors of the database, those of class 22 say that it cannot store such values (PostgreSQL, appendix A).
  const isOfDatabase =
    explainDatabaseError(error) instanceof DatabaseError || /^(?!22)[\dA-Z]{5}$/.test(errorCodeOf(error));
  if (isOfDatabase) return undefined;
  onError(error);
  return `No event \`${event}\` can be made of it.`;
}

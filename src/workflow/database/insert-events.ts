import type { SqlExecutor } from '../../database/database.ts';
import { contentOfEvent, type Events, ofProcesses } from '../../events/events.ts';
import type { RecordedEvent } from '../store/process-store.ts';

/**
 * Stores events in the transaction that changes the process. An event that the process has raised before was stored then,
 * and adds nothing.
 */
export async function insertEvents(
  pid: string,
  raised: readonly RecordedEvent[],
  tx: SqlExecutor,
  events: Pick<Events, 'store'>,
): Promise<void> {
  const added = raised.map(({ event, date, profile, traceparent, facts }) => ({
    ...{ source: '', catalogue: undefined, problem: undefined, reportedBy: undefined, replayOf: undefined },
    ...{
      profile,
      event,
      process: pid,
      givenId: `${event} ${pid}`,
      ordered: pid,
      traceparent,
      happenedAt: date,
    },
    content: contentOfEvent({ ...facts, date }, ofProcesses),
  }));
  if (added.length > 0) await events.store(added, tx);
}

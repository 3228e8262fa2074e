import type { SqlExecutor } from '../../database/database.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { RecordedEvent } from '../store/process-store.ts';

/** Finds an event that the process has already raised; it was committed then, and is not raised again. */
const search = 'select 1 from hookplate.process_event where pid = $1 and event = $2';

const insertion = `
insert into hookplate.process_event (pid, number, event, raised_at, messages)
select $1, 1 + (select count(*) from hookplate.process_event where pid = $1), $2, $3::timestamptz, $4::jsonb`;

/** The outbox takes names of webhooks and profiles up to this length. */
const longestName = 256;

/** Stores events and their messages in the transaction that changes the process, whose row it has locked. */
export async function insertEvents(
  pid: string,
  events: readonly RecordedEvent[],
  tx: SqlExecutor,
  outbox: Outbox,
): Promise<void> {
  for (const { event, date, profile, traceparent, messages: makeMessages } of events) {
    const { rows: known } = await tx.query(search, [pid, event]);
    if (known.length > 0) continue;
    const messages = await makeMessages(tx);
    const ids = JSON.stringify(messages.map(({ id }) => id));
    await tx.query(insertion, [pid, event, date.toISOString(), ids]);
    for (const { id, webhook, name, request } of messages) {
      await outbox.enqueue('failed' in request ? { failed: nameOf(request.failed) } : request, {
        id,
        event,
        webhook: nameOf(webhook),
        ...(name !== undefined && { name }),
        profile: nameOf(profile),
        // A message that could not be rendered is never sent, and must not hold up others.
        ...(!('failed' in request) && { ordered: pid }),
        ...(traceparent !== undefined && { traceparent }),
        transaction: tx,
      });
    }
  }
}

/** Replaces characters that the outbox refuses: a name must not roll back a change of a process. */
function nameOf(name: string): string {
  return name.slice(0, longestName).replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd') || '-';
}

import type { Subject } from '../../api/answers.ts';
import type { Mounting } from '../../api/mount-routes.ts';
import type { Events } from '../../events/events.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { DatabaseStore } from '../../workflow/database/database-store.ts';
import type { FlowDirectory } from '../flows/flow-directory.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { AuditLog } from './audit-log.ts';

interface Stores {
  readonly audit: Pick<AuditLog, 'add'>;
  readonly webhooks: Pick<WebhookStore, 'profileOf'>;
  readonly outbox: Pick<Outbox, 'message' | 'endpoint'>;
  readonly events: Pick<Events, 'find'>;
  readonly processes: Pick<DatabaseStore, 'find'>;
  readonly directory: Pick<FlowDirectory, 'find'>;
}

/**
 * Logs each act that has not failed, before it is answered: nobody is told of one that is not in the log. Of a process that ends in
 * between, an act may be without an entry.
 */
export function auditedBy(stores: Stores): NonNullable<Mounting['audited']> {
  const { audit, webhooks, outbox, events, processes, directory } = stores;
  const profileOf: Readonly<Partial<Record<Subject, (id: string) => Promise<string | undefined>>>> = {
    webhook: id => webhooks.profileOf(id),
    message: async id => (await outbox.message(id))?.profile,
    endpoint: async id => (await outbox.endpoint(id))?.profile,
    event: async id => (await events.find(id))?.profile,
    process: async id => {
      const record = await processes.find(id);
      return record && directory.find(record)?.task.profile;
    },
  };
  const find = async (subject: Subject, id: string | undefined): Promise<string | undefined> =>
    id === undefined ? undefined : profileOf[subject]?.(id);
  return async ({ operation, subject, subjectId: known, body, context }, work) => {
    const before = await find(subject, known);
    const answer = await work();
    const by = context.get('caller');
    if (!by || Number(answer.status) >= 400) return answer;
    const subjectId = known ?? textIn(answer.body, 'id');
    const [only, ...others] = by.profiles ?? [];
    const profile =
      before ??
      (await find(subject, subjectId)) ??
      textIn(body, 'profile') ??
      (others.length === 0 ? only : undefined);
    const done = { operation, subject, subjectId, profile: profile || undefined };
    await audit.add({ ...done, by, address: context.get('address') });
    return answer;
  };
}

/** A member of what was asked for, or of what was answered, such as the id of what was made. */
function textIn(value: unknown, name: string): string | undefined {
  const member =
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) && value[name as never];
  return typeof member === 'string' ? member : undefined;
}

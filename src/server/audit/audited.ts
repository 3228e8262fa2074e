import type { Subject } from '../../api/answers.ts';
import type { Mounting } from '../../api/mount-routes.ts';
import { knowsProfile } from '../../api/role.ts';
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
  /** The profile that a request names, of things that have no id yet, or of several. */
  const askedIn = async (body: unknown): Promise<string | undefined> =>
    textIn(body, 'profile') ??
    textIn(memberOf(body, 'config'), 'profile') ??
    (await find('webhook', textIn(body, 'webhook')));
  return async ({ operation, subject, subjectId: known, body, context }, work) => {
    const given = known ?? textIn(body, 'id');
    const before = await find(subject, given);
    const answer = await work();
    const by = context.get('caller');
    if (!by || Number(answer.status) >= 400 || memberOf(body, 'dryRun') === true) return answer;
    const subjectId = given ?? textIn(answer.body, 'id');
    const profile = before ?? (await find(subject, subjectId)) ?? (await askedIn(body));
    const [only, ...others] = by.profiles ?? [];
    // Whoever is limited says nothing about others, who cannot erase it.
    const own = profile !== undefined && knowsProfile(by, profile) ? profile : undefined;
    const done = { operation, subject, subjectId, profile: own || (others.length === 0 ? only : undefined) };
    await audit.add({ ...done, by, address: context.get('address') });
    return answer;
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? value[name as never]
    : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

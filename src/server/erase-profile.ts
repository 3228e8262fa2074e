import type { Events } from '../events/events.ts';
import type { ProgressOptions } from '../outbox/change-messages.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { DatabaseStore } from '../workflow/database/database-store.ts';
import type { PortalStore } from './access/portal.ts';
import type { TokenStore } from './access/tokens.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { ActInCode } from './audit/audit-routes.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** How many there were of each. */
export interface Erased {
  readonly webhooks: number;
  readonly events: number;
  readonly messages: number;
  /** Those that had ended. */
  readonly processes: number;
}

interface Stores {
  readonly webhooks: Pick<WebhookStore, 'erase'>;
  readonly tokens: Pick<TokenStore, 'erase'>;
  readonly audit: Pick<AuditLog, 'erase' | 'add'>;
  readonly portal: Pick<PortalStore, 'revoke'>;
  readonly events: Pick<Events, 'erase'>;
  readonly outbox: Pick<Outbox, 'erase'>;
  readonly processes: Pick<DatabaseStore, 'erase'>;
}

/**
 * In the order in which one makes another. It can be asked for again where it was broken off. That it was done is logged, by the name
 * of who did it; not whose profile it was.
 */
export async function eraseProfile(
  profile: string,
  { webhooks, tokens, portal, audit, events, outbox, processes, by }: Stores & { readonly by: string },
  progress?: ProgressOptions,
): Promise<Erased> {
  await portal.revoke(profile);
  await tokens.erase(profile);
  const erased = {
    webhooks: await webhooks.erase(profile),
    processes: await processes.erase(profile, progress),
    events: await events.erase(profile, progress),
    messages: await outbox.erase(profile, progress),
  };
  // Comes last, with what was done meanwhile.
  await audit.erase(profile);
  const operation: ActInCode = 'eraseProfile';
  await audit.add({
    ...{ operation, by: { name: by }, subject: 'profile' },
    ...{ address: undefined, subjectId: undefined, profile: undefined },
  });
  return erased;
}

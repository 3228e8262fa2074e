import type { OutboxErrorCode } from '../../src/outbox/outbox-error.ts';
import type { WorkflowErrorCode } from '../../src/workflow/workflow-error.ts';

/* A code that is added to one of these types, or taken from it, is an error of the compiler here. */

export const workflowCodes: Readonly<Record<WorkflowErrorCode, true>> = {
  'unknown-project': true,
  'unknown-task': true,
  'unknown-process': true,
  'idempotency-key-invalid': true,
  'idempotency-key-reused': true,
  'too-many-queued': true,
  'store-timeout': true,
  closed: true,
};

export const outboxCodes: Readonly<Record<OutboxErrorCode, true>> = {
  'missing-peer': true,
  'invalid-database': true,
  'database-unreachable': true,
  'database-newer': true,
  'database-not-migrated': true,
  'database-full': true,
  'directory-in-use': true,
  'directory-damaged': true,
  'id-conflict': true,
  'unknown-message': true,
  'unknown-endpoint': true,
  'wrong-state': true,
  'wrong-key': true,
  'request-damaged': true,
  closed: true,
};

import type { DatabaseErrorCode } from '../../src/database/database-error.ts';
import type { OutboxErrorCode } from '../../src/outbox/outbox-error.ts';
import type { IntakeErrorCode } from '../../src/server/intake/intake.ts';
import type { WorkflowErrorCode } from '../../src/workflow/workflow-error.ts';

/* A code that is added to one of these types, or taken from it, is an error of the compiler here. */

export const workflowCodes: Readonly<Record<WorkflowErrorCode, true>> = {
  'unknown-project': true,
  'unknown-task': true,
  'unknown-process': true,
  'parameters-too-long': true,
  'idempotency-key-invalid': true,
  'idempotency-key-reused': true,
  'too-many-queued': true,
  'store-timeout': true,
  closed: true,
};

export const intakeCodes: Readonly<Record<IntakeErrorCode, true>> = {
  'unacceptable-events': true,
  'too-many-reports': true,
  closed: true,
};

export const databaseCodes: Readonly<Record<DatabaseErrorCode, true>> = {
  'missing-peer': true,
  'invalid-database': true,
  'database-unreachable': true,
  'database-read-only': true,
  'database-pooled': true,
  'database-newer': true,
  'database-not-migrated': true,
  'database-not-granted': true,
  'database-full': true,
  'directory-in-use': true,
  'directory-damaged': true,
  'wrong-key': true,
};

export const outboxCodes: Readonly<Record<OutboxErrorCode, true>> = {
  'id-conflict': true,
  'unknown-message': true,
  'unknown-endpoint': true,
  'wrong-state': true,
  'request-too-large': true,
  'request-damaged': true,
  unrecorded: true,
  closed: true,
};

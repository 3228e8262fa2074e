import { createHash } from 'node:crypto';
import { WorkflowError } from '../workflow-error.ts';

/** The key of a run, and the fingerprint of its request. */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** In characters. */
export const maxIdempotencyKeyLength = 255;

interface Request {
  readonly key: string;
  readonly projectId: string;
  readonly taskId: string;
  /** The JSON of the body. */
  readonly bytes: Uint8Array;
}

/**
 * Runs are equal if they have the same task and the same bytes as body: a caller who repeats a run sends the same
 * bytes, while comparing the structure of bodies would take as long as a hostile caller wants.
 *
 * @throws {WorkflowError} for a key of a wrong length.
 */
export function createIdempotency({ key, projectId, taskId, bytes }: Request): Idempotency {
  if (key === '' || key.length > maxIdempotencyKeyLength) {
    throw new WorkflowError('idempotency-key-invalid', keyMessage);
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([projectId, taskId]))
    .update(bytes);
  return { key, fingerprint: hash.digest('base64url') };
}

export function keyReused(): WorkflowError {
  const message = 'Under this idempotency key another run was started: another task, or another body.';
  return new WorkflowError('idempotency-key-reused', message);
}

const keyMessage = `An idempotency key has 1 to ${maxIdempotencyKeyLength} characters.`;

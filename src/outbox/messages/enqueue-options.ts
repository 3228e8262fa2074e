import { checkThat, defineOptions, expected, objectWith, optional } from '../../http/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { SqlExecutor } from '../database/database.ts';
import type { EnqueueOptions, UnmadeRequest } from './new-message.ts';

/** PostgreSQL holds no NUL and no half of a surrogate pair. */
const aName = checkThat(
  'text of 1 to 256 characters without NUL',
  (value): value is string => typeof value === 'string' && /^[^\0\p{Surrogate}]{1,256}$/su.test(value),
);
const anId = checkThat(
  '1 to 256 visible ASCII characters without a dot',
  (value): value is string => typeof value === 'string' && /^[!-\-/-~]{1,256}$/.test(value),
);
const aDate = checkThat(
  'a valid date',
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
);

export const aRequest = checkThat(
  'a request, or why there is none',
  (value): value is WebhookRequest | UnmadeRequest =>
    typeof value === 'object' &&
    value !== null &&
    (('failed' in value && typeof value.failed === 'string') ||
      ('url' in value &&
        typeof value.url === 'string' &&
        'headers' in value &&
        Array.isArray(value.headers))),
);

const readChecked = defineOptions<{ [K in keyof Required<EnqueueOptions>]: EnqueueOptions[K] | undefined }>({
  id: optional(anId),
  webhook: optional(aName),
  event: optional(aName),
  profile: optional(aName),
  transaction: optional(objectWith<SqlExecutor>('executeSql')),
  notBefore: optional(aDate),
  ordered: optional(aName),
});

/** @throws {InvalidArgument} naming the invalid option. */
export function readEnqueueOptions(options: EnqueueOptions | undefined): EnqueueOptions {
  const read = readChecked(options);
  // One that has to wait would hold up its whole line.
  if (read.ordered !== undefined && read.notBefore !== undefined) {
    throw expected('options.notBefore', 'no time for a message that is ordered');
  }
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

import { checkThat, defineOptions, expected, objectWith, optional } from '../../http/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { methods } from '../../webhook/webhook-request.ts';
import type { SqlExecutor } from '../database/database.ts';
import type { EnqueueOptions, UnmadeRequest } from './new-message.ts';

/** PostgreSQL holds no NUL and no half of a surrogate pair. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\0\p{Surrogate}]{1,256}$/su.test(value);
const aName = checkThat('text of 1 to 256 characters without NUL', isName);
const anId = checkThat(
  '1 to 256 visible ASCII characters without a dot',
  (value): value is string => typeof value === 'string' && /^[!-\-/-~]{1,256}$/.test(value),
);
/** As ISO 8601 writes them with four digits: PostgreSQL reads no others. */
const aDate = checkThat(
  'a date of the years 1 to 9999',
  (value): value is Date =>
    value instanceof Date &&
    value.getTime() >= Date.parse('0001-01-01T00:00:00Z') &&
    value.getTime() <= Date.parse('9999-12-31T23:59:59.999Z'),
);

/** Messages that come at the same time are stored together: what the database refuses would reject the others, too. */
export const aRequest = checkThat(
  'a request with a known method, or in 1 to 256 characters why there is none',
  (value): value is WebhookRequest | UnmadeRequest =>
    typeof value === 'object' &&
    value !== null &&
    ('failed' in value
      ? isName(value.failed)
      : 'method' in value &&
        methods.some(method => method === value.method) &&
        'url' in value &&
        typeof value.url === 'string' &&
        'headers' in value &&
        Array.isArray(value.headers)),
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

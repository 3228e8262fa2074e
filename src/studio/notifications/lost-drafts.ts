import type { Api } from '../api/api.ts';
import { pathOf } from '../frame/address.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import type { KeptDrafts } from '../unsaved/kept-drafts.ts';
import type { PanelSubject, StoredWebhook } from './stored-webhook.ts';
import { fieldsOf } from './webhook-fields.ts';

/** What is kept in the browser of webhooks that were removed since. */
export class LostDrafts {
  readonly #drafts: KeptDrafts;
  #ids: readonly string[];

  constructor(drafts: KeptDrafts, ids: readonly string[]) {
    this.#drafts = drafts;
    this.#ids = ids;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  discard(id: string): void {
    this.#answered(id);
    this.#drafts.forget(id);
  }

  /** Keeps it as what was begun of a new webhook, with what the one that was removed said last. */
  async moveTo({ id, initial }: PanelSubject, from: string, api: Api): Promise<void> {
    this.#answered(from);
    const draft = this.#drafts.find(from);
    const last = await lastConfig(from, api);
    const before = fieldsOf(last ? { config: last } : initial);
    const fields = asNew(withChanges(before, draft?.changes ?? []));
    this.#drafts.keep(id, { changes: changesBetween(fieldsOf(initial), fields), version: 0 });
    this.#drafts.forget(from);
  }

  /** It is asked about once. */
  #answered(id: string): void {
    this.#ids = this.#ids.filter(each => each !== id);
  }
}

type Version = Pick<StoredWebhook, 'config'>;

async function lastConfig(id: string, api: Api): Promise<StoredWebhook['config']> {
  try {
    const path = pathOf('api', 'webhooks', id, 'versions');
    const { items } = await api.get<{ readonly items: readonly Version[] }>(path, { query: { limit: 1 } });
    return items[0]?.config;
  } catch {
    // What was changed is there all the same.
    return undefined;
  }
}

/** Ids are not given twice, and the secrets of a webhook that is gone are not stored any more. */
function asNew({ id: _id, signingSecret: _secret, headers, authentication, ...fields }: Fields): Fields {
  return {
    ...fields,
    ...(Array.isArray(headers) && { headers: headers.map(header => withoutStored(header, 'value')) }),
    ...(typeof authentication === 'object' && { authentication: withoutStored(authentication, 'password') }),
  };
}

function withoutStored(holder: unknown, secret: string): object {
  const values: Fields = { ...(holder as object) };
  return typeof values[secret] === 'string' ? values : { ...values, [secret]: '' };
}

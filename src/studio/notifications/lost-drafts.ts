import type { Api } from '../api/api.ts';
import { pathOf } from '../frame/address.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import { createId, type FoundDraft, type KeptDrafts } from '../unsaved/kept-drafts.ts';
import type { PanelSubject, StoredWebhook } from './stored-webhook.ts';
import { fieldsOf } from './webhook-fields.ts';
import { withoutCredentials } from './without-credentials.ts';

/** What is kept in the browser of webhooks that were removed since. */
export class LostDrafts {
  readonly #drafts: KeptDrafts;
  #found: readonly FoundDraft[];

  constructor(drafts: KeptDrafts, found: readonly FoundDraft[]) {
    this.#drafts = drafts;
    this.#found = found;
  }

  /** What is to be asked about. */
  get found(): readonly FoundDraft[] {
    return this.#found;
  }

  discard(draft: FoundDraft): void {
    this.#answered(draft);
    this.#drafts.forget(draft);
  }

  /** Keeps it as what was begun of a new webhook, with what the one that was removed said last. */
  async moveTo({ id, initial }: PanelSubject, draft: FoundDraft, api: Api): Promise<void> {
    this.#answered(draft);
    const last = await lastConfig(draft.id, api);
    const before = fieldsOf(last ? { config: last } : initial);
    const { id: newId } = initial.config;
    const fields = { ...withoutCredentials(asNew(withChanges(before, draft.changes))), id: newId };
    const moved = { changes: changesBetween(fieldsOf(initial), fields), version: 0 };
    if (this.#drafts.keep(id, createId(), moved)) this.#drafts.forget(draft);
  }

  /** It is asked about once. */
  #answered(draft: FoundDraft): void {
    this.#found = this.#found.filter(each => each !== draft);
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

/** What stands for a secret that is to be written again. */
const lost = { set: false };

/** Ids are not given twice, and the secrets of a webhook that is gone are not stored any more. */
function asNew({ id: _id, signingSecret, headers, authentication, ...fields }: Fields): Fields {
  return {
    ...fields,
    ...(typeof signingSecret === 'object' && signingSecret !== null && { signingSecret: lost }),
    ...(Array.isArray(headers) && { headers: headers.map(header => withoutStored(header, 'value')) }),
    ...(typeof authentication === 'object' && { authentication: withoutStored(authentication, 'password') }),
  };
}

function withoutStored(holder: unknown, secret: string): object {
  const values: Fields = { ...(holder as object) };
  return typeof values[secret] === 'string' ? values : { ...values, [secret]: lost };
}

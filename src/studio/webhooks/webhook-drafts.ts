import type { Page, WebhookVersion } from '../../api/answers.ts';
import { lostPlaceholder, mapSecrets } from '../../webhook/secrets/secrets.ts';
import type { Api } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import { createId, type FoundDraft, KeptDrafts } from '../unsaved/unsaved-changes.ts';
import { type EditableWebhook, editableContentOf, fieldsOf, type WebhookSubject } from './stored-webhook.ts';
import { withoutNamedSecrets } from './without-named-secrets.ts';

/** Prefix of the ids of subjects that are not stored yet. */
const newPrefix = 'new ';

/** Identifies a new webhook, with the name of its catalogue unless that is the default one. */
export function newSubjectId(id: string, catalogue = ''): string {
  return newPrefix + id + (catalogue === '' ? '' : ` ${catalogue}`);
}

/** A webhook that exists in this browser alone. */
export interface BegunWebhook {
  readonly id: string;
  /** The name of its catalogue; undefined for the default one. */
  readonly catalogue: string | undefined;
  readonly changes: Fields;
}

/** What somebody has not saved of the webhooks of a profile. */
export class WebhookDrafts {
  readonly kept: KeptDrafts;

  constructor(user: string, profile: string) {
    this.kept = new KeptDrafts(user, `profiles/${profile}`);
  }

  /** New webhooks that were not saved, in the order in which they were begun. */
  get begun(): readonly BegunWebhook[] {
    const latest = new Map<string, FoundDraft>();
    for (const draft of this.kept.all)
      if (draft.id.startsWith(newPrefix) && !latest.has(draft.id)) latest.set(draft.id, draft);
    return [...latest.values()]
      .map(({ id, changes }) => {
        const [webhookId = '', catalogue] = id.slice(newPrefix.length).split(' ');
        return { id: webhookId, catalogue, changes: withChanges({}, changes) };
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Drops what was kept of one that is not stored: a new one, or one that was removed. */
  forgetUnstored(webhook: string): void {
    const begun = newSubjectId(webhook);
    for (const draft of this.kept.all)
      if ([webhook, begun].includes(draft.id) || draft.id.startsWith(`${begun} `)) this.kept.forget(draft);
  }

  /** The ids of stored webhooks with unsaved changes, even if they were removed meanwhile. */
  get changed(): ReadonlySet<string> {
    return new Set(this.kept.all.map(({ id }) => id).filter(id => !id.startsWith(newPrefix)));
  }

  /** Moves drafts of a new webhook to the stored one: its first save succeeded, but the answer was lost. */
  moveToStored({ id, initial }: WebhookSubject, stored: EditableWebhook): void {
    for (const begun of this.kept.find(id)) {
      const mine = withChanges(fieldsOf(initial), begun.changes);
      const changes = changesBetween(fieldsOf(editableContentOf(stored)), mine);
      this.kept.forget(begun);
      if (changes.length > 0) this.kept.keep(stored.id, begun.owner, { changes, version: 1 });
    }
  }

  /** Makes the draft of a removed webhook that of a new one, based on the last settings of the removed one. */
  moveToNew({ id, initial }: WebhookSubject, draft: FoundDraft, last: EditableWebhook['config']): void {
    const before = fieldsOf(last ? { config: last } : initial);
    const { id: newId } = initial.config;
    const fields = { ...withoutNamedSecrets(asNew(withChanges(before, draft.changes))), id: newId };
    const moved = { changes: changesBetween(fieldsOf(initial), fields), version: 0 };
    if (this.kept.keep(id, createId(), moved)) this.kept.forget(draft);
  }
}

/** The settings that a removed webhook had at last, as far as the server still tells them. */
export async function lastConfig(id: string, api: Api): Promise<EditableWebhook['config']> {
  try {
    const path = pathOf('api', 'webhooks', id, 'versions');
    const { items } = await api.get<Page<WebhookVersion>>(path, { query: { limit: 1 } });
    return items[0]?.config;
  } catch {
    // The changes are shown all the same.
    return undefined;
  }
}

/** Ids are not reused, and the secrets of a removed webhook are no longer stored. */
function asNew({ id: _id, ...fields }: Fields): Fields {
  const isWritten = (value: unknown): boolean => typeof value === 'string';
  // Only secrets are replaced.
  return mapSecrets(fields, { level: 'declared' }, value =>
    isWritten(value) ? value : lostPlaceholder,
  ) as Fields;
}

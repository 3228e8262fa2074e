import { changesBetween, withChanges } from '../unsaved/fields.ts';
import type { KeptDrafts } from '../unsaved/kept-drafts.ts';
import { contentOf, type PanelSubject, type StoredWebhook } from './stored-webhook.ts';
import { fieldsOf } from './webhook-fields.ts';

/** What is kept of a new webhook becomes that of a stored one: its first save came through, and the answer was lost. */
export function moveToStored(drafts: KeptDrafts, { id, initial }: PanelSubject, stored: StoredWebhook): void {
  for (const begun of drafts.find(id)) {
    const mine = withChanges(fieldsOf(initial), begun.changes);
    const changes = changesBetween(fieldsOf(contentOf(stored)), mine);
    drafts.forget(begun);
    if (changes.length > 0) drafts.keep(stored.id, begun.owner, { changes, version: 1 });
  }
}

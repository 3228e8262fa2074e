import type { EditedContent, ReportedProblem } from '../../editor/index.ts';
import type { Webhook } from '../api/answers.ts';

/** A webhook as those see it who may edit it: a secret that is stored is `{ "set": true }`. */
export interface StoredWebhook extends Webhook {
  readonly config?: Record<string, unknown> | undefined;
  readonly signingSecret?: { readonly set: true } | undefined;
  readonly diagnostics?: readonly ReportedProblem[] | undefined;
}

/** A webhook that is edited, stored or new. */
export interface PanelSubject {
  /** Tells it apart from the others; that of the webhook where it is stored. */
  readonly id: string;
  readonly stored: StoredWebhook | undefined;
  /** What a new one begins with. */
  readonly initial: EditedContent;
}

/** What the editor is given of it. */
export function contentOf({ config = {}, signingSecret }: StoredWebhook): EditedContent {
  return { config, ...(signingSecret && { signingSecret }) };
}

/** What `If-Match` says of it. */
export function tagOf({ version }: Pick<StoredWebhook, 'version'>): string {
  return `"${version}"`;
}

/**
 * An id for a webhook that is new. The page chooses it once, so that a webhook whose first save was not answered is not saved as
 * another one. Ids of later webhooks sort behind it.
 */
export function newId(): string {
  const [...words] = crypto.getRandomValues(new Uint32Array(4));
  return `wh_${Date.now().toString(36)}_${words.map(word => word.toString(36)).join('')}`;
}

/** What a webhook of a profile begins with. */
export function newContent(id: string, profile: string, events: readonly string[]): EditedContent {
  return {
    config: {
      id,
      profile,
      events: Object.fromEntries(events.map(name => [name, true])),
      method: 'POST',
      url: '',
      contentType: 'application/json',
      payload: '{\n  "text": "$event$"\n}',
    },
  };
}

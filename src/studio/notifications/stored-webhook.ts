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

/** What a webhook of a profile begins with. */
export function newContent(profile: string, events: readonly string[]): EditedContent {
  return {
    config: {
      profile,
      events: Object.fromEntries(events.map(name => [name, true])),
      method: 'POST',
      url: '',
      contentType: 'application/json',
      payload: '{\n  "text": "$event$"\n}',
    },
  };
}

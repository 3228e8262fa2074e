import { configOf, type Draft, draftOf, type HeaderRow, signingSecretOf, wholeConfigOf } from './draft.ts';
import { type SecretText, saved, type UnshownSecret, unwritten } from './secrets/secret-text.ts';

/** What a page saves, or tries out. */
export interface EditedContent {
  readonly config: Record<string, unknown>;
  /** Nothing where there is none; `null` where the one that is stored is to be removed. */
  readonly signingSecret?: string | UnshownSecret | null;
}

export function contentOf(draft: Draft): EditedContent {
  return { ...wholeContentOf(draft), config: configOf(draft) };
}

/** The same with what its method has no use for: somebody may change the method back. */
export function wholeContentOf(draft: Draft): EditedContent {
  const signingSecret = signingSecretOf(draft);
  return { config: wholeConfigOf(draft), ...(signingSecret !== undefined && { signingSecret }) };
}

/**
 * All of it without what was written as a secret, for places where a secret must not lie around: one that is new is
 * `{ "set": false }`, to be written again.
 */
export function contentWithoutSecrets(draft: Draft): EditedContent {
  return wholeContentOf(mapSecrets(draft, unwritten, row => row.isSecret || row.wasSecret));
}

/** A content as it is once fields have shown it: its line breaks, events that are off, and nothing that is empty. */
export function shownContent({ config, signingSecret }: EditedContent): EditedContent {
  return wholeContentOf(draftOf(config, signingSecret));
}

/** The draft once it was saved: its secrets are stored, and not here any more. */
export function savedDraft(draft: Draft): Draft {
  return mapSecrets(draft, saved, row => row.isSecret);
}

function mapSecrets(
  draft: Draft,
  change: (secret: SecretText) => SecretText,
  isSecret: (row: HeaderRow) => boolean,
): Draft {
  return {
    ...draft,
    password: change(draft.password),
    signingSecret: change(draft.signingSecret),
    headers: draft.headers.map(row => ({
      ...row,
      value: isSecret(row) ? change(row.value) : row.value,
      wasSecret: false,
    })),
  };
}

/** A payload may be long, and is compared with every key. */
export function isSame(a: EditedContent, b: EditedContent): boolean {
  const { payload } = a.config;
  const { payload: other } = b.config;
  return payload === other && withoutPayload(a) === withoutPayload(b);
}

function withoutPayload({ config, signingSecret }: EditedContent): string {
  return JSON.stringify([{ ...config, payload: undefined }, signingSecret]);
}

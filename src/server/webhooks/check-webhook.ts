import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { checkWebhook } from '../../webhook/check.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { type FieldProblem, invalidFields } from '../routes/read-request.ts';
import { type GivenWebhook, isUnsaid, type MergedWebhook, mergeSecrets } from './merge-secrets.ts';
import { originOf, type WebhookSettings, withoutSecrets } from './webhook-settings.ts';

export type Catalogue = EventCatalogue<EventMap>;

export interface CheckOptions {
  readonly catalogue: Catalogue;
  /** What is stored under its id. */
  readonly stored: WebhookSettings | undefined;
  readonly now: number;
}

/**
 * A webhook with its secrets, all of it checked.
 *
 * @throws {Problem} 422 with a diagnostic for each field that is wrong, and for each secret that has to be given again
 * because the webhook leads elsewhere now: else a test would send it there.
 */
export function settingsOf(given: GivenWebhook, { catalogue, stored, now }: CheckOptions): WebhookSettings {
  const merged = mergeSecrets(given, stored, now);
  const { config, diagnostics } = checkWebhook(merged.config, catalogue);
  const shown = diagnostics.map(diagnostic => showable(diagnostic, merged));
  if (!config || hasErrors(diagnostics) || merged.problems.length > 0) {
    throw invalidFields([...merged.problems, ...shown]);
  }
  const hasMoved = stored !== undefined && !isSameOrigin(config.url, stored.config.url);
  if (hasMoved && merged.kept.length > 0) throw invalidFields(merged.kept.map(secretAgain));
  const { formerSecret, ...secrets } = merged.secrets;
  return { config, ...secrets, ...(formerSecret && !hasMoved && { formerSecret }) };
}

/**
 * Of what the engine would send, what cannot be stored and looked up; and where `ownId` is the id of a webhook that is
 * there, a change of it.
 *
 * @throws {Problem} 422 with a diagnostic of the field.
 */
export function assertStorable({ config: { id, profile = '' } }: WebhookSettings, ownId?: string): void {
  if (!/^[^\0\p{Cs}]{0,256}$/u.test(profile)) {
    const message = 'The name of a profile has at most 256 characters, none of them NUL.';
    throw invalidFields([{ field: 'profile', code: 'invalid-field', message }]);
  }
  if (ownId === undefined || id === undefined || id === ownId) return;
  const message = 'The id of a webhook cannot be changed: messages are named after it.';
  throw invalidFields([{ field: 'id', code: 'id-changed', message }]);
}

/**
 * Of what takes the place of a webhook that no key opens, that it says whether it signs: nobody knows whether the former did.
 *
 * @throws {Problem} 422 with a diagnostic of the field.
 */
export function assertWhole({ signingSecret }: GivenWebhook): void {
  if (!isUnsaid(signingSecret)) return;
  const message = 'What is stored cannot be opened: give its signing secret, or `null` for none.';
  throw invalidFields([{ field: 'signingSecret', code: 'missing-secret', message }]);
}

/** The diagnostics of a configuration that may be half-written, with its stored secrets. Never throws. */
export function diagnosticsOf(
  given: GivenWebhook,
  options: CheckOptions,
): readonly (FieldProblem | WebhookDiagnostic)[] {
  const merged = mergeSecrets(given, options.stored, options.now);
  const { diagnostics } = checkWebhook(merged.config, options.catalogue);
  return [...merged.problems, ...diagnostics.map(diagnostic => showable(diagnostic, merged))];
}

/** What is to be said of a webhook that is stored: warnings, none of which can quote a secret. */
export function warningsOf(settings: WebhookSettings, catalogue: Catalogue): readonly WebhookDiagnostic[] {
  return checkWebhook(withoutSecrets(settings), catalogue).diagnostics;
}

/** A diagnostic of a stored secret would quote it to someone who does not know it. */
function showable(diagnostic: WebhookDiagnostic, { kept }: MergedWebhook): FieldProblem | WebhookDiagnostic {
  if (!kept.includes(diagnostic.field)) return diagnostic;
  const { field, code, severity } = diagnostic;
  const message = 'The stored value does not fit these settings: give it again.';
  return { field, code, message, ...(severity === 'warning' && { severity }) };
}

function isSameOrigin(url: string, stored: string): boolean {
  const origin = originOf(url);
  return url === stored || (origin !== undefined && origin === originOf(stored));
}

function secretAgain(field: string): FieldProblem {
  const message = 'The URL leads to another server now: give this secret again, or remove it.';
  return { field, code: 'secret-needed-again', message };
}

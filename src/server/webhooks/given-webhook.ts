import type { FieldDiagnostic } from '../../api/answers.ts';
import { invalidFields } from '../../api/problem.ts';
import { makeSecret, parseSecret } from '../../delivery/signature/key-ring.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import { type CheckedWebhook, checkWebhook } from '../../webhook/check.ts';
import { type GivenConfig, readGiven, templateTexts } from '../../webhook/config/given-config.ts';
import { secretMark, type Text } from '../../webhook/config/settings.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { isUnsaid, withoutMarks } from '../../webhook/secrets/secrets.ts';
import {
  fillSecrets,
  isSameOrigin,
  missingSecret,
  secretAgain,
} from '../../webhook/secrets/stored-secrets.ts';
import type { AllowedAddresses } from '../../webhook/webhook-options.ts';
import { unknownCatalogue } from '../catalogues.ts';
import { formerBeside, secretLost } from '../kept-secret.ts';
import { isError } from '../templates/answer-room.ts';
import type { TemplateLimits } from '../templates/template-work-options.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface CheckRules {
  /** Each webhook names its own. */
  readonly catalogues: Catalogues;
  readonly limits: TemplateLimits;
  /** Addresses that delivery may call although they are not public. Default: none. */
  readonly allow?: AllowedAddresses | undefined;
  /** The receivers that a webhook may name. Default: none. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
}

interface CheckOptions extends CheckRules {
  /** The webhook that is stored under its id. */
  readonly stored: WebhookSettings | undefined;
  readonly now: number;
}

interface CheckedSettings {
  readonly settings: WebhookSettings;
  /** Its warnings, which may quote its secrets: `withoutSecrets` leaves those out. */
  readonly diagnostics: readonly (FieldDiagnostic | WebhookDiagnostic)[];
}

/**
 * A webhook with its secrets, after checking all of it.
 *
 * @throws {Problem} 422 with a diagnostic for each wrong field, and for each secret that has to be entered again
 * because the webhook now leads elsewhere: otherwise a test would send it there.
 */
export function checkedSettings(
  given: GivenWebhook,
  { stored, now, ...rules }: CheckOptions,
): CheckedSettings {
  const merged = mergeSecrets(given, stored, now);
  const { config, diagnostics } = checkWithin(merged.config, rules);
  const shown = diagnostics.map(diagnostic => showable(diagnostic, merged));
  if (!config || diagnostics.some(isError) || merged.diagnostics.length > 0) {
    throw invalidFields([...merged.diagnostics, ...shown]);
  }
  const hasMoved = stored !== undefined && !isSameOrigin(config.url, stored.config.url);
  // Who has the webhook now may reveal its secret, by which others still verify messages.
  const hasOtherOwner = stored !== undefined && (config.profile ?? '') !== (stored.config.profile ?? '');
  const isMadeAnew = (hasMoved || hasOtherOwner) && merged.beside.isSecretMade === true;
  const isAgain = (field: string): boolean =>
    field === 'signingSecret' ? !isMadeAnew && (hasMoved || hasOtherOwner) : hasMoved;
  const again = merged.kept.filter(isAgain);
  if (again.length > 0) throw invalidFields(again.map(secretAgain));
  const { formerSecrets, ...kept } = merged.beside;
  const beside = isMadeAnew ? { ...kept, signingSecret: makeSecret() } : kept;
  const settings = {
    config,
    ...beside,
    ...(formerSecrets && !hasMoved && !hasOtherOwner && { formerSecrets }),
  };
  return { settings, diagnostics };
}

/**
 * Refuses profiles that the engine accepts but that cannot be stored or looked up.
 *
 * @throws {Problem} 422 with a diagnostic of the field.
 */
export function assertStorable({ config: { profile = '' } }: WebhookSettings): void {
  if (/^[^\0\p{Cs}]{0,256}$/u.test(profile)) return;
  const message = 'The name of a profile has at most 256 characters, none of them NUL.';
  throw invalidFields([{ field: 'profile', code: 'invalid-field', message }]);
}

/**
 * Refuses to change the id of a webhook.
 *
 * @throws {Problem} 422 with a diagnostic of the field.
 */
export function assertSameId({ config: { id } }: WebhookSettings, storedId: string): void {
  if (id === undefined || id === storedId) return;
  const message = 'The id of a webhook cannot be changed: messages are named after it.';
  throw invalidFields([{ field: 'id', code: 'id-changed', message }]);
}

/**
 * Refuses a replacement for an unreadable webhook unless it says whether to sign: nobody knows whether the old one did.
 *
 * @throws {Problem} 422 with a diagnostic of the field.
 */
export function assertSigningSaid({ signingSecret }: GivenWebhook): void {
  if (!isUnsaid(signingSecret)) return;
  throw secretLost('signingSecret', 'signing secret', ', or `null` for none');
}

/** The diagnostics of a possibly half-written configuration with its stored secrets. Never throws. */
export function diagnosticsOfGiven(
  given: GivenWebhook,
  options: CheckOptions,
): readonly (FieldDiagnostic | WebhookDiagnostic)[] {
  const merged = mergeSecrets(given, options.stored, options.now);
  const { diagnostics } = checkWithin(merged.config, options);
  return [...merged.diagnostics, ...diagnostics.map(diagnostic => showable(diagnostic, merged))];
}

interface CheckedWithin extends Pick<CheckedWebhook, 'config'> {
  readonly diagnostics: readonly (FieldDiagnostic | WebhookDiagnostic)[];
}

/** What is longer than the server takes is not checked any further. */
export function checkWithin(
  config: unknown,
  { catalogues, allow, receivers, limits }: CheckRules,
): CheckedWithin {
  const tooLong = findTooLong(config, limits);
  if (tooLong.length > 0) return { diagnostics: tooLong };
  const catalogue = catalogues.find(readGiven(config).catalogue);
  if (!catalogue) return { diagnostics: [unknownCatalogue(catalogues)] };
  return checkWebhook(config, catalogue, { allow, receivers, most: limits.maxDiagnostics });
}

/** Names the texts of a configuration that are longer than the server takes. */
export function findTooLong(config: unknown, limits: TemplateLimits): readonly FieldDiagnostic[] {
  const found = templateTexts(readGiven(config)).flatMap(({ field, text, setting }) => {
    const bytes = Buffer.byteLength(text);
    const most = maxBytesOf(setting, limits);
    return bytes > most ? [tooLongAt(field, bytes, most)] : [];
  });
  if (found.length > 0) return found;
  const most = limits.maxAnswerBytes - besideConfigBytes;
  const bytes = Buffer.byteLength(JSON.stringify(config) ?? '');
  return bytes > most ? [tooLongAt('', bytes, most)] : [];
}

/** The size of a template: of what stands in a body, or beside it. */
export function maxBytesOf({ isOfBody }: Text, { maxPayloadBytes, maxUrlBytes }: TemplateLimits): number {
  return isOfBody ? maxPayloadBytes : maxUrlBytes;
}

/** Room in an answer for what stands beside a configuration. */
const besideConfigBytes = 32 * 1024;

function tooLongAt(field: string, bytes: number, most: number): FieldDiagnostic {
  const what = field === '' ? 'The configuration, as JSON,' : 'This text';
  return {
    field,
    code: 'too-long',
    message: `${what} has ${bytes} bytes; the server takes at most ${most}.`,
  };
}

/** A diagnostic about a stored secret would quote it to someone who does not know it. */
function showable(
  diagnostic: FieldDiagnostic | WebhookDiagnostic,
  { kept }: MergedWebhook,
): FieldDiagnostic | WebhookDiagnostic {
  if (!('severity' in diagnostic) || !kept.includes(diagnostic.field)) return diagnostic;
  const { field, code, severity } = diagnostic;
  const message = 'The stored value does not fit these settings: give it again.';
  return { field, code, message, ...(severity !== 'error' && { severity }) };
}

/** A webhook as given by a caller. A secret that stays as it is, is left out or `{ "set": true }`. */
export interface GivenWebhook {
  readonly config: Readonly<Record<string, unknown>>;
  readonly signingSecret?: unknown;
  /** Whether a new webhook of which nothing is said of it gets one. Default `false`. */
  readonly makesSecret?: boolean;
}

/** A configuration with its secrets, not yet checked. */
interface MergedWebhook {
  readonly config: Readonly<Record<string, unknown>>;
  /** The settings that are stored next to the configuration. */
  readonly beside: Omit<WebhookSettings, 'config'>;
  /** The fields whose secrets were taken from the stored webhook. */
  readonly kept: readonly string[];
  readonly diagnostics: readonly FieldDiagnostic[];
}

/** Fills in missing secrets from the stored webhook. */
export function mergeSecrets(
  { config, signingSecret, makesSecret = false }: GivenWebhook,
  stored: WebhookSettings | undefined,
  now: number,
): MergedWebhook {
  const filled = fillSecrets(config, stored);
  const kept = [...filled.kept];
  const diagnostics: FieldDiagnostic[] = [...marksOtherThanBoolean(readGiven(config)), ...filled.diagnostics];
  const signing =
    makesSecret && signingSecret === undefined && !stored
      ? ({ signingSecret: makeSecret(), isSecretMade: true } as const)
      : mergeSigning(signingSecret, stored, { kept, diagnostics, now });
  return {
    config: readGiven(withoutMarks(filled.config)).settings,
    beside: { secretHeaders: filled.secretHeaders, ...signing },
    kept,
    diagnostics,
  };
}

function marksOtherThanBoolean({ headers }: GivenConfig): readonly FieldDiagnostic[] {
  return headers.flatMap(({ settings: { secret } }, index) =>
    secret === undefined || typeof secret === 'boolean' ? [] : [notBoolean(index)],
  );
}

interface Merging {
  readonly kept: string[];
  readonly diagnostics: FieldDiagnostic[];
  readonly now: number;
}

function mergeSigning(
  given: unknown,
  stored: WebhookSettings | undefined,
  { kept, diagnostics, now }: Merging,
): Pick<WebhookSettings, 'signingSecret' | 'isSecretMade' | 'formerSecrets'> {
  const { signingSecret, isSecretMade, formerSecrets } = stored ?? {};
  const before = { secret: signingSecret, formerSecrets };
  if (given === null) return {};
  if (isUnsaid(given)) {
    if (signingSecret === undefined) {
      if (given !== undefined)
        diagnostics.push(missingSecret('signingSecret', 'No signing secret is stored'));
      return {};
    }
    kept.push('signingSecret');
    const made = isSecretMade && { isSecretMade };
    return { signingSecret, ...made, ...formerBeside(signingSecret, before, now) };
  }
  const message = fault(given);
  if (message !== undefined || typeof given !== 'string') {
    diagnostics.push({ field: 'signingSecret', code: 'invalid-field', message: message ?? '' });
    return {};
  }
  return { signingSecret: given, ...formerBeside(given, before, now) };
}

/** What is wrong with a signing secret, which the message does not quote; undefined if nothing is. */
export function fault(secret: unknown): string | undefined {
  try {
    parseSecret(secret, 'This field');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function notBoolean(index: number): FieldDiagnostic {
  return {
    field: `headers[${index}].${secretMark}`,
    code: 'invalid-field',
    message: 'This is `true` or `false`.',
  };
}

import { parseSecret } from '../../delivery/signature/secret.ts';
import { isJsonObject } from '../../http/json-value.ts';
import type { FieldProblem } from '../routes/read-request.ts';
import { formerSecretMs, isSecretHeader, type WebhookSettings } from './webhook-settings.ts';

/** What someone wants a webhook to be. Of a secret that is to stay as it is, it says nothing, or `{ "set": true }`. */
export interface GivenWebhook {
  readonly config: Readonly<Record<string, unknown>>;
  readonly signingSecret?: unknown;
}

/** A configuration with its secrets, not checked yet. */
export interface MergedWebhook {
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: Omit<WebhookSettings, 'config'>;
  /** The fields whose secrets were taken over from what is stored. */
  readonly kept: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Whether something stands for a secret that is not said. */
export function isUnsaid(value: unknown): boolean {
  if (!isJsonObject(value)) return value === undefined;
  const { set } = value;
  return set === true;
}

/** Fills in the secrets that were not said from what is stored. */
export function mergeSecrets(
  { config, signingSecret }: GivenWebhook,
  stored: WebhookSettings | undefined,
  now: number,
): MergedWebhook {
  const kept: string[] = [];
  const problems: FieldProblem[] = [];
  const secretHeaders: string[] = [];
  const { headers: listed, authentication: given } = config;
  const headers = (Array.isArray(listed) ? listed : undefined)?.map((header: unknown, index): unknown => {
    if (!isJsonObject(header)) return header;
    const { secret, ...rest } = header;
    const { name, value } = rest;
    if (secret !== undefined && typeof secret !== 'boolean') problems.push(notBoolean(index));
    if (secret !== true || typeof name !== 'string') return rest;
    secretHeaders.push(name.toLowerCase());
    const field = `headers[${index}].value`;
    const known = storedHeader(name, stored);
    if (value === '') problems.push(missingSecret(field, 'A secret header is not empty'));
    if (!isUnsaid(value)) return rest;
    if (known === undefined) problems.push(missingSecret(field, 'Nothing is stored for this secret header'));
    else kept.push(field);
    return { ...rest, value: known ?? '' };
  });
  const authentication = mergePassword(given, stored, kept);
  return {
    config: {
      ...config,
      ...(headers && { headers }),
      ...(authentication !== undefined && { authentication }),
    },
    secrets: { secretHeaders, ...mergeSigning(signingSecret, stored, { kept, problems, now }) },
    kept,
    problems,
  };
}

function storedHeader(name: string, stored: WebhookSettings | undefined): string | undefined {
  if (!stored || !isSecretHeader(stored, name)) return undefined;
  return stored.config.headers?.find(header => header.name.toLowerCase() === name.toLowerCase())?.value;
}

function mergePassword(
  authentication: unknown,
  stored: WebhookSettings | undefined,
  kept: string[],
): unknown {
  if (!isJsonObject(authentication)) return authentication;
  const { password, ...rest } = authentication;
  if (!isUnsaid(password)) return authentication;
  const known = stored?.config.authentication?.password;
  if (known === undefined) return rest;
  kept.push('authentication.password');
  return { ...rest, password: known };
}

interface Merging {
  readonly kept: string[];
  readonly problems: FieldProblem[];
  readonly now: number;
}

function mergeSigning(
  given: unknown,
  stored: WebhookSettings | undefined,
  { kept, problems, now }: Merging,
): Pick<WebhookSettings, 'signingSecret' | 'formerSecret'> {
  const { signingSecret, formerSecret } = stored ?? {};
  const former = formerSecret && formerSecret.until > now ? { formerSecret } : {};
  if (given === null) return {};
  if (isUnsaid(given)) {
    if (signingSecret === undefined) {
      if (given !== undefined) problems.push(missingSecret('signingSecret', 'No signing secret is stored'));
      return {};
    }
    kept.push('signingSecret');
    return { signingSecret, ...former };
  }
  const message = fault(given);
  if (message !== undefined || typeof given !== 'string') {
    problems.push({ field: 'signingSecret', code: 'invalid-field', message: message ?? '' });
    return {};
  }
  if (signingSecret === undefined || signingSecret === given) return { signingSecret: given, ...former };
  return { signingSecret: given, formerSecret: { secret: signingSecret, until: now + formerSecretMs } };
}

/** Quotes nothing of it. */
function fault(secret: unknown): string | undefined {
  try {
    parseSecret(secret, 'This field');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function notBoolean(index: number): FieldProblem {
  return {
    field: `headers[${index}].secret`,
    code: 'invalid-field',
    message: 'This is `true` or `false`.',
  };
}

function missingSecret(field: string, what: string): FieldProblem {
  return { field, code: 'missing-secret', message: `${what}: give its value.` };
}

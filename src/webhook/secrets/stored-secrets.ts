import { isSettings, readGiven, type Settings } from '../config/given-config.ts';
import {
  type AnyConfig,
  type SettingTree,
  secretMark,
  settings as webhookSettings,
} from '../config/settings.ts';
import {
  isUnsaid,
  keptPlaceholder,
  mapSecrets,
  type SecretOptions,
  secretsOf,
  type UnshownSecret,
} from './secrets.ts';

/** A value in which the placeholder for a stored secret may stand in place of any text. */
export type WithoutSecrets<Value> = Value extends string
  ? Value | UnshownSecret
  : Value extends object
    ? { readonly [Name in keyof Value]: WithoutSecrets<Value[Name]> }
    : Value;

/** What is wrong with one secret of a configuration. */
export interface SecretDiagnostic {
  /** Such as `headers[0].value` or `authentication.password`. */
  readonly field: string;
  /**
   * `missing-secret` where nothing is stored for it, `secret-needed-again` where the URL leads to another origin than the one
   * that the stored secret was given for.
   */
  readonly code: 'missing-secret' | 'secret-needed-again';
  readonly message: string;
}

export interface RestoredConfig {
  /** With its secrets, still to be checked; missing where there are diagnostics. */
  readonly config?: Settings;
  readonly diagnostics: readonly SecretDiagnostic[];
}

/** A webhook as it is stored, with its secrets. */
export interface StoredConfig {
  readonly config: AnyConfig;
  /** Lower-case names of the headers that are secret without a mark. Default: none. */
  readonly secretHeaders?: readonly string[];
}

const declared: SecretOptions = { level: 'declared' };

/**
 * Copies a configuration for people, with `{ "set": true }` in place of each secret: the password, and the values of headers that
 * are marked as `secret`. `restoreSecrets` takes the copy back, after people have edited it.
 *
 * @example
 * ```ts
 * const headers = [{ name: 'X-Key', value: 'only we know', secret: true }];
 * hideSecrets({ ...config, headers }).headers;   // [{ name: 'X-Key', value: { set: true }, secret: true }]
 * ```
 */
export function hideSecrets<Config extends AnyConfig>(config: Config): WithoutSecrets<Config> {
  return hideStored({ config }) as WithoutSecrets<Config>;
}

/** The same for what stores the marks of secret headers beside the configuration. */
export function hideStored({ config, secretHeaders = [] }: StoredConfig): WithoutSecrets<AnyConfig> {
  const options = { ...declared, secretHeaders };
  // It keeps its form: only texts are replaced.
  const shown = mapSecrets(config, options, () => keptPlaceholder) as WithoutSecrets<AnyConfig>;
  const headers = shown.headers?.map(header => ({
    ...header,
    ...(header.value === keptPlaceholder && { [secretMark]: true }),
  }));
  return { ...shown, ...(headers && { headers }) };
}

/**
 * Puts the secrets of a stored webhook into a configuration that somebody has edited without seeing them: wherever a secret is
 * left out or `{ "set": true }`. A header's secret goes by the name of the header. To remove a secret, leave out its header, or
 * `authentication` as a whole. Where the URL leads to another origin, no secret is restored: whoever may edit
 * webhooks could otherwise send a secret to themselves.
 *
 * @param given Anything, as it came from a page: `compileWebhook` or `validateWebhook` checks the result.
 * @param stored The webhook under the same id, with its secrets.
 *
 * @example
 * ```ts
 * const { config, diagnostics } = restoreSecrets(edited, stored);
 * if (config === undefined) return diagnostics;
 * ```
 */
export function restoreSecrets(given: unknown, stored: AnyConfig): RestoredConfig {
  const { settings, url = '' } = readGiven(given);
  const { config, kept, diagnostics } = fillSecrets(settings, { config: stored });
  const again = isSameOrigin(url, stored.url) ? [] : kept.map(secretAgain);
  const all = [...diagnostics, ...again];
  return all.length > 0 ? { diagnostics: all } : { config, diagnostics: [] };
}

export interface FilledConfig {
  readonly config: Settings;
  /** The fields whose secrets were taken from what is stored. */
  readonly kept: readonly string[];
  /** Lower-case names of its secret headers. */
  readonly secretHeaders: readonly string[];
  readonly diagnostics: readonly SecretDiagnostic[];
}

/** Puts stored secrets into a configuration, wherever its URL leads. */
export function fillSecrets(given: Settings, stored: StoredConfig | undefined): FilledConfig {
  const kept: string[] = [];
  const diagnostics: SecretDiagnostic[] = [];
  const known = secretTextsBySlot(stored);
  const asked = spellOut(given, webhookSettings);
  const filled = mapSecrets(asked, declared, (value, [{ field, slot, header }]) => {
    if (header !== undefined && value === '')
      diagnostics.push(missingSecret(field, 'A secret header is not empty'));
    // A signing secret stands next to the configuration: inside it, it is an unknown setting.
    if (!isUnsaid(value) || field === 'signingSecret') return value;
    const text = known.get(slot);
    if (text !== undefined) kept.push(field);
    else if (header !== undefined)
      diagnostics.push(missingSecret(field, 'Nothing is stored for this secret header'));
    return text ?? (header === undefined ? undefined : '');
  });
  return {
    // Without what was spelled out and is missing.
    config: readGiven(filled).settings,
    kept,
    secretHeaders: secretsOf(asked, declared).flatMap(({ header }) => header ?? []),
    diagnostics,
  };
}

export function missingSecret(field: string, reason: string): SecretDiagnostic {
  return { field, code: 'missing-secret', message: `${reason}: give its value.` };
}

export function secretAgain(field: string): SecretDiagnostic {
  const message = 'The URL leads to another server now: give this secret again, or remove it.';
  return { field, code: 'secret-needed-again', message };
}

export function isSameOrigin(url: string, stored: string): boolean {
  const origin = originOf(url);
  return url === stored || (origin !== undefined && origin === originOf(stored));
}

/** The origin of a URL template; undefined if it cannot be determined. */
export function originOf(url: string): string | undefined {
  // The WHATWG parser reads a backslash as a slash, and drops tabs and line breaks.
  const [, start] = /^(https?:\/\/[^/?#\\$\s]+)(?:[/?#]|$)/i.exec(url) ?? [];
  return start === undefined ? undefined : URL.parse(start)?.origin;
}

/** The texts of the stored secrets; a header's slot is its name, wherever it stands. */
function secretTextsBySlot(stored: StoredConfig | undefined): ReadonlyMap<string, string> {
  if (!stored) return new Map();
  const { config, secretHeaders = [] } = stored;
  return new Map(
    secretsOf(config, { ...declared, secretHeaders })
      // Of headers with one name, the first one's value is kept.
      .toReversed()
      .flatMap(({ slot, node }) => (typeof node === 'string' ? [[slot, node]] : [])),
  );
}

/** Names settings that were left out and may be secret: `mapSecrets` asks what is stored for each. */
function spellOut<Given>(given: Given, tree: SettingTree): Given {
  if (!isSettings(given)) return given;
  const places = Object.entries(tree).flatMap(([name, setting]) => {
    const value = given[name];
    // One that may be left out is removed by that.
    if (setting.kind === 'text')
      return setting.isSecret === undefined || setting.isOptional ? [] : [[name, value]];
    if (setting.kind === 'group' && value !== undefined) return [[name, spellOut(value, setting.settings)]];
    if (setting.kind !== 'list' || !Array.isArray(value)) return [];
    return [[name, value.map(item => spellOut(item, setting.item.settings))]];
  });
  return { ...given, ...Object.fromEntries(places) };
}

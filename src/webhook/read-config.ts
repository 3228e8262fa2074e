import { safeParse } from 'valibot';
import type { Fix } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { WebhookConfig } from './webhook-config.ts';
import { knownSettings, mostHeaders, webhookConfigSchema } from './webhook-config-schema.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from './webhook-diagnostic.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What somebody handed in, read once, so that what was checked is what is used. */
export interface ConfigReading {
  /** The settings that are there; undefined where they cannot be read at all. */
  readonly settings?: Settings;
  /** The configuration, where every setting has its type; its texts may still be wrong. */
  readonly config?: WebhookConfig;
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Reads a configuration and checks its structure. Never throws. */
export function readConfig(input: unknown): ConfigReading {
  if (!isSettings(input)) {
    return { diagnostics: [diagnoseField('', 'not-a-configuration', { found: describe(input) })] };
  }
  try {
    return readSettings(copy(input));
  } catch {
    // A getter or a proxy threw; what it threw may hold secrets and is dropped.
    return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
  }
}

function readSettings(settings: Settings): ConfigReading {
  const parsed = safeParse(webhookConfigSchema, settings);
  const unknown = findUnknownSettings(settings);
  const wrong = (parsed.issues ?? []).flatMap(explain);
  const diagnostics = [...wrong, ...unknown];
  return {
    settings,
    diagnostics,
    ...(diagnostics.length === 0 && parsed.success && { config: parsed.output }),
  };
}

/** Own properties only, each read once; what is undefined is not there. */
function copy(input: Settings): Settings {
  const own = ownSettings(input);
  const { events, headers } = own;
  return {
    ...own,
    ...(isSettings(events) && { events: ownSettings(events) }),
    ...(Array.isArray(headers) && {
      headers: Array.from(headers.slice(0, mostHeaders + 1), header =>
        isSettings(header) ? ownSettings(header) : header,
      ),
    }),
  };
}

function ownSettings(object: Settings): Settings {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

export function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** `Array.isArray` throws for a proxy that was revoked, which is no list either. */
function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

type Issue = NonNullable<ReturnType<typeof safeParse<typeof webhookConfigSchema>>['issues']>[number];

const expectedOf: Readonly<Record<string, string>> = {
  string: 'text',
  picklist: 'text',
  literal: 'text',
  boolean: '`true` or `false`',
  array: 'a list of headers',
  strict_object: 'an object',
};

function explain(issue: Issue): readonly WebhookDiagnostic[] {
  // valibot names only the first unknown key; all of them are found otherwise.
  if (issue.expected === 'never') return [];
  const keys = (issue.path ?? []).map(item => item.key);
  const field = keys.map(fieldStep).join('').slice(1);
  const name = String(keys.at(-1));
  const { type, input } = issue;
  if (type === 'max_length') return [diagnoseField(field, 'too-many-headers', { most: mostHeaders })];
  if (input === undefined) {
    return [
      diagnoseField(field, 'missing-setting', { name, expected: expectedOfMissing[name] ?? 'a value' }),
    ];
  }
  if (typeof input === 'string' && type === 'picklist') return [unknownMethod(field, input)];
  if (typeof input === 'string' && type === 'literal') return [unknownChannel(field, input)];
  const expected = typeof keys.at(-1) === 'number' ? 'an object with `name` and `value`' : expectedOf[type];
  const range = typeof input === 'string' ? { range: wholeRange(input) } : {};
  return [
    diagnoseField(
      field,
      'wrong-setting-type',
      { name: field, expected: expected ?? issue.expected ?? 'something else', found: describe(input) },
      range,
    ),
  ];
}

const expectedOfMissing: Readonly<Record<string, string>> = {
  profile: 'the name of the profile',
  events: 'the events to send, as in `{ "Errored": true }`',
  method: '`GET` or `POST`',
  url: 'the address to call',
  name: 'the name of the header',
  value: 'the value of the header',
};

function fieldStep(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

function unknownMethod(field: string, found: string): WebhookDiagnostic {
  const meant = didYouMean(found.trim(), ['GET', 'POST']);
  const more = { range: wholeRange(found), fixes: replaceWith(found, meant) };
  return diagnoseField(field, 'unknown-method', { found, meant }, more);
}

function unknownChannel(field: string, found: string): WebhookDiagnostic {
  const more = { range: wholeRange(found), fixes: replaceWith(found, 'Webhooks') };
  return diagnoseField(field, 'unknown-channel', { found }, more);
}

function replaceWith(found: string, meant: string | undefined): readonly Fix[] {
  if (meant === undefined) return [];
  const edits = [{ range: wholeRange(found), text: meant }];
  return [{ title: `Write \`${meant}\``, kind: 'suggestion', edits }];
}

function findUnknownSettings(settings: Settings): readonly WebhookDiagnostic[] {
  const { events, headers } = settings;
  const inHeaders = Array.isArray(headers) ? headers : [];
  return [
    ...unknownIn(settings, '', knownSettings.config, 'unknown-setting'),
    ...unknownIn(events, 'events.', knownSettings.events, 'unknown-event'),
    ...inHeaders.flatMap((header, index) =>
      unknownIn(header, `headers[${index}].`, knownSettings.header, 'unknown-setting'),
    ),
  ];
}

function unknownIn(
  object: unknown,
  prefix: string,
  known: readonly string[],
  code: 'unknown-setting' | 'unknown-event',
): readonly WebhookDiagnostic[] {
  if (!isSettings(object)) return [];
  return Object.entries(object)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => {
      const range = typeof value === 'string' ? { range: wholeRange(value) } : {};
      return diagnoseField(prefix + name, code, { name, known, meant: didYouMean(name, known) }, range);
    });
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return isArray(value) ? 'a list' : 'an object';
  return `a ${typeof value}`;
}

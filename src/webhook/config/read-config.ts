import { safeParse } from 'valibot';
import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { describeValue, exampleEvents, expectedCredentials, explainIssue, isArray } from './explain-issue.ts';
import type { AnyConfig } from './webhook-config.ts';
import { knownSettings, mostHeaders, webhookConfigSchema } from './webhook-config-schema.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What the caller passed, read once, so that what was checked is what is used. */
export interface ConfigReading {
  /** The settings that are present; undefined if they cannot be read at all. */
  readonly settings?: Settings;
  /** The configuration, if every setting has its type; its texts may still be wrong. */
  readonly config?: AnyConfig;
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Reads a configuration and checks its structure. Never throws. */
export function readConfig(input: unknown, catalogue: AnyCatalogue): ConfigReading {
  if (!isSettings(input)) {
    return { diagnostics: [diagnoseField('', 'not-a-configuration', { found: describeValue(input) })] };
  }
  try {
    return readSettings(copy(input), catalogue);
  } catch {
    // A getter or a proxy threw; what it threw may contain secrets and is dropped.
    return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
  }
}

function readSettings(settings: Settings, catalogue: AnyCatalogue): ConfigReading {
  const parsed = safeParse(webhookConfigSchema(catalogue), settings);
  const misfits = findMisfits(settings, catalogue);
  const isExplained = ({ field }: WebhookDiagnostic) =>
    misfits.some(misfit => field === misfit.field || /^[.[]/.test(restOf(field, misfit.field)));
  const wrong = (parsed.issues ?? [])
    .flatMap(issue => explainIssue(issue, catalogue))
    .filter(diagnostic => !isExplained(diagnostic));
  const unknown = findUnknownSettings(settings, catalogue);
  const isMisnamed = ({ code, field }: WebhookDiagnostic) =>
    code === 'missing-setting' && unknown.some(other => meansField(other, field));
  const diagnostics = [...misfits, ...wrong.filter(each => !isMisnamed(each)), ...unknown];
  return {
    settings,
    diagnostics,
    ...(diagnostics.length === 0 && parsed.success && { config: parsed.output }),
  };
}

/** Own properties only, each read once; `undefined` counts as absent. */
function copy(input: Settings): Settings {
  const own = ownSettings(input);
  const { events, authentication, headers } = own;
  return ownSettings({
    ...own,
    ...(isSettings(events) && { events: ownSettings(events) }),
    ...(isSettings(authentication) && { authentication: ownSettings(authentication) }),
    ...(Array.isArray(headers) && {
      headers: Array.from(headers.slice(0, mostHeaders + 1), header =>
        isSettings(header) ? ownSettings(header) : header,
      ),
    }),
  });
}

/** Without a prototype, of which valibot would read the properties: an event may be called `toString`. */
function ownSettings(object: Settings): Settings {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.assign(Object.create(null), Object.fromEntries(present));
}

export function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** What the schema says nothing useful about: lists, which are objects to it, and far too long a list. */
function findMisfits(
  { events, authentication, headers }: Settings,
  catalogue: AnyCatalogue,
): readonly WebhookDiagnostic[] {
  const list = Array.isArray(headers) ? headers : [];
  const misfits: WebhookDiagnostic[] =
    list.length > mostHeaders ? [diagnoseField('headers', 'too-many-headers', { most: mostHeaders })] : [];
  if (isArray(events)) misfits.push(noList('events', `an object such as ${exampleEvents(catalogue)}`));
  if (isArray(authentication)) misfits.push(noList('authentication', expectedCredentials));
  list.slice(0, mostHeaders).forEach((header, index) => {
    if (isArray(header)) misfits.push(noList(`headers[${index}]`, 'an object with `name` and `value`'));
  });
  return misfits;
}

function noList(field: string, expected: string): WebhookDiagnostic {
  return diagnoseField(field, 'wrong-setting-type', { name: field, expected, found: 'a list' });
}

/** Whether an unknown setting was meant for this one. */
export function meansField(diagnostic: WebhookDiagnostic, field: string): boolean {
  if (diagnostic.code !== 'unknown-setting') return false;
  const { name, meant } = diagnostic.facts;
  return meant !== undefined && diagnostic.field.slice(0, -name.length) + meant === field;
}

function restOf(field: string, start: string): string {
  return field.startsWith(start) ? field.slice(start.length) : '';
}

function findUnknownSettings(settings: Settings, { names }: AnyCatalogue): readonly WebhookDiagnostic[] {
  const { events, authentication, headers } = settings;
  const inHeaders = Array.isArray(headers) ? headers : [];
  return [
    ...unknownIn(settings, '', knownSettings.config, 'unknown-setting'),
    ...unknownIn(events, 'events.', names, 'unknown-event'),
    ...unknownIn(authentication, 'authentication.', knownSettings.authentication, 'unknown-setting'),
    ...inHeaders.flatMap((header, index) =>
      unknownIn(header, `headers[${index}].`, knownSettings.header, 'unknown-setting'),
    ),
  ];
}

/** What other programs call the settings. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['body', 'payload'],
  ['data', 'payload'],
  ['content', 'payload'],
  ['template', 'payload'],
  ['address', 'url'],
  ['endpoint', 'url'],
  ['link', 'url'],
  ['verb', 'method'],
  ['type', 'contentType'],
  ['mimetype', 'contentType'],
  ['mediatype', 'contentType'],
  ['zone', 'timeZone'],
  ['tz', 'timeZone'],
  ['triggers', 'events'],
  ['key', 'name'],
  ['header', 'name'],
  ['auth', 'authentication'],
  ['credentials', 'authentication'],
  ['basic', 'authentication'],
  ['user', 'username'],
  ['login', 'username'],
  ['secret', 'password'],
]);

/** Whether a setting may hold credentials: what has no range is not shown in a code frame either. */
function isSecret(field: string, meant: string | undefined): boolean {
  return (
    meant === 'authentication' || /^authentication\b|auth|user|pass|secret|token|credential/i.test(field)
  );
}

function meantSetting(name: string, known: readonly string[]): string | undefined {
  const other = otherNames.get(name.toLowerCase());
  return other !== undefined && known.includes(other) ? other : didYouMean(name, known);
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
      const meant = meantSetting(name, known);
      const range =
        typeof value === 'string' && !isSecret(prefix + name, meant) ? { range: wholeRange(value) } : {};
      return diagnoseField(prefix + name, code, { name, known, meant }, range);
    });
}

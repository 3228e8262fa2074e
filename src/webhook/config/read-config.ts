import { type SafeParseResult, safeParse } from 'valibot';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { checkTemplate } from '../../template/check.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { isSecretField } from '../secrets/secrets.ts';
import { methods } from '../webhook-request.ts';
import { invalidWebhookName } from './check-settings.ts';
import { type GivenConfig, isArray, isSettings, readGiven, type Settings } from './given-config.ts';
import { type AnyConfig, payloadOutputs } from './webhook-config.ts';
import { knownSettings, maxHeaders, webhookConfigSchema } from './webhook-config-schema.ts';

/** The caller's configuration, read only once, so that the checked values are the ones that are used. */
interface ConfigReading {
  /** Undefined if it cannot be read at all. */
  readonly given?: GivenConfig;
  /** The configuration, if every setting has the right type; its texts may still be wrong. */
  readonly config?: AnyConfig;
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Reads a configuration and checks its structure. Never throws. */
export function readConfig(input: unknown, catalogue: AnyCatalogue): ConfigReading {
  const given = readGiven(input, maxHeaders + 1);
  if (given.fault === 'not-an-object')
    return { diagnostics: [diagnoseField('', 'not-a-configuration', { found: describeValue(input) })] };
  try {
    if (given.fault === undefined) return checkStructure(given, catalogue);
  } catch {
    // A proxy in it threw; its error may contain secrets, and is dropped.
  }
  return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
}

function checkStructure(given: GivenConfig, catalogue: AnyCatalogue): ConfigReading {
  const { settings } = given;
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
    given,
    diagnostics,
    ...(diagnostics.length === 0 && parsed.success && { config: parsed.output }),
  };
}

/** Finds mistakes that the schema reports badly: lists, which it takes for objects, and a list that is far too long. */
function findMisfits(
  { events, authentication, headers }: Settings,
  catalogue: AnyCatalogue,
): readonly WebhookDiagnostic[] {
  const list = Array.isArray(headers) ? headers : [];
  const misfits: WebhookDiagnostic[] =
    list.length > maxHeaders ? [diagnoseField('headers', 'too-many-headers', { most: maxHeaders })] : [];
  if (isArray(events)) misfits.push(noList('events', `an object such as ${exampleEvents(catalogue)}`));
  if (isArray(authentication)) misfits.push(noList('authentication', expectedCredentials));
  list.slice(0, maxHeaders).forEach((header, index) => {
    if (isArray(header)) misfits.push(noList(`headers[${index}]`, 'an object with `name` and `value`'));
  });
  return misfits;
}

function noList(field: string, expected: string): WebhookDiagnostic {
  return diagnoseField(field, 'wrong-setting-type', { name: field, expected, found: 'a list' });
}

/** Whether an unknown setting is a misspelt one of this name. */
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

/** Names that other programs use for the settings. */
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
      // Without a range, no code frame shows the value.
      const isSecret = [name, prefix + name, prefix + (meant ?? name)].some(isSecretField);
      const range = typeof value === 'string' && !isSecret ? { range: wholeRange(value) } : {};
      return diagnoseField(prefix + name, code, { name, known, meant }, range);
    });
}

type Issue = NonNullable<SafeParseResult<ReturnType<typeof webhookConfigSchema>>['issues']>[number];

const expectedOf: Readonly<Record<string, string>> = {
  string: 'text',
  picklist: 'text',
  literal: 'text',
  boolean: '`true` or `false`',
  array: 'a list of headers',
  strict_object: 'an object',
};

const expectedCredentials = 'an object with `username` and `password`';

const expectedHeader = 'an object with `name` and `value`';
const expectedAt: Readonly<Record<string, string>> = { authentication: expectedCredentials };

/** Names of events as an example for a sentence. */
function exampleEvents({ names }: AnyCatalogue): string {
  return `\`{ ${JSON.stringify(names.at(-1))}: true }\``;
}

/**
 * Turns an issue found by valibot into a message for people. Unknown keys, of which valibot names only the first, are
 * left out.
 */
function explainIssue(issue: Issue, catalogue: AnyCatalogue): readonly WebhookDiagnostic[] {
  if (issue.expected === 'never') return [];
  const keys = (issue.path ?? []).map(item => item.key);
  const field = keys.map(fieldStep).join('').slice(1);
  const name = String(keys.at(-1));
  const { type, input } = issue;
  if (input === undefined && typeof keys.at(-1) === 'string') {
    const expected = field === 'events' ? `the events to send, as in ${exampleEvents(catalogue)}` : undefined;
    return [
      diagnoseField(field, 'missing-setting', {
        name,
        expected: expected ?? expectedOfMissing[name] ?? 'a value',
      }),
    ];
  }
  if (typeof input === 'string' && field === 'method') return [unknownMethod(field, input)];
  if (typeof input === 'string' && field === 'output') return [unknownOutput(field, input)];
  if (typeof input === 'string' && type === 'literal') return [unknownChannel(field, input)];
  if (typeof input === 'string' && type === 'regex' && field === 'id') return [invalidId(field, input)];
  if (typeof input === 'string' && field === 'name') return [invalidWebhookName(input)];
  if (field === 'payload' && typeof input === 'object' && input !== null)
    return [payloadObject(field, input)];
  const expected = expectedAt[field] ?? (typeof keys.at(-1) === 'number' ? expectedHeader : expectedOf[type]);
  const range = typeof input === 'string' && !isSecretField(field) ? { range: wholeRange(input) } : {};
  return [
    diagnoseField(
      field,
      'wrong-setting-type',
      { name: field, expected: expected ?? issue.expected ?? 'something else', found: describeValue(input) },
      range,
    ),
  ];
}

const expectedOfMissing: Readonly<Record<string, string>> = {
  profile: 'the name of the profile',
  method: '`GET`, `POST` or another method',
  url: 'the address to call',
  username: 'the name to authenticate with',
  password: 'the password to authenticate with',
  name: 'the name of the header',
  value: 'the value of the header',
};

function fieldStep(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

function unknownMethod(field: string, found: string): WebhookDiagnostic {
  const meant = didYouMean(found.trim(), methods);
  const range = wholeRange(found);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  return diagnoseField(field, 'unknown-method', { found, known: methods, meant }, { range, fixes });
}

function unknownOutput(field: string, found: string): WebhookDiagnostic {
  const meant = didYouMean(found.trim(), payloadOutputs);
  const range = wholeRange(found);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  return diagnoseField(field, 'unknown-output', { found, known: payloadOutputs, meant }, { range, fixes });
}

function unknownChannel(field: string, found: string): WebhookDiagnostic {
  const range = wholeRange(found);
  return diagnoseField(
    field,
    'unknown-channel',
    { found },
    { range, fixes: [replaceWith(range, 'Webhooks')] },
  );
}

function invalidId(field: string, found: string): WebhookDiagnostic {
  const range = wholeRange(found);
  const meant = found
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);
  const fixes = /[A-Za-z0-9]/.test(meant) ? [replaceWith(range, meant)] : [];
  return diagnoseField(field, 'invalid-webhook-id', {}, { range, fixes });
}

/** Proposes the JSON of the object if that is a valid template: quotes inside a tag would be escaped. */
function payloadObject(field: string, input: object): WebhookDiagnostic {
  const text = jsonOf(input);
  const isTemplate = text !== undefined && !hasErrors(checkTemplate(text, { output: 'json' }).diagnostics);
  const fixes = isTemplate ? [replaceWith({ start: 0, end: 0 }, text, 'Write the object as text')] : [];
  return diagnoseField(field, 'payload-not-text', { found: describeValue(input) }, { fixes });
}

function jsonOf(input: object): string | undefined {
  try {
    return JSON.stringify(input, null, 2);
  } catch {
    return undefined;
  }
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return isArray(value) ? 'a list' : 'an object';
  return `a ${typeof value}`;
}

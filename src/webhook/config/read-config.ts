import {
  array,
  type BaseIssue,
  boolean,
  description,
  examples,
  type GenericSchema,
  literal,
  type MaxLengthAction,
  maxLength,
  metadata,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  strictObject,
  string,
  title,
} from 'valibot';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { checkTemplate } from '../../template/check.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { isSecretField } from '../secrets/secrets.ts';
import {
  fieldIn,
  type GivenConfig,
  type GivenSetting,
  givenSettings,
  isArray,
  isOfNames,
  isSettings,
  readGiven,
} from './given-config.ts';
import {
  type AnyConfig,
  maxHeaders,
  type Setting,
  type SettingName,
  type SettingTree,
  settingAt,
  settingIn,
  settings,
  type Text,
  wholeConfig,
} from './settings.ts';

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
  const parsed = safeParse(strictObject(settingSchemas(catalogue)), given.settings);
  const parts = givenSettings(given.settings, wholeConfig);
  const misfits = parts.flatMap(part => findMisfits(part, catalogue));
  const isExplained = ({ field }: WebhookDiagnostic) =>
    misfits.some(misfit => field === misfit.field || /^[.[]/.test(restOf(field, misfit.field)));
  const wrong = [
    ...(parsed.issues ?? []).flatMap(issue => explainIssue(issue, catalogue)),
    ...missingMethod(given),
  ].filter(diagnostic => !isExplained(diagnostic));
  const unknown = parts.flatMap(part => findUnknownSettings(part, catalogue));
  const isMisnamed = ({ code, field }: WebhookDiagnostic) =>
    code === 'missing-setting' && unknown.some(other => meansField(other, field));
  const diagnostics = [...misfits, ...wrong.filter(each => !isMisnamed(each)), ...unknown];
  // The settings give the schema its entries, and the type its values.
  const config = parsed.output as AnyConfig;
  return { given, diagnostics, ...(diagnostics.length === 0 && parsed.success && { config }) };
}

/** A message has the method of its receiver; the schema has no words for that. */
function missingMethod({
  settings: { method, message, messages },
}: GivenConfig): readonly WebhookDiagnostic[] {
  if ([method, message, messages].some(each => each !== undefined)) return [];
  const { missing: expected = '' } = settings.method;
  return [diagnoseField('method', 'missing-setting', { name: 'method', expected })];
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

/** The schemas of the settings for the events of a catalogue, which describe the structure of a configuration. */
export function settingSchemas(
  catalogue: AnyCatalogue,
  forText: SchemaForText = (_, schema) => schema,
): Readonly<Record<SettingName, GenericSchema>> {
  return schemasIn(settings, { catalogue, forText });
}

/** Changes the schema of a text, for those who take something else in its place. */
type SchemaForText = (setting: Text, schema: GenericSchema) => GenericSchema;

interface Schemas {
  readonly catalogue: AnyCatalogue;
  readonly forText: SchemaForText;
}

function schemasIn<Name extends string>(
  tree: Readonly<Record<Name, Setting>>,
  { catalogue, forText }: Schemas,
): Record<Name, GenericSchema> {
  const { names, events } = catalogue;
  const entries = Object.entries<Setting>(tree).map(([name, setting]) => {
    const isEverywhere = names.every(event => Object.hasOwn(events[event]?.variables ?? {}, name));
    const isOptional = setting.isOptional ?? (setting.kind === 'text' && setting.isVariable && !isEverywhere);
    const described = describedBy(setting, schemaOf(setting, { catalogue, forText }));
    const schema = setting.kind === 'text' ? forText(setting, described) : described;
    return [name, isOptional ? optional(schema) : schema];
  });
  return Object.fromEntries(entries);
}

function schemaOf(setting: Setting, schemas: Schemas): GenericSchema {
  switch (setting.kind) {
    case 'text':
      return textSchema(setting);
    case 'flag':
      return boolean();
    case 'switches':
      return strictObject(switchSchemas(schemas.catalogue));
    case 'per event': {
      const each = optional(describedBy(setting.item, schemaOf(setting.item, schemas)));
      return strictObject(Object.fromEntries(schemas.catalogue.names.map(name => [name, each])));
    }
    case 'group':
      return strictObject(schemasIn(setting.settings, schemas));
    case 'list':
      return pipe(array(schemaOf(setting.item, schemas)), maxLength(setting.max));
    default:
      return assertNever(setting);
  }
}

/** Whether a text has the structure of its setting. */
export function fits(text: string, setting: Text): boolean {
  return safeParse(textSchema(setting), text).success;
}

function textSchema({ options, pattern, maxLength: most }: Text): GenericSchema {
  if (options) return options.length === 1 ? literal(options[0] ?? '') : picklist(options);
  if (pattern) return pipe(string(), regex(pattern));
  return most === undefined ? string() : pipe(string(), maxCharacters(most));
}

/** Counts as JSON Schema does: an emoji is one character, and two units of UTF-16. */
function maxCharacters(most: number): MaxLengthAction<string, number, undefined> {
  const inUnits = maxLength<string, number>(most);
  return {
    ...inUnits,
    '~run': (dataset, config) =>
      dataset.typed && lengthOf(dataset.value) <= most ? dataset : inUnits['~run'](dataset, config),
  };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Whether a text has what JSON Schema has no words for: control characters, and halves of surrogate pairs. */
export function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

function switchSchemas({ names, events }: AnyCatalogue): Record<string, GenericSchema> {
  const schemas = names.map(name => {
    const { title: called = '', description: meaning } = events[name] ?? {};
    const named = pipe(boolean(), title(called));
    return [name, optional(meaning === undefined ? named : pipe(named, description(meaning)))];
  });
  return Object.fromEntries(schemas);
}

function describedBy(setting: Setting, schema: GenericSchema): GenericSchema {
  const described =
    setting.description === undefined ? schema : pipe(schema, description(setting.description));
  if (setting.kind !== 'text') return described;
  const shown = setting.examples ? pipe(described, examples(setting.examples)) : described;
  return setting.isSecret === true ? pipe(shown, metadata({ writeOnly: true })) : shown;
}

/** Finds mistakes that the schema reports badly: lists, which it takes for objects, and a list that is far too long. */
function findMisfits(
  { field, given, setting }: GivenSetting,
  catalogue: AnyCatalogue,
): readonly WebhookDiagnostic[] {
  if (!isArray(given)) return [];
  if (setting.kind === 'list')
    return given.length > setting.max
      ? [diagnoseField(field, 'too-many-headers', { most: setting.max })]
      : [];
  if (!isOfNames(setting)) return [];
  const expected =
    setting.kind === 'switches'
      ? `an object such as ${exampleEvents(catalogue)}`
      : expectedOf(setting, field);
  return [diagnoseField(field, 'wrong-setting-type', { name: field, expected, found: 'a list' })];
}

function findUnknownSettings(
  { field, given, setting }: GivenSetting,
  { names }: AnyCatalogue,
): readonly WebhookDiagnostic[] {
  if (!isSettings(given)) return [];
  if (!isOfNames(setting)) return [];
  const isOfEvents = setting.kind !== 'group';
  const tree = isOfEvents ? {} : setting.settings;
  const known = isOfEvents ? names : Object.keys(tree);
  return Object.entries(given)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => {
      const meant = nameWithOther(name, tree) ?? didYouMean(name, known);
      // Without a range, no code frame shows the value.
      const isSecret = [name, fieldIn(field, name), fieldIn(field, meant ?? name)].some(isSecretField);
      const range = typeof value === 'string' && !isSecret ? { range: wholeRange(value) } : {};
      const code = isOfEvents ? 'unknown-event' : 'unknown-setting';
      return diagnoseField(fieldIn(field, name), code, { name, known, meant }, range);
    });
}

/** The setting that other programs give this name. */
function nameWithOther(other: string, tree: SettingTree): string | undefined {
  return Object.keys(tree).find(name => tree[name]?.otherNames?.includes(other.toLowerCase()));
}

/**
 * Turns an issue found by valibot into a message for people. Unknown keys, of which valibot names only the first, are
 * left out.
 */
function explainIssue(issue: BaseIssue<unknown>, catalogue: AnyCatalogue): readonly WebhookDiagnostic[] {
  const { input } = issue;
  if (issue.expected === 'never') return [];
  const keys = (issue.path ?? []).map(item => item.key);
  const field = keys.reduce<string>(fieldIn, '');
  const name = String(keys.at(-1));
  const setting = settingAt(keys) ?? wholeConfig;
  if (input === undefined && typeof keys.at(-1) === 'string') {
    const { missing: expected = 'a value' } = setting;
    const example = setting.kind === 'switches' ? `, as in ${exampleEvents(catalogue)}` : '';
    return [diagnoseField(field, 'missing-setting', { name, expected: expected + example })];
  }
  if (typeof input === 'string' && setting.kind === 'text') return [explainText(field, input, setting)];
  if (field === 'payload' && typeof input === 'object' && input !== null)
    return [payloadObject(field, input)];
  const range = typeof input === 'string' && !isSecretField(field) ? { range: wholeRange(input) } : {};
  const facts = { name: field, expected: expectedOf(setting, name), found: describeValue(input) };
  return [diagnoseField(field, 'wrong-setting-type', facts, range)];
}

function expectedOf(setting: Setting, name: string): string {
  switch (setting.kind) {
    case 'text':
      return 'text';
    case 'flag':
      return '`true` or `false`';
    case 'switches':
      return 'an object';
    case 'per event':
      return 'an object with a message for each of some events';
    case 'group': {
      const names = Object.keys(setting.settings);
      const required = names.filter(each => !settingIn(setting.settings, each)?.isOptional);
      const [some, last] = [required.length > 0 ? required : names, required.length > 0 ? 'and' : 'or'];
      return `an object with ${some.map(each => `\`${each}\``).join(` ${last} `)}`;
    }
    case 'list':
      return `a list of ${name}`;
    default:
      return assertNever(setting);
  }
}

/** Names of events as an example for a sentence. */
function exampleEvents({ names }: AnyCatalogue): string {
  return `\`{ ${JSON.stringify(names.at(-1))}: true }\``;
}

/** Explains a text that is none of its options, or that its setting refuses. */
export function explainText(field: string, found: string, setting: Text): WebhookDiagnostic {
  const { code, options = [], mend = () => '' } = setting;
  const range = wholeRange(found);
  const mended = mend(found);
  const fixes = mended === '' ? [] : [replaceWith(range, mended)];
  switch (code) {
    case undefined: {
      return diagnoseField(
        field,
        'wrong-setting-type',
        { name: field, ...refusalOf(found, setting) },
        { range, fixes },
      );
    }
    case 'invalid-webhook-id':
    case 'invalid-webhook-name':
      return diagnoseField(field, code, {}, { range, fixes });
    case 'unknown-channel': {
      const all = options.map(option => replaceWith(range, option));
      return diagnoseField(field, code, { found }, { range, fixes: all });
    }
    case 'unknown-method':
    case 'unknown-output': {
      const meant = didYouMean(found.trim(), options);
      const near = meant === undefined ? [] : [replaceWith(range, meant)];
      return diagnoseField(field, code, { found, known: options, meant }, { range, fixes: near });
    }
    default:
      return assertNever(code);
  }
}

/** What a text without a diagnostic of its own must be, and what it is. */
function refusalOf(
  found: string,
  { options, pattern, maxLength: most, isInOneLine }: Text,
): { readonly expected: string; readonly found: string } {
  const other = 'other text';
  if (options) return { expected: options.map(option => `\`${option}\``).join(' or '), found: other };
  const length = lengthOf(found);
  if (most !== undefined && length > most)
    return { expected: `text of at most ${most} characters`, found: `of ${length}` };
  if (isInOneLine && !isPrintable(found))
    return { expected: 'text in one line', found: 'text with control characters' };
  return { expected: `text that matches \`${pattern?.source}\``, found: other };
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

import { isTimeZone, suggestTimeZone } from '../dates/zone/time-zone.ts';
import { hasErrors } from '../diagnostics/diagnostic.ts';
import { outputForContentType } from '../output/outputs.ts';
import { type CheckedTemplate, check } from '../template/check.ts';
import { commonBudget } from '../template/check-budget.ts';
import { explainTimeZone } from '../template/resolve/options.ts';
import { validateContentType } from './config/content-type.ts';
import { findRepeatedHeaders, validateHeaderName } from './config/headers.ts';
import { isSettings, meansField, readConfig } from './config/read-config.ts';
import { defaultContentType, postSettings, type WebhookConfig } from './config/webhook-config.ts';
import { knownSettings } from './config/webhook-config-schema.ts';
import { diagnoseField, inField, type WebhookDiagnostic, wholeRange } from './diagnostic.ts';
import { findNestedSyntax } from './escaping/nested-syntax.ts';
import { findUncheckedPayload } from './escaping/payload-format.ts';
import { listTemplates, mapTemplates, templatesOf, type WebhookTemplates } from './request-parts.ts';

export interface CheckedWebhook {
  /** In the order of the settings. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** A copy that nobody else can change; undefined where a setting is missing or cannot be understood. */
  readonly config?: WebhookConfig;
  /** What can be compiled; undefined where there are errors. */
  readonly sound?: SoundWebhook;
}

/** A configuration without errors, and its templates as they were checked. */
interface SoundWebhook {
  readonly config: WebhookConfig;
  readonly templates: WebhookTemplates<CheckedTemplate>;
}

/**
 * Everything that is wrong with a configuration, errors and warnings, each with its field and the range in that field's
 * text. If there is no error, no value can break the request of an event: at worst, a value that its place refuses leads to
 * no request. Never throws.
 */
export function validateWebhook(config: unknown): readonly WebhookDiagnostic[] {
  return checkWebhook(config).diagnostics;
}

/** Reads a configuration and checks it with each of its templates, once. Never throws. */
export function checkWebhook(input: unknown): CheckedWebhook {
  const { settings, config, diagnostics: structure } = readConfig(input);
  if (settings === undefined) return { diagnostics: structure };
  const draft = draftOf(settings);
  const timeZone = zoneOf(draft);
  const sources = templatesOf(draft);
  const budget = commonBudget();
  const templates = mapTemplates(sources, ({ source, output }) =>
    check(source, { output, timeZone }, budget),
  );
  const diagnostics = [
    ...structure,
    ...eventProblems(draft, structure),
    ...emptyUrl(draft),
    ...(draft.method === 'GET' ? postSettingsOnGet(settings) : postProblems(draft)),
    ...templateProblems(draft, templates).filter(({ field }) => !isExplained(field, structure)),
    ...escapingProblems(draft, templates),
    ...timeZoneProblems(draft),
  ].sort((a, b) => rank(a.field) - rank(b.field));
  return {
    diagnostics,
    ...(config && { config }),
    ...(config && !hasErrors(diagnostics) && { sound: { config, templates } }),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** What can be checked though something else may be missing or of a wrong type. */
interface Draft {
  readonly method: unknown;
  readonly events: Settings | undefined;
  readonly url: string | undefined;
  readonly headers: readonly { readonly name?: string | undefined; readonly value?: string | undefined }[];
  readonly contentType: string | undefined;
  readonly payload: string | undefined;
  readonly timeZone: string | undefined;
}

function draftOf(settings: Settings): Draft {
  const { method, events, headers, url, contentType, payload, timeZone } = settings;
  return {
    method,
    events: isSettings(events) ? events : undefined,
    url: textOf(url),
    headers: (Array.isArray(headers) ? headers : []).map(headerOf),
    contentType: textOf(contentType),
    payload: textOf(payload),
    timeZone: textOf(timeZone),
  };
}

function headerOf(header: unknown): Draft['headers'][number] {
  if (!isSettings(header)) return {};
  const { name, value } = header;
  return { name: textOf(name), value: textOf(value) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function eventProblems(
  { events }: Draft,
  structure: readonly WebhookDiagnostic[],
): readonly WebhookDiagnostic[] {
  const isExplained = structure.some(({ field }) => field.startsWith('events'));
  if (events === undefined || isExplained || Object.values(events).includes(true)) return [];
  return [diagnoseField('events', 'no-event-enabled', { known: knownSettings.events })];
}

function emptyUrl({ url }: Draft): readonly WebhookDiagnostic[] {
  if (url === undefined || url.trim() !== '') return [];
  return [diagnoseField('url', 'empty-url', {}, { range: wholeRange(url) })];
}

/** A payload that is not text, or is under another name, has been reported as such. */
function isExplained(field: string, structure: readonly WebhookDiagnostic[]): boolean {
  return structure.some(diagnostic => diagnostic.field === field || meansField(diagnostic, field));
}

/** A URL that is not there yet has been reported as such. */
function templateProblems(
  { url = '' }: Draft,
  templates: WebhookTemplates<CheckedTemplate>,
): readonly WebhookDiagnostic[] {
  return listTemplates(templates).flatMap(([field, { diagnostics }]) =>
    field === 'url' && url.trim() === '' ? [] : inField(field, diagnostics),
  );
}

function postSettingsOnGet(settings: Settings): readonly WebhookDiagnostic[] {
  return postSettings.flatMap(name => {
    const value = settings[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const range = wholeRange(textOf(value) ?? '');
    return [diagnoseField(name, 'post-setting-on-get', { name }, { range })];
  });
}

function postProblems(draft: Draft): readonly WebhookDiagnostic[] {
  const { headers, contentType = defaultContentType } = draft;
  return [
    ...headers.flatMap(({ name }, index) =>
      name === undefined ? [] : validateHeaderName(`headers[${index}].name`, name),
    ),
    ...findRepeatedHeaders(headers),
    ...validateContentType('contentType', contentType),
  ];
}

/** Where values are written as they are, or escaped for less than what they stand in. */
function escapingProblems(
  { contentType }: Draft,
  templates: WebhookTemplates<CheckedTemplate>,
): readonly WebhookDiagnostic[] {
  const { payload } = templates;
  const type = contentType ?? defaultContentType;
  const isText =
    outputForContentType(type) === 'text' && validateContentType('contentType', type).length === 0;
  return [
    ...(payload && isText ? findUncheckedPayload(contentType, payload.program) : []),
    ...listTemplates(templates).flatMap(([field, checked]) =>
      hasErrors(checked.diagnostics) ? [] : inField(field, findNestedSyntax(checked)),
    ),
  ];
}

function timeZoneProblems({ timeZone }: Draft): readonly WebhookDiagnostic[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  return inField('timeZone', [explainTimeZone(timeZone, suggestTimeZone(timeZone), wholeRange(timeZone))]);
}

/** An unknown zone is reported once, in its own field. */
function zoneOf({ timeZone }: Draft): string {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Settings are in the order of the schema, headers in their own, and unknown ones after them. */
function rank(field: string): number {
  const [, setting = '', header = '0'] = /^(\w*)(?:\[(\d+)\])?/.exec(field) ?? [];
  const index = knownSettings.config.indexOf(setting);
  return (index === -1 && field !== '' ? knownSettings.config.length : index) * 1000 + Number(header);
}

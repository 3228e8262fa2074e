import { isTimeZone } from '../dates/zone/time-zone.ts';
import { hasErrors } from '../diagnostics/diagnostic.ts';
import { outputForContentType } from '../output/outputs.ts';
import { explainTimeZone } from '../template/resolve/options.ts';
import { validateTemplate } from '../template/template.ts';
import { findRepeatedHeaders, validateHeaderName } from './config/header-name.ts';
import { validateMediaType } from './config/media-type.ts';
import { isSettings, readConfig } from './config/read-config.ts';
import { defaultContentType, postSettings, type WebhookConfig } from './config/webhook-config.ts';
import { knownSettings } from './config/webhook-config-schema.ts';
import { diagnoseField, inField, type WebhookDiagnostic, wholeRange } from './webhook-diagnostic.ts';

export interface CheckedWebhook {
  /** A copy that nobody else can change; undefined where there are errors. */
  readonly config?: WebhookConfig;
  /** In the order of the settings. */
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/**
 * Everything that is wrong with a configuration, errors and warnings, each with its field and the range in that field's
 * text. Where there is no error, no value can break the request of an event: at worst, one that its place refuses makes
 * none. Never throws.
 */
export function validateWebhook(config: unknown): readonly WebhookDiagnostic[] {
  return checkWebhook(config).diagnostics;
}

/** Reads and checks a configuration. Never throws. */
export function checkWebhook(input: unknown): CheckedWebhook {
  const { settings, config, diagnostics: structure } = readConfig(input);
  if (settings === undefined) return { diagnostics: structure };
  const draft = draftOf(settings);
  const diagnostics = [
    ...structure,
    ...eventProblems(draft, structure),
    ...urlProblems(draft),
    ...(draft.method === 'GET' ? postSettingsOnGet(settings) : postProblems(draft)),
    ...timeZoneProblems(draft),
  ].sort((a, b) => rank(a.field) - rank(b.field));
  return { diagnostics, ...(config && !hasErrors(diagnostics) && { config }) };
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

function urlProblems({ url, timeZone }: Draft): readonly WebhookDiagnostic[] {
  if (url === undefined) return [];
  if (url.trim() === '') return [diagnoseField('url', 'empty-url', {}, { range: wholeRange(url) })];
  return inField('url', validateTemplate(url, { output: 'url', timeZone: zoneOf(timeZone) }));
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
  const { headers, contentType = defaultContentType, payload = '' } = draft;
  const timeZone = zoneOf(draft.timeZone);
  const output = outputForContentType(contentType);
  const typeProblems = validateMediaType('contentType', contentType);
  return [
    ...headers.flatMap(({ name, value }, index) => [
      ...(name === undefined ? [] : validateHeaderName(`headers[${index}].name`, name)),
      ...inField(`headers[${index}].value`, validateTemplate(value ?? '', { output: 'header', timeZone })),
    ]),
    ...findRepeatedHeaders(headers),
    ...(typeProblems.length > 0 || output !== 'text' ? typeProblems : jsonAsText(draft.contentType, payload)),
    ...inField('payload', validateTemplate(payload, { output, timeZone })),
  ];
}

/** What is JSON for its author alone is proved by nobody. Types such as `application/x-ndjson` are meant. */
function jsonAsText(found: string | undefined, payload: string): readonly WebhookDiagnostic[] {
  const isMistaken = found === undefined || /^(?:text\/|application\/[a-z]+$)/i.test(found);
  if (!isMistaken || !/^\s*(?:\{\s*"|\[\s*["[{])/.test(payload)) return [];
  const range = wholeRange(found ?? '');
  const edits = [{ range, text: 'application/json' }];
  const fixes = [{ title: 'Write `application/json`', kind: 'suggestion' as const, edits }];
  const facts = { contentType: found ?? defaultContentType };
  return [diagnoseField('contentType', 'json-as-text', facts, { range, fixes })];
}

function timeZoneProblems({ timeZone }: Draft): readonly WebhookDiagnostic[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  return inField('timeZone', [explainTimeZone(timeZone, wholeRange(timeZone))]);
}

/** An unknown zone is reported once, in its own field. */
function zoneOf(timeZone: string | undefined): string {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Settings stand in the order of the schema, headers in their own, and unknown ones behind them. */
function rank(field: string): number {
  const [, setting = '', header = '0'] = /^(\w*)(?:\[(\d+)\])?/.exec(field) ?? [];
  const index = knownSettings.config.indexOf(setting);
  return (index === -1 && field !== '' ? knownSettings.config.length : index) * 1000 + Number(header);
}

import { catalogueScope } from '../../assist/catalogue-scope.ts';
import type { TemplateScope } from '../../assist/template-scope.ts';
import { isTimeZone } from '../../dates/zone/time-zone.ts';
import type { OutputName } from '../../output/output.ts';
import { isSettings } from '../../webhook/config/read-config.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { listTemplates, templatesOf } from '../../webhook/webhook-templates.ts';
import type { FileText } from '../sources/file-text.ts';
import type { Source, SourceValue } from '../sources/source.ts';
import { placeOf } from '../sources/source-node.ts';
import type { ServerSettings } from './server-settings.ts';

/** A template in a file, and what it is about. */
export interface TemplateText {
  readonly text: FileText;
  readonly output: OutputName;
  /** Made when somebody asks: it has the samples of events. */
  readonly scope: () => TemplateScope;
}

/** The templates that a file has, in its order. */
export function templateTexts({ kind, entries }: Source, settings: ServerSettings): readonly TemplateText[] {
  if (kind === 'template') return entries.flatMap(entry => bareTemplate(entry, settings));
  const read = kind === 'properties' ? propertiesOf : configOf;
  const found = entries.flatMap(({ node, value }) => {
    const config = read(value);
    return listTemplates(templatesOf(config.texts)).flatMap(
      ([field, { output }]): readonly TemplateText[] => {
        const { isThere, node: place } = placeOf(node, config.placeOfField(field));
        const { text } = isThere && place.kind === 'text' ? place : {};
        return text ? [{ text, output, scope: () => scopeOf(config, settings, output) }] : [];
      },
    );
  });
  return found.sort((a, b) => a.text.range.start - b.text.range.start);
}

function bareTemplate({ node }: SourceValue, settings: ServerSettings): readonly TemplateText[] {
  if (node.kind !== 'text') return [];
  const { text } = node;
  const { output } = settings;
  const none = { isOn: () => false, timeZone: undefined, profile: undefined };
  return [{ text, output, scope: () => scopeOf(none, settings, output) }];
}

/** What matters of a configuration, perhaps of one that is half-written, whatever its form. */
interface ReadConfig {
  readonly texts: Parameters<typeof templatesOf>[0];
  readonly isOn: (event: string) => boolean;
  readonly timeZone: string | undefined;
  readonly profile: string | undefined;
  readonly placeOfField: (field: string) => string;
}

function configOf(value: unknown): ReadConfig {
  const settings = isSettings(value) ? value : {};
  const { events, headers } = settings;
  const values = Array.isArray(headers)
    ? headers.map((header: unknown) => (isSettings(header) ? header : {}))
    : [];
  return {
    ...readTexts(settings, values),
    isOn: name => isSettings(events) && events[name] === true,
    placeOfField: field => field,
  };
}

const prefix = 'notification.webhook.';

function propertiesOf(value: unknown): ReadConfig {
  const properties = Object.entries(isSettings(value) ? value : {});
  const settings = Object.fromEntries(properties.map(([key, value]) => [key.replace(prefix, ''), value]));
  const headers = Object.keys(settings).filter(name => name.startsWith('header.'));
  return {
    ...readTexts(
      settings,
      headers.map(name => ({ value: settings[name] })),
    ),
    isOn: name => settings[`event.${name}`] === 'true',
    placeOfField: field => prefix + field.replace(/^headers\[(\d+)\].*$/, (_, index) => headers[index] ?? ''),
  };
}

type Settings = Readonly<Record<string, unknown>>;

function readTexts(
  { method, url, contentType, payload, output, timeZone, profile }: Settings,
  headers: readonly Settings[],
): Pick<ReadConfig, 'texts' | 'timeZone' | 'profile'> {
  return {
    texts: {
      method,
      url: text(url),
      headers: headers.map(({ value }) => ({ value: text(value) })),
      contentType: text(contentType),
      payload: text(payload),
      output,
    },
    timeZone: text(timeZone),
    profile: text(profile),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function scopeOf(
  { isOn, timeZone = 'UTC', profile }: Pick<ReadConfig, 'isOn' | 'timeZone' | 'profile'>,
  { catalogue, events }: ServerSettings,
  output: OutputName,
): TemplateScope {
  const on = events.length > 0 ? events : catalogue.names.filter(isOn);
  const names = on.length > 0 ? on : catalogue.names;
  const samples = names.flatMap(name => sampleOf(catalogue, name));
  return catalogueScope(
    catalogue,
    names,
    samples.map(sample => ('profile' in sample && profile !== undefined ? { ...sample, profile } : sample)),
    { output, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC' },
  );
}

/** Without a sample, which an application may fail to make, names and types are known all the same. */
function sampleOf(catalogue: ServerSettings['catalogue'], name: string): readonly AnyEvent[] {
  try {
    return [catalogue.sample(name)];
  } catch {
    return [];
  }
}

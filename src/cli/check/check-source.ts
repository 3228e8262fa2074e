import type { OutputName } from '../../output/output.ts';
import { validateTemplate } from '../../template/template.ts';
import { validateWebhook } from '../../webhook/check.ts';
import { parseWebhookProperties } from '../../webhook/config/properties.ts';
import { isSettings } from '../../webhook/config/read-config.ts';
import { inField, type WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { mergeDiagnostics } from '../../webhook/merge-diagnostics.ts';
import type { Suspect } from '../secrets/secret-ranges.ts';
import type { Source, SourceValue } from '../sources/source.ts';
import { type Finding, findingsOf } from './finding.ts';
import { guardAliased } from './guard-aliased.ts';

/** How what a file says is checked. */
export interface CheckSettings {
  readonly catalogue: EventCatalogue<EventMap>;
  /** The events to check for; without any, those that are switched on, and for a bare template all. */
  readonly events: readonly string[];
  /** Of a bare template. */
  readonly output: OutputName;
}

/** What is wrong with a file. */
export interface CheckedSource {
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** What nobody should see of it, perhaps. */
  readonly suspects: readonly Suspect[];
}

export function checkSource(source: Source, settings: CheckSettings): CheckedSource {
  const { kind, entries, problems } = source;
  const check = {
    json: checkConfig,
    yaml: checkConfig,
    properties: checkProperties,
    template: checkTemplate,
  }[kind];
  const found = entries.map(entry => check(entry, settings));
  const ofWebhooks = entries.flatMap((entry, webhook) =>
    findingsOf(entry, found[webhook] ?? [], { kind, webhook }),
  );
  return {
    findings: [
      ...problems.map(problem => ({ ...problem, field: '' })),
      ...(kind === 'yaml' ? guardAliased(ofWebhooks, entries) : ofWebhooks),
    ].sort((a, b) => a.range.start - b.range.start),
    suspects: found.flatMap((diagnostics, webhook) =>
      diagnostics
        // A payload that is none yet will be a text that is shown.
        .filter(({ range, code }) => range.end === 0 && code !== 'payload-not-text')
        .map(({ field }) => ({ field, webhook })),
    ),
  };
}

function checkConfig(
  { value }: SourceValue,
  { catalogue, events }: CheckSettings,
): readonly WebhookDiagnostic[] {
  const found = validateWebhook(value, { events: catalogue });
  if (events.length === 0 || !isSettings(value)) return found;
  // What its own events say may be wrong too.
  const ofEvents = found.filter(({ field, code }) => /^events\b/.test(field) && code !== 'no-event-enabled');
  const asked = { ...value, events: Object.fromEntries(events.map(name => [name, true])) };
  return [...ofEvents, ...validateWebhook(asked, { events: catalogue })];
}

function checkProperties(
  { value }: SourceValue,
  { catalogue, events }: CheckSettings,
): readonly WebhookDiagnostic[] {
  // The reader of properties makes an object of texts.
  const given = value as Readonly<Record<string, string>>;
  const found = parseWebhookProperties(given, { events: catalogue }).diagnostics;
  if (events.length === 0) return found;
  const isOfEvent = (key: string) => key.startsWith('notification.webhook.event.');
  const asked = Object.fromEntries([
    ...Object.entries(given).filter(([key]) => !isOfEvent(key)),
    ...events.map(name => [`notification.webhook.event.${name}`, 'true']),
  ]);
  return [
    ...found.filter(({ field }) => isOfEvent(field)),
    ...parseWebhookProperties(asked, { events: catalogue }).diagnostics,
  ];
}

/** For each event that it may be rendered for; what is wrong for all of them is said once. */
function checkTemplate(
  { value }: SourceValue,
  { catalogue, events, output }: CheckSettings,
): readonly WebhookDiagnostic[] {
  const names = events.length > 0 ? events : catalogue.names;
  const source = String(value);
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = JSON.stringify(catalogue.events[name]?.variables);
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const found = Array.from(groups.values(), names => {
    const { variables } = catalogue.events[names[0] ?? ''] ?? {};
    return { names, diagnostics: inField('', validateTemplate(source, { output, variables })) };
  });
  return mergeDiagnostics(names, found);
}

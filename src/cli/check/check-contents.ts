import type { Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { proposeMeant } from '../../diagnostics/fixes/fix.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { OutputName } from '../../output/output.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { checkWebhook } from '../../webhook/check.ts';
import { checkForEvents } from '../../webhook/check-templates.ts';
import { isSettings, readGiven } from '../../webhook/config/given-config.ts';
import { areWebhookProperties, parseWebhookProperties } from '../../webhook/config/properties.ts';
import { diagnoseField, type WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { receivers as gallery } from '../../webhook/receivers/index.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { anAllowList } from '../../webhook/webhook-options.ts';
import type { ContentsKind, FileContents, FileValue } from '../contents/contents.ts';
import { type FieldLocation, type FileNode, locateField, nodesIn } from '../contents/contents.ts';
import type { Suspect } from '../contents/mask-secrets.ts';

export interface CheckSettings {
  readonly catalogue: EventCatalogue<EventMap>;
  /** The events to check for. Default: those that are switched on; all for a bare template. */
  readonly events: readonly string[];
  /** The format of bare templates. */
  readonly output: OutputName;
  /** What a bare template of JSON has to fulfil as well; for JSON lines, each line. Default: nothing. */
  readonly schema?: JsonSchema | undefined;
  /** Ranges of addresses that are called although they are not public. Default: none. */
  readonly allow?: readonly string[] | undefined;
  /** The receivers that webhooks may name. Default: those of the gallery. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
}

export interface CheckedContents {
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** Fields whose text may be a secret. */
  readonly suspects: readonly Suspect[];
}

export function checkContents(contents: FileContents, settings: CheckSettings): CheckedContents {
  const { kind, entries, problems } = contents;
  const check = {
    json: checkConfig,
    yaml: checkConfig,
    properties: checkProperties,
    template: checkTemplate,
  }[kind];
  const found = entries.map(entry => withoutGuesses(check(entry, settings), entry, settings));
  const ofWebhooks = entries.flatMap((entry, webhook) =>
    findingsOf(entry, found[webhook] ?? [], { kind, webhook }),
  );
  return {
    findings: [
      ...problems.map(problem => ({ ...problem, field: '' })),
      ...(kind === 'yaml' ? guardAliased(ofWebhooks, entries) : ofWebhooks),
    ].sort((a, b) => a.range.start - b.range.start),
    suspects: found.flatMap((diagnostics, webhook) => [
      ...diagnostics
        // A payload that is not text yet will be a text that is shown.
        .filter(({ range, code }) => range.end === 0 && code !== 'payload-not-text')
        .map(({ field }) => ({ field, webhook })),
      ...foreign(entries[webhook], settings).map(field => ({ field, webhook })),
    ]),
  };
}

/** Events that a catalogue does not have, under no similar name either: somebody's own. */
export function ownEventsIn(
  diagnostics: readonly WebhookDiagnostic[],
  { names }: Pick<EventCatalogue<EventMap>, 'names'>,
): readonly string[] {
  return diagnostics.flatMap(({ code, field }) => {
    const name = /^unknown-(?:event|property)$/.test(code) ? eventIn(field) : undefined;
    return name !== undefined && didYouMean(name, names) === undefined ? [name] : [];
  });
}

/** The event of a setting, such as `events.order.paid`. */
function eventIn(field: string): string | undefined {
  return /^(?:events|notification\.webhook\.event)\.(.+)/s.exec(field)?.[1];
}

/** Of a webhook for the events of another catalogue alone, nobody knows which names its templates may use. */
function withoutGuesses(
  found: readonly WebhookDiagnostic[],
  { value }: FileValue,
  { catalogue }: CheckSettings,
): readonly WebhookDiagnostic[] {
  const own = ownEventsIn(found, catalogue);
  if (own.length === 0 || !isSettings(value)) return found;
  const { events = {} } = readGiven(value);
  const flat = Object.keys(value).flatMap(key => eventIn(key) ?? []);
  const isOfOthers = [...Object.keys(events), ...flat].every(name => own.includes(name));
  return isOfOthers ? found.filter(each => !isGuess(each)) : found;
}

/** Whether it depends on the catalogue; only that of processes asks for a profile. */
function isGuess({ code, field }: WebhookDiagnostic): boolean {
  return guesses.has(code) || (code === 'missing-setting' && /(?:^|\.)profile$/.test(field));
}

const guesses: ReadonlySet<string> = new Set([
  'unknown-variable',
  'unknown-constant',
  'unknown-list',
  'no-event-enabled',
]);

/** The keys of other programs in a file of properties. */
function foreign(entry: FileValue | undefined, { catalogue }: CheckSettings): readonly string[] {
  if (entry?.nested === undefined || entry.node.kind !== 'object' || !isSettings(entry.value)) return [];
  const { value } = entry;
  const isOfOthers = !areWebhookProperties(Object.keys(value), catalogue);
  return entry.node.entries.map(({ key }) => key).filter(key => isOfOthers || !Object.hasOwn(value, key));
}

function checkConfig(
  { value }: FileValue,
  { catalogue, events, allow, receivers = gallery }: CheckSettings,
): readonly WebhookDiagnostic[] {
  // What was loaded was checked then, and is not for each of ten thousand files.
  const rules = { allow: anAllowList(allow, 'allow'), receivers };
  const found = checkWebhook(value, catalogue, rules).diagnostics;
  if (events.length === 0 || !isSettings(value)) return found;
  // The events that it names itself may be wrong, too.
  const ofEvents = found.filter(({ field, code }) => /^events\b/.test(field) && code !== 'no-event-enabled');
  const asked = { ...value, events: Object.fromEntries(events.map(name => [name, true])) };
  return [...ofEvents, ...checkWebhook(asked, catalogue, rules).diagnostics];
}

function checkProperties(
  { value }: FileValue,
  { catalogue, events, allow, receivers = gallery }: CheckSettings,
): readonly WebhookDiagnostic[] {
  // The reader of properties makes an object of strings.
  const given = value as Readonly<Record<string, string>>;
  // Somebody named a file of another program.
  if (!areWebhookProperties(Object.keys(given), catalogue)) return [diagnoseField('', 'no-webhook', {})];
  const found = parseWebhookProperties(given, { events: catalogue, allow, receivers }).diagnostics;
  if (events.length === 0) return found;
  const isOfEvent = (key: string) => key.startsWith('notification.webhook.event.');
  const asked = Object.fromEntries([
    ...Object.entries(given).filter(([key]) => !isOfEvent(key)),
    ...events.map(name => [`notification.webhook.event.${name}`, 'true']),
  ]);
  return [
    ...found.filter(({ field }) => isOfEvent(field)),
    ...parseWebhookProperties(asked, { events: catalogue, allow, receivers }).diagnostics,
  ];
}

/** Checks for all events that the template may be rendered for. */
function checkTemplate(
  { value }: FileValue,
  { catalogue, events, output, schema }: CheckSettings,
): readonly WebhookDiagnostic[] {
  const names = events.length > 0 ? events : catalogue.names;
  return checkForEvents({ source: String(value), output, schema }, catalogue, names);
}

/** A diagnostic whose ranges and fixes refer to the text of a file; its field is empty for a bare template. */
export type Finding = WebhookDiagnostic & {
  /** The index of the configuration in the file, from 0; undefined if the finding concerns the file itself. */
  readonly webhook?: number;
};

/** Converts the diagnostics of a configuration into findings in its file. */
export function findingsOf(
  { node }: FileValue,
  diagnostics: readonly WebhookDiagnostic[],
  { kind, webhook }: { readonly kind: ContentsKind; readonly webhook: number },
): readonly Finding[] {
  return diagnostics.map(diagnostic => {
    const place = locateField(node, diagnostic.field);
    const { isThere, node: at, keyRange } = place;
    const isOfKey = isOfUnknownKey(diagnostic) || (kind === 'properties' && diagnostic.range.end === 0);
    if (isThere && keyRange && isOfKey)
      return {
        ...withoutPlaces(diagnostic),
        range: keyRange,
        fixes: renamings(diagnostic, { root: node, keyRange, kind }),
        webhook,
      };
    if (!isThere || at.kind !== 'text')
      return { ...withoutPlaces(diagnostic), ...atNode(place, diagnostic.fixes), webhook };
    const { text } = at;
    return {
      ...diagnostic,
      webhook,
      range: text.rangeInFile(diagnostic.range),
      related: diagnostic.related.map(({ range, message }) => ({ range: text.rangeInFile(range), message })),
      fixes: diagnostic.fixes.map(fix => ({ ...fix, edits: text.editsInFile(fix.edits) })),
    };
  });
}

function isOfUnknownKey(
  diagnostic: WebhookDiagnostic,
): diagnostic is WebhookDiagnostic<'unknown-setting' | 'unknown-event' | 'unknown-property'> {
  return /^unknown-(?:setting|event|property)$/.test(diagnostic.code);
}

interface KeyPlace {
  readonly root: FileNode;
  readonly keyRange: SourceRange;
  readonly kind: ContentsKind;
}

/** Calls a key as it was probably meant, where its object has no such key yet, and neither name needs an escape. */
function renamings(diagnostic: WebhookDiagnostic, { root, keyRange, kind }: KeyPlace): readonly Fix[] {
  if (!isOfUnknownKey(diagnostic)) return [];
  const { field, facts } = diagnostic;
  const { name, meant } = facts;
  if (meant === undefined || !/^[A-Za-z][\w.-]*$/.test(meant)) return [];
  if (locateField(root, field.slice(0, -name.length) + meant).isThere) return [];
  const { start, end } = keyRange;
  const around = (end - start - name.length) / 2;
  if (around !== 0 && (around !== 1 || kind === 'properties')) return [];
  return proposeMeant({ start: start + around, end: end - around }, meant);
}

function withoutPlaces(diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, related: [], fixes: [] };
}

/** Points to a setting that is not text, or is missing. */
function atNode(
  { node, keyRange, isThere }: FieldLocation,
  fixes: readonly Fix[],
): { readonly range: SourceRange; readonly fixes: readonly Fix[] } {
  const { start, end } = node.range;
  const isLong = node.kind === 'object' || node.kind === 'list';
  const first = keyRange ?? { start, end: Math.min(start + 1, end) };
  return { range: isLong || !isThere ? first : node.range, fixes: isThere ? fixes.map(asText) : [] };

  /** Replaces the whole value by text. */
  function asText(fix: Fix): Fix {
    const text = fix.edits.map(edit => edit.text).join('');
    return { ...fix, edits: [{ range: node.range, text: JSON.stringify(text) }] };
  }
}

/**
 * Where YAML aliases repeat a place of a file, a fix there changes every repetition. It stays safe only if it is the
 * safe fix of each of them; other fixes are left to a person.
 */
function guardAliased(findings: readonly Finding[], entries: readonly FileValue[]): readonly Finding[] {
  const uses = countPlaces(entries);
  /** For each fix, the places that want it. */
  const wanting = new Map<string, Set<FileNode>>();
  for (const finding of findings) {
    const node = nodeOf(finding);
    for (const fix of finding.fixes) {
      if (!node || fix.kind !== 'safe') continue;
      const name = fixName(fix);
      wanting.set(name, (wanting.get(name) ?? new Set()).add(node));
    }
  }
  return findings.map(finding => {
    const node = nodeOf(finding);
    const count = node ? (uses.get(rangeName(node.range)) ?? 1) : 1;
    if (count === 1) return finding;
    const isWanted = (fix: Fix): boolean => wanting.get(fixName(fix))?.size === count;
    return { ...finding, fixes: finding.fixes.map(fix => (isWanted(fix) ? fix : asSuggestion(fix))) };
  });

  function nodeOf({ webhook, field }: Finding): FileNode | undefined {
    const entry = webhook === undefined ? undefined : entries[webhook];
    return entry && locateField(entry.node, field).node;
  }
}

/** For each place of the file, how often it is read, as a value or as a key. */
function countPlaces(entries: readonly FileValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of entries) {
    for (const part of nodesIn(node)) {
      const keys = part.kind === 'object' ? part.entries.map(({ keyRange }) => keyRange) : [];
      for (const range of [part.range, ...keys]) {
        const name = rangeName(range);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function rangeName({ start, end }: SourceRange): string {
  return `${start}-${end}`;
}

function fixName({ edits }: Fix): string {
  return JSON.stringify(edits);
}

function asSuggestion(fix: Fix): Fix {
  return { ...fix, kind: 'suggestion' };
}

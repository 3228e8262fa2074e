import type { TemplateScope } from '../../assist/template-scope.ts';
import { catalogueScope } from '../../assist/template-scope.ts';
import { isTimeZone } from '../../dates/zone/time-zone.ts';
import type { OutputName } from '../../output/output.ts';
import { readGiven, templateTexts, textOfField } from '../../webhook/config/given-config.ts';
import { hasBody } from '../../webhook/config/request-body.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { AnyEvent, EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import type { Coverage } from '../../webhook/preview/coverage.ts';
import { schemaFor } from '../../webhook/receivers/named-receiver.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { payloadOutputOf } from '../../webhook/webhook-templates.ts';
import type { Checked, CheckJob, PreviewedEvent } from '../check/check-job.ts';
import { Checker } from '../check/checker.ts';
import { receiversWith } from '../check/known-receivers.ts';
import { type FoundDiagnostic, missingSecrets } from './diagnostics.ts';
import { configOf, eventOfField, type FormValues, valuesOf } from './form-values.ts';

export const processCatalogue = processEvents as EventCatalogue<EventMap>;

/** Whether two catalogues have the same events with the same samples, such as those that a page makes at every render. */
export function isSameCatalogue(a: EventCatalogue<EventMap>, b: EventCatalogue<EventMap>): boolean {
  return a === b || contentOf(a) === contentOf(b);
}

function contentOf({ names, events, sample }: EventCatalogue<EventMap>): string {
  const samples = names.map(name => sample(name, { now: () => 0 }));
  return JSON.stringify([events, samples], (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}

/** A configuration being edited, with the result of its last check. */
export class EditedWebhook {
  values: FormValues = valuesOf({});
  readonly #checker: Checker;
  #catalogue: EventCatalogue<EventMap>;
  /** The receivers that it may name besides those of the gallery. */
  receivers: readonly KnownReceiver[] = [];
  #samples: readonly AnyEvent[] = [];
  /** Samples that the user changed, by event. */
  readonly #ownSamples = new Map<string, AnyEvent>();
  #checked: Checked | undefined;
  #checkedConfig = readGiven({});
  #requests: readonly PreviewedEvent[] = [];
  #scopes = new Map<string, TemplateScope>();
  #scopesFor = '';

  /** `onChecked` is called after each check. */
  constructor(catalogue: EventCatalogue<EventMap>, onChecked: () => void) {
    this.#catalogue = catalogue;
    this.#samples = this.#listSamples();
    this.#checker = new Checker((checked, { config }) => {
      this.#checked = checked;
      this.#checkedConfig = readGiven(config);
      if (checked.events.length > 0) this.#requests = checked.events;
      onChecked();
    });
  }

  get catalogue(): EventCatalogue<EventMap> {
    return this.#catalogue;
  }

  set catalogue(catalogue: EventCatalogue<EventMap>) {
    this.#catalogue = catalogue;
    this.#ownSamples.clear();
    this.#samples = this.#listSamples();
    this.#scopesFor = '';
    this.#requests = [];
  }

  /** The sample in the preview, with the profile of the webhook. */
  sampleOf(name: string): AnyEvent | undefined {
    const sample = this.#samples.find(({ event }) => event === name);
    return sample && this.#ofProfile(sample);
  }

  hasOwnSample(name: string): boolean {
    return this.#ownSamples.has(name);
  }

  /** Uses this sample for the preview instead of the catalogue's; undefined restores that one. */
  setSample(name: string, sample: AnyEvent | undefined): void {
    if (sample) this.#ownSamples.set(name, sample);
    else this.#ownSamples.delete(name);
    this.#samples = this.#listSamples();
    this.#scopesFor = '';
    this.check();
  }

  get config(): Record<string, unknown> {
    return configOf(this.values);
  }

  /** Undefined until the first check. */
  get diagnostics(): readonly WebhookDiagnostic[] | undefined {
    return this.#checked?.diagnostics;
  }

  /** The diagnostics of the last check, and the secrets that are missing now. */
  get allDiagnostics(): readonly FoundDiagnostic[] {
    return [...(this.diagnostics ?? []), ...missingSecrets(this.values)];
  }

  /** The requests of the last configuration without errors. */
  get requests(): readonly PreviewedEvent[] {
    return this.#requests;
  }

  /** Whether `requests` belong to an earlier configuration, because this one has errors. */
  get areRequestsOld(): boolean {
    return this.#checked !== undefined && this.#requests !== this.#checked.events;
  }

  /** The events of the last check; empty if it found errors. */
  get checkedEvents(): readonly PreviewedEvent[] {
    return this.#checked?.events ?? [];
  }

  /** The checked templates as a single text. */
  get templates(): string {
    return JSON.stringify(templateTexts(this.#checkedConfig).map(({ field, text }) => [field, text]));
  }

  /** Whether the checked templates have tags, or may have: that of a stored secret is not known here. */
  get isVarying(): boolean {
    return (
      this.templates.includes('$') || this.#checkedConfig.headers.some(({ value }) => value === undefined)
    );
  }

  get coverage(): Coverage<AnyEvent> | undefined {
    return this.#checked?.coverage;
  }

  /** The format of the payload; undefined if there is none. */
  get payloadOutput(): OutputName | undefined {
    const { message, method, contentType, payload, output } = this.values;
    if (message) return 'json';
    if (!hasBody({ method, ...(payload !== '' && { payload }) })) return undefined;
    return payloadOutputOf({
      ...(contentType !== '' && { contentType }),
      ...(output !== '' && { output }),
    });
  }

  /** The receiver that is chosen, if it is known. */
  get receiver(): KnownReceiver | undefined {
    return this.knownReceivers.find(({ id }) => id === this.values.receiver);
  }

  /** The payload that the message became at the last check; undefined if there is none, or if there are errors. */
  get payloadOfMessage(): string | undefined {
    return this.#checked?.payload;
  }

  /** The receivers to choose from: those of the page, and those of the gallery once it is loaded. */
  get knownReceivers(): readonly KnownReceiver[] {
    return receiversWith(this.receivers);
  }

  /** The name of the receiver whose schema the payload was last checked with, if it was. */
  get checkedReceiver(): string | undefined {
    const given = this.#checkedConfig;
    const receiver = this.#checked?.receiver;
    if (receiver?.message && this.#checked?.payload !== undefined) return receiver.name;
    const output = hasBody(given) ? payloadOutputOf(given) : undefined;
    const isJson = output === 'json' || output === 'json-lines';
    return isJson && typeof receiver?.schema === 'object' ? receiver.name : undefined;
  }

  /** The text of a field at the last check, which its diagnostics and fixes refer to. */
  checkedText(field: string): string {
    return textOfField(this.#checkedConfig, field) ?? '';
  }

  /** Checks the configuration in its present state, in a moment. */
  check(): void {
    this.#checker.check(this.#job());
  }

  /** Checks at once if something was not checked yet; until that is possible, nothing is known of it. */
  flush(): void {
    if (!this.#checker.flush()) this.#checked = undefined;
  }

  stop(): void {
    this.#checker.stop();
  }

  /** What a template of this format may write: the same object as long as that is the same. A payload is under a schema. */
  scopeOf(output: OutputName, field: string): TemplateScope {
    const { names } = this.#catalogue;
    const enabled = names.filter(name => this.values.events[name] === true);
    const shown = enabled.length > 0 ? enabled : names;
    const event = eventOfField(field);
    const {
      timeZone,
      rest: { profile },
    } = this.values;
    const key = JSON.stringify([shown, timeZone, profile]);
    if (key !== this.#scopesFor) this.#scopes = new Map();
    this.#scopesFor = key;
    // The gallery is known where the check runs, which is not loaded with the page.
    const schema = field === 'payload' ? schemaFor(this.#checked?.receiver) : undefined;
    const known = this.#scopes.get(field);
    if (known?.output === output && known.schema === schema) return known;
    const meant = event === undefined ? shown : [event];
    const samples = this.#samples
      .filter(sample => meant.includes(sample.event))
      .map(sample => this.#ofProfile(sample));
    const scope = catalogueScope(this.#catalogue, meant, samples, {
      output,
      schema,
      timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    });
    this.#scopes.set(field, scope);
    return scope;
  }

  #ofProfile(sample: AnyEvent): AnyEvent {
    const {
      rest: { profile },
    } = this.values;
    const hasProfile = 'profile' in sample && typeof profile === 'string';
    return hasProfile ? Object.assign({}, sample, { profile }) : sample;
  }

  #listSamples(): readonly AnyEvent[] {
    const { names } = this.#catalogue;
    return names.map(name => this.#ownSamples.get(name) ?? this.#catalogue.sample(name));
  }

  #job(): CheckJob {
    const { config, receivers } = this;
    return { config, receivers, events: this.#catalogue.events, samples: this.#samples };
  }
}

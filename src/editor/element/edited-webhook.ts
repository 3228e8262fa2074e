import type { OutputName } from '../../output/output.ts';
import { hasBody } from '../../webhook/config/webhook-config.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { AnyEvent, EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { payloadOutputOf } from '../../webhook/webhook-templates.ts';
import { catalogueScope } from '../assist/catalogue-scope.ts';
import type { TemplateScope } from '../assist/template-scope.ts';
import type { Checked, CheckJob, PreviewedEvent } from '../check/check-job.ts';
import { Checker } from '../check/checker.ts';
import { configOf, type Draft, draftOf } from './draft.ts';
import { textOfField } from './field-names.ts';

/** A configuration while it is edited, and what was found in it when it was last checked. */
export class EditedWebhook {
  draft: Draft = draftOf({});
  readonly #checker: Checker;
  #catalogue: EventCatalogue<EventMap>;
  #samples: readonly AnyEvent[] = [];
  #checked: Checked | undefined;
  #checkedConfig: Readonly<Record<string, unknown>> = {};
  #requests: readonly PreviewedEvent[] = [];
  #scopes = new Map<OutputName, TemplateScope>();
  #scopesFor = '';

  /** Calls back whenever something was checked. */
  constructor(catalogue: EventCatalogue<EventMap>, onChecked: () => void) {
    this.#catalogue = catalogue;
    this.#samples = samplesOf(catalogue);
    this.#checker = new Checker((checked, { config }) => {
      this.#checked = checked;
      this.#checkedConfig = { ...(config as object) };
      if (checked.events.length > 0) this.#requests = checked.events;
      onChecked();
    });
  }

  get catalogue(): EventCatalogue<EventMap> {
    return this.#catalogue;
  }

  set catalogue(catalogue: EventCatalogue<EventMap>) {
    this.#catalogue = catalogue;
    this.#samples = samplesOf(catalogue);
    this.#scopesFor = '';
    this.#requests = [];
  }

  get config(): Record<string, unknown> {
    return configOf(this.draft);
  }

  /** Undefined until the first check. */
  get diagnostics(): readonly WebhookDiagnostic[] | undefined {
    return this.#checked?.diagnostics;
  }

  /** The requests of the last configuration that had no errors. */
  get requests(): readonly PreviewedEvent[] {
    return this.#requests;
  }

  /** Whether those are of a configuration before this one, which has errors. */
  get areRequestsOld(): boolean {
    return this.#checked !== undefined && this.#requests !== this.#checked.events;
  }

  /** What the payload is; undefined where there is none. */
  get payloadOutput(): OutputName | undefined {
    const { method, contentType, payload, rest } = this.draft;
    const { output } = rest;
    if (!hasBody({ method, ...(payload !== '' && { payload }) })) return undefined;
    return payloadOutputOf({ ...(contentType !== '' && { contentType }), output });
  }

  /** The text of a field when it was last checked: what its diagnostics and fixes are about. */
  checkedText(field: string): string {
    return textOfField(this.#checkedConfig, field);
  }

  /** Checks what is there by now, in a moment. */
  check(): void {
    this.#checker.check(this.#job());
  }

  /** Answers at once, if something was not checked yet. */
  flush(): void {
    this.#checker.flush();
  }

  stop(): void {
    this.#checker.stop();
  }

  /** What a template that writes this may name, the same object while that is the same. */
  scopeOf(output: OutputName): TemplateScope {
    const { names } = this.#catalogue;
    const enabled = names.filter(name => this.draft.events[name] === true);
    const shown = enabled.length > 0 ? enabled : names;
    const { timeZone, profile } = this.draft.rest;
    const key = JSON.stringify([shown, timeZone, profile]);
    if (key !== this.#scopesFor) this.#scopes = new Map();
    this.#scopesFor = key;
    const known = this.#scopes.get(output);
    if (known) return known;
    const samples = this.#samples
      .filter(({ event }) => shown.includes(event))
      .map(sample => ('profile' in sample && typeof profile === 'string' ? { ...sample, profile } : sample));
    const zone = typeof timeZone === 'string' ? timeZone : 'UTC';
    const scope = catalogueScope(this.#catalogue, shown, samples, { output, timeZone: zone });
    this.#scopes.set(output, scope);
    return scope;
  }

  #job(): CheckJob {
    return { config: this.config, events: this.#catalogue.events, samples: this.#samples };
  }
}

function samplesOf(catalogue: EventCatalogue<EventMap>): readonly AnyEvent[] {
  return catalogue.names.map(name => catalogue.sample(name));
}

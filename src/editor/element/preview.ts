import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type {
  AnyCatalogue,
  AnyEvent,
  EventCatalogue,
  EventMap,
} from '../../webhook/events/event-catalogue.ts';
import type { Branch, Coverage } from '../../webhook/preview/coverage.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import type { PreviewedEvent } from '../check/check-job.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import type { ValueWiring } from './written-piece.ts';

interface PreviewWiring {
  readonly webhook: EditedWebhook;
  readonly changed: () => void;
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
}

/** The state of the preview. */
export class PreviewState {
  #cursor: PreviewModel['cursor'];
  /** Counts changes that the webhook itself does not know about. */
  #version = 0;
  readonly #wiring: PreviewWiring;
  readonly #branches = new BranchesShown();
  #chosen: string | undefined;
  #isPretty = false;
  #copied = false;
  #isRequestShown = false;
  /** A text that is not a valid sample yet. */
  #unread: { readonly event: string; readonly text: string; readonly mistake?: string } | undefined;

  constructor(wiring: PreviewWiring) {
    this.#wiring = wiring;
  }

  /** Call it after a check. */
  checked(): void {
    const { templates, checkedEvents, coverage } = this.#wiring.webhook;
    this.#version++;
    // After errors, the state from before them stays.
    if (coverage && coverage.contexts.length > 0) this.#branches.add(templates, checkedEvents, coverage);
  }

  /** Shows the request for an event. */
  choose(event: string): void {
    this.#change({ chosen: event });
  }

  /** Call it when the cursor was moved other than by typing. */
  moved(cursor: PreviewModel['cursor']): void {
    this.#cursor = cursor;
    this.#changed();
  }

  /** Shows the request for an event with these facts. @throws {TypeError} if the catalogue does not accept them. */
  showSample(event: string, facts: object): void {
    const { webhook } = this.#wiring;
    webhook.setSample(event, sampleWith(facts, event, webhook.catalogue));
    this.#change({ chosen: event });
  }

  /** While these are the same, nothing is rendered again: a preview can be long, and keys come fast. */
  get dependencies(): unknown[] {
    const { values, catalogue, requests, areRequestsOld, payloadOutput } = this.#wiring.webhook;
    const on = JSON.stringify(values.events);
    return [this.#version, catalogue, requests, areRequestsOld, payloadOutput, on];
  }

  get model(): PreviewModel {
    const { webhook, point, goTo } = this.#wiring;
    const { values, catalogue, requests, areRequestsOld, payloadOutput, receiver } = webhook;
    const isOn = (name: string): boolean => values.events[name] === true;
    const chosen = this.#chosen ?? catalogue.names.find(isOn) ?? catalogue.names[0] ?? '';
    const next = this.#branches.next(isOn);
    return {
      catalogue,
      events: requests,
      isOn,
      chosen,
      isUnchecked: webhook.diagnostics === undefined,
      isOld: areRequestsOld,
      output: payloadOutput,
      isPretty: this.#isPretty,
      setPretty: isPretty => this.#change({ isPretty }),
      cursor: this.#cursor,
      choose: name => this.#change({ chosen: name }),
      point,
      goTo,
      message: values.message && receiver && { receiver, name: values.name },
      isRequestShown: this.#isRequestShown || !values.message,
      showRequest: isShown => {
        this.#isRequestShown = isShown;
        this.#changed();
      },
      copied: this.#copied,
      copy: curl => this.#copy(curl),
      branches: {
        ...this.#branches.counts,
        showNext:
          next &&
          (() => {
            webhook.setSample(next.event, next);
            this.#change({ chosen: next.event });
          }),
      },
      sample: this.#sample(chosen),
    };
  }

  #sample(event: string): SampleModel {
    const { webhook } = this.#wiring;
    const unread = this.#unread?.event === event ? this.#unread : undefined;
    return {
      text: unread?.text ?? writeSample(webhook.sampleOf(event)),
      mistake: unread?.mistake,
      isChanged: unread !== undefined || webhook.hasOwnSample(event),
      write: text => {
        const read = readSample(text, event, webhook.catalogue);
        // The text stays as the user writes it.
        this.#unread = { event, text, ...('mistake' in read && { mistake: read.mistake }) };
        if ('sample' in read) webhook.setSample(event, read.sample);
        this.#changed();
      },
      reset: () => {
        this.#unread = undefined;
        webhook.setSample(event, undefined);
        this.#changed();
      },
    };
  }

  #change({ chosen, isPretty }: { readonly chosen?: string; readonly isPretty?: boolean }): void {
    this.#copied = false;
    this.#chosen = chosen ?? this.#chosen;
    this.#isPretty = isPretty ?? this.#isPretty;
    if (chosen !== undefined) this.#unread = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#version++;
    this.#wiring.changed();
  }

  #copy(curl: string): void {
    const copied = (): void => {
      this.#copied = true;
      this.#changed();
    };
    // A page without access to the clipboard announces nothing.
    navigator.clipboard?.writeText(curl).then(copied, () => {});
  }
}

/** The branches of the current templates that the user has seen. */
class BranchesShown {
  #templates = '';
  readonly #shown = new Set<string>();
  #coverage: Coverage<AnyEvent> | undefined;

  /** Counted once: there can be thousands, and they are shown with every key. */
  counts = { shown: 0, total: 0 };

  /** Adds the branches that the last check of these templates visited. */
  add(templates: string, events: readonly PreviewedEvent[], coverage: Coverage<AnyEvent>): void {
    if (templates !== this.#templates) this.#shown.clear();
    this.#templates = templates;
    this.#coverage = coverage;
    for (const event of events)
      if (event.kind === 'request') for (const branch of event.branches) this.#shown.add(keyOf(branch));
    const branches = [...coverage.contexts.flatMap(context => context.branches), ...coverage.unvisited];
    const all = [...new Set(branches.map(keyOf))];
    this.counts = { shown: all.filter(branch => this.#shown.has(branch)).length, total: all.length };
  }

  /** The sample that shows most of the missing branches; undefined if no event that is on shows any. */
  next(isOn: (name: string) => boolean): AnyEvent | undefined {
    const news = (this.#coverage?.contexts ?? [])
      .filter(({ event }) => isOn(event.event))
      .map(({ event, branches }) => ({
        event,
        count: branches.filter(branch => !this.#shown.has(keyOf(branch))).length,
      }));
    return news.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.event;
  }
}

function keyOf({ field, kind, range }: Branch): string {
  return `${field} ${kind} ${range.start}`;
}

/** The facts of an event as editable text. */
function writeSample(sample: AnyEvent | undefined): string {
  const { event: _, ...facts } = sample ?? { event: '' };
  return JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2);
}

/** The event with these facts, or the mistake in them. */
function readSample(
  text: string,
  event: string,
  catalogue: EventCatalogue<EventMap>,
): { readonly sample: AnyEvent } | { readonly mistake: string } {
  try {
    return { sample: sampleWith(recordOf(JSON.parse(text)), event, catalogue) };
  } catch (error) {
    if (error instanceof SyntaxError) return { mistake: `This is not JSON yet: ${error.message}` };
    if (error instanceof TypeError) return { mistake: error.message };
    throw error;
  }
}

/** The event with these facts; those that are left out are those of the sample. @throws {TypeError} */
function sampleWith(facts: object, event: string, catalogue: EventCatalogue<EventMap>): AnyEvent {
  const { event: _, ...sample } = catalogue.sample(event);
  return catalogue.create(event, { ...sample, ...facts });
}

/** The requests to show, and callbacks for pointing at them. */
export interface PreviewModel extends ValueWiring {
  readonly catalogue: AnyCatalogue;
  readonly events: readonly PreviewedEvent[];
  /** The event whose request is shown. */
  readonly chosen: string;
  /** Whether nothing was checked yet. */
  readonly isUnchecked: boolean;
  /** Whether the requests belong to an earlier text, because this one has errors. */
  readonly isOld: boolean;
  readonly isOn: (name: string) => boolean;
  /** The format of the body. */
  readonly output: OutputName | undefined;
  readonly isPretty: boolean;
  readonly setPretty: (isPretty: boolean) => void;
  readonly choose: (name: string) => void;
  /** What is shown as its receiver shows it; undefined for a payload, and until it can be drawn. */
  readonly message: { readonly receiver: KnownReceiver; readonly name: string } | undefined;
  /** Whether the request is shown, and not the message that it carries. */
  readonly isRequestShown: boolean;
  readonly showRequest: (isShown: boolean) => void;
  readonly copied: boolean;
  readonly copy: (curl: string) => void;
  readonly branches: BranchesModel;
  readonly sample: SampleModel;
}

/** The number of branches seen, which are cases to people, and a way to show another one. */
export interface BranchesModel {
  readonly shown: number;
  readonly total: number;
  /** Undefined if no event that is on shows a missing branch. */
  readonly showNext: (() => void) | undefined;
}

/** The event behind a request. */
export interface SampleModel {
  /** As JSON, or in whatever state the user left it. */
  readonly text: string;
  /** The reason why it cannot be used. */
  readonly mistake: string | undefined;
  readonly isChanged: boolean;
  readonly write: (text: string) => void;
  readonly reset: () => void;
}

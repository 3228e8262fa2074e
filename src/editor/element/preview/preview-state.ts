import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { EditedWebhook } from '../edited-webhook.ts';
import { BranchesShown } from './branches-shown.ts';
import type { PreviewModel, SampleModel } from './preview-model.ts';
import { readSample, writeSample } from './sample-text.ts';

export interface PreviewWiring {
  readonly webhook: EditedWebhook;
  readonly changed: () => void;
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
}

/** What somebody looks at in the preview. */
export class PreviewState {
  #cursor: PreviewModel['cursor'];
  /** How often what is shown changed, but for what the webhook knows itself. */
  #version = 0;
  readonly #wiring: PreviewWiring;
  readonly #branches = new BranchesShown();
  #chosen: string | undefined;
  #isPretty = false;
  #copied = false;
  /** Text that is not a sample yet. */
  #unread: { readonly event: string; readonly text: string; readonly mistake?: string } | undefined;

  constructor(wiring: PreviewWiring) {
    this.#wiring = wiring;
  }

  /** Something was checked. */
  checked(): void {
    const { templates, checkedEvents, coverage } = this.#wiring.webhook;
    this.#version++;
    // Where there are errors, it stays as it was before them.
    if (coverage && coverage.contexts.length > 0) this.#branches.add(templates, checkedEvents, coverage);
  }

  /** The cursor was moved, not by typing. */
  moved(cursor: PreviewModel['cursor']): void {
    this.#cursor = cursor;
    this.#changed();
  }

  /** As long as these are the same, nothing is shown anew: a preview can be long, and keys come fast. */
  get dependencies(): unknown[] {
    const { draft, catalogue, requests, areRequestsOld, payloadOutput } = this.#wiring.webhook;
    const on = JSON.stringify(draft.events);
    return [this.#version, catalogue, requests, areRequestsOld, payloadOutput, on];
  }

  get model(): PreviewModel {
    const { webhook, point, goTo } = this.#wiring;
    const { draft, catalogue, requests, areRequestsOld, payloadOutput } = webhook;
    const isOn = (name: string): boolean => draft.events[name] === true;
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
      copied: this.#copied,
      copy: curl => this.#copy(curl),
      branches: {
        shown: this.#branches.shown,
        total: this.#branches.total,
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
        // As somebody writes it, it stays as it is written.
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
    // Where a page may not write to the clipboard, nothing is said to be copied.
    navigator.clipboard?.writeText(curl).then(copied, () => {});
  }
}

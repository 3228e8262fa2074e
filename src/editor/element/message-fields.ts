import { html, nothing, type TemplateResult } from 'lit';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { type FormValues, type WordsValues, wordsField } from './form-values.ts';
import { eventsWithWords } from './message-state.ts';

/** One message for all events, or one for each: nothing that was written is lost. */
function divide(values: FormValues, isPerEvent: boolean, catalogue: AnyCatalogue): void {
  const { message } = values;
  if (!message || message.isPerEvent === isPerEvent) return;
  message.isPerEvent = isPerEvent;
  const isEmpty = ({ title, text }: WordsValues) => title === '' && text === '';
  const shown = eventsWithWords(values.events, catalogue);
  if (isPerEvent) {
    for (const name of shown) {
      const own = message.own[name];
      if (!own || isEmpty(own)) message.own[name] = { ...message.common };
    }
  } else if (isEmpty(message.common)) {
    const [first = ''] = shown;
    message.common = { ...(message.own[first] ?? message.common) };
  }
}

export interface MessageFieldsModel {
  readonly values: FormValues;
  readonly catalogue: AnyCatalogue;
  readonly receiver: KnownReceiver;
  /** The event whose words are shown; undefined for those of all. */
  readonly event: string | undefined;
  readonly isDisabled: boolean;
  readonly isWrong: (field: string) => boolean;
  readonly editorOf: (key: string, label: string, lines: 'one' | 'many') => HTMLElement;
  readonly choose: (event: string) => void;
  readonly change: (change: (values: FormValues) => void) => void;
  /** The field for whoever gets it. */
  readonly to: TemplateResult | typeof nothing;
  /** The buttons of the text, and what they show. */
  readonly tools: TemplateResult | typeof nothing;
  readonly problems: TemplateResult | typeof nothing;
}

/** The words of a message: one text for all events, or one for each. */
export function messageFields(model: MessageFieldsModel): TemplateResult {
  const { values, catalogue, receiver, event, isDisabled } = model;
  const { isPerEvent = false } = values.message ?? {};
  const several = eventsWithWords(values.events, catalogue);
  const about = event === undefined ? '' : ` about ${catalogue.events[event]?.title ?? event}`;
  return html`${model.to}
    <div class="field message">
      <div class="line">
        <span class="label" aria-hidden="true">Message</span>
        ${
          isDisabled || (several.length < 2 && !isPerEvent)
            ? nothing
            : html`<label class="box">
                <input
                  type="checkbox"
                  data-field="messages"
                  .checked=${isPerEvent}
                  @change=${({ target }: Event) => {
                    const { checked } = target as HTMLInputElement;
                    model.change(changed => divide(changed, checked, catalogue));
                  }}
                />
                Other words for each event
              </label>`
        }
      </div>
      ${isPerEvent ? eventTabs(several, model) : nothing}
      <div class="text-of" role=${isPerEvent ? 'tabpanel' : nothing} id="words" aria-labelledby=${isPerEvent ? `words-${event}` : nothing}>
        ${
          receiver.message?.title
            ? html`<span class="label" aria-hidden="true">Title</span>
                <div class="frame ${model.isWrong(wordsField(event, 'title')) ? 'wrong' : ''}">
                  ${model.editorOf(wordsField(event, 'title'), `Title${about}`, 'one')}
                </div>`
            : nothing
        }
        ${receiver.message?.title ? html`<span class="label" aria-hidden="true">Text</span>` : nothing}
        <div class="frame text ${model.isWrong(wordsField(event, 'text')) ? 'wrong' : ''}">
          ${model.editorOf(wordsField(event, 'text'), `${receiver.message?.title ? 'Text' : 'Message'}${about}`, 'many')}
        </div>
      </div>
      ${model.tools}
      ${model.problems}
    </div>`;
}

function eventTabs(
  names: readonly string[],
  { catalogue, event, choose }: MessageFieldsModel,
): TemplateResult {
  const move = ({ key, currentTarget }: KeyboardEvent): void => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event === undefined) return;
    const next = names[(names.indexOf(event) + by + names.length) % names.length];
    if (next === undefined) return;
    choose(next);
    const tabs = currentTarget as HTMLElement;
    requestAnimationFrame(() => tabs.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return html`<div role="tablist" aria-label="Message about" @keydown=${move}>
    ${names.map(
      name => html`<button
        type="button"
        role="tab"
        id="words-${name}"
        aria-selected=${name === event}
        aria-controls="words"
        tabindex=${name === event ? 0 : -1}
        @click=${() => choose(name)}
      >
        ${catalogue.events[name]?.title ?? name}
      </button>`,
    )}
  </div>`;
}

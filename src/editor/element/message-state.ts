import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { type FormValues, type MessageValues, secretText, wordsField } from './form-values.ts';

/** Which words of a message are shown, and how it changes into one of another kind. */
export class MessageState {
  #chosen: string | undefined;

  /** The event whose words are shown; undefined for those of all. */
  eventOf({ message, events }: FormValues, catalogue: AnyCatalogue): string | undefined {
    if (!message?.isPerEvent) return undefined;
    const shown = eventsWithWords(events, catalogue);
    return shown.find(name => name === this.#chosen) ?? shown[0];
  }

  choose(event: string | undefined): void {
    this.#chosen = event;
  }

  /** The fields that are shown. */
  fieldsOf(values: FormValues, catalogue: AnyCatalogue): readonly string[] {
    if (!values.message) return [];
    const event = this.eventOf(values, catalogue);
    return [wordsField(event, 'title'), wordsField(event, 'text')];
  }
}

/** The events that words may be about: those that are on. */
export function eventsWithWords(events: FormValues['events'], { names }: AnyCatalogue): readonly string[] {
  const on = names.filter(name => events[name] === true);
  return on.length > 0 ? on : names;
}

/** A message for a receiver, where there was none: the words of its draft, or none. */
export function emptyMessage(): MessageValues {
  return { to: secretText(''), isPerEvent: false, common: { title: '', text: '' }, own: {} };
}

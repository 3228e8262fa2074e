import type { EditedContent } from '../../editor/index.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import { fieldsToFill } from '../../webhook/placeholders.ts';

type Config = EditedContent['config'];

/** The texts that a receiver drafts for the events of a webhook. */
export interface DraftedTexts {
  readonly url?: string | undefined;
  readonly payload?: string | undefined;
}

interface FollowingDraftOptions {
  /** The events of the catalogue, in its order. */
  readonly names: readonly string[];
  /** The configuration as it is edited now. */
  readonly read: () => Config;
  /** Resolves to a receiver's draft for these events, or to undefined if there is no such receiver. */
  readonly draft: (receiver: string, events: readonly string[]) => Promise<DraftedTexts | undefined>;
  /** Writes these texts in place of those that are edited. */
  readonly write: (texts: DraftedTexts) => void;
}

/** Whose draft it is, and for which events. */
interface Drafted {
  readonly receiver: string | undefined;
  readonly events: readonly string[];
}

/**
 * Drafts the URL and the payload anew when other events are ticked, as long as they equal the last draft of the receiver
 * that the webhook names.
 */
export class FollowingDraft {
  readonly #options: FollowingDraftOptions;
  #last: Drafted = { receiver: undefined, events: [] };
  readonly #drafts = new Map<string, Promise<DraftedTexts | undefined>>();

  constructor(options: FollowingDraftOptions) {
    this.#options = options;
  }

  /** Call it after a content was set or restored, which is untouched if it equals the draft for its own events. */
  begin(): void {
    this.#last = this.#edited;
  }

  /** Call it after each edit. */
  async follow(): Promise<void> {
    const last = this.#last;
    const { receiver, events } = this.#edited;
    if (receiver === undefined || receiver !== last.receiver || isSameList(events, last.events)) return;
    const [was, next] = await Promise.all([
      this.#draft(receiver, last.events),
      this.#draft(receiver, events),
    ]);
    // A later edit has its own turn, and another content is no edit.
    if (!was || !next || this.#last !== last || !isSameList(this.#edited.events, events)) return;
    const texts = redrafted(this.#options.read(), was, next);
    if (Object.keys(texts).length === 0) return;
    this.#last = { receiver, events };
    this.#options.write(texts);
  }

  /** All events while none is ticked: nothing can be drafted for none. */
  get #edited(): Drafted {
    const { receiver, events = {} } = readGiven(this.#options.read());
    const { names } = this.#options;
    const ticked = names.filter(name => events[name] === true);
    return { receiver, events: ticked.length > 0 ? ticked : names };
  }

  /** Keys may come fast while other events are ticked: each draft is asked for once. */
  #draft(receiver: string, events: readonly string[]): Promise<DraftedTexts | undefined> {
    const key = [receiver, ...events].join();
    const known = this.#drafts.get(key);
    if (known) return known;
    const asked = this.#options.draft(receiver, events).catch(() => {
      // The next edit asks again; until then the payload stays as it is.
      this.#drafts.delete(key);
      return undefined;
    });
    this.#drafts.set(key, asked);
    return asked;
  }
}

/** The texts that are still those of the last draft, where the next one has others. */
function redrafted(config: Config, was: DraftedTexts, next: DraftedTexts): DraftedTexts {
  const given = readGiven(config);
  const url = redraftedUrl(given.url ?? '', was.url ?? '', next.url ?? '');
  const isUntouched = given.payload === was.payload && next.payload !== was.payload;
  return { ...(url !== given.url && { url }), ...(isUntouched && { payload: next.payload }) };
}

/** A URL is filled in up to its last placeholder, and untouched if the rest, such as its parameters, still is that of the draft. */
function redraftedUrl(url: string, was: string, next: string): string {
  const rest = was.slice(lengthToFillIn(was));
  if (rest === '' || !url.endsWith(rest)) return url;
  return url.slice(0, url.length - rest.length) + next.slice(lengthToFillIn(next));
}

function lengthToFillIn(url: string): number {
  return fieldsToFill(readGiven({ url }))[0]?.last.end ?? 0;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.join() === b.join();
}

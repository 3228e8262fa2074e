import type { EditedContent } from '../../editor/index.ts';
import type { ConflictModel } from './conflict-view.ts';
import { differences, type FieldDifference, merged } from './field-differences.ts';
import { contentOf, type StoredWebhook } from './stored-webhook.ts';

/** Two versions of a webhook, and what somebody chooses of each; what was not changed here is theirs at first. */
export class Conflict {
  readonly theirs: StoredWebhook;
  readonly #mine: EditedContent;
  readonly #base: StoredWebhook | undefined;
  readonly #differences: readonly FieldDifference[];
  readonly #chosen: Set<string>;

  constructor(mine: EditedContent, theirs: StoredWebhook, base: StoredWebhook | undefined) {
    this.theirs = theirs;
    this.#mine = mine;
    this.#base = base;
    this.#differences = differences(mine, contentOf(theirs), base ? contentOf(base) : mine);
    this.#chosen = new Set(this.#differences.filter(({ isMine }) => !isMine).map(({ field }) => field));
  }

  get model(): Pick<ConflictModel, 'theirs' | 'differences' | 'chosen'> {
    return { theirs: this.theirs, differences: this.#differences, chosen: this.#chosen };
  }

  /** The same one after more was edited here: what was chosen of other settings stays chosen. */
  edited(mine: EditedContent): Conflict {
    const next = new Conflict(mine, this.theirs, this.#base);
    const isEdited = new Set(differences(mine, this.#mine, this.#mine).map(({ field }) => field));
    for (const { field } of this.#differences)
      if (!isEdited.has(field)) next.choose(field, this.#chosen.has(field));
    return next;
  }

  choose(field: string, isTheirs: boolean): void {
    if (isTheirs) this.#chosen.add(field);
    else this.#chosen.delete(field);
  }

  /** What was chosen of both. */
  get choice(): EditedContent {
    return merged(this.#mine, contentOf(this.theirs), field => this.#chosen.has(field));
  }
}

import type { EditedContent } from '../../editor/index.ts';
import type { ConflictModel } from './conflict-view.ts';
import { differences, type FieldDifference, merged } from './field-differences.ts';
import { contentOf, type StoredWebhook } from './stored-webhook.ts';

/** Two versions of a webhook, and what somebody chooses of each; what was not changed here is theirs at first. */
export class Conflict {
  readonly theirs: StoredWebhook;
  readonly #mine: EditedContent;
  readonly #differences: readonly FieldDifference[];
  readonly #chosen: Set<string>;

  constructor(mine: EditedContent, theirs: StoredWebhook, base: StoredWebhook | undefined) {
    this.theirs = theirs;
    this.#mine = mine;
    this.#differences = differences(mine, contentOf(theirs), base ? contentOf(base) : mine);
    this.#chosen = new Set(this.#differences.filter(({ isMine }) => !isMine).map(({ field }) => field));
  }

  get model(): Pick<ConflictModel, 'theirs' | 'differences' | 'chosen'> {
    return { theirs: this.theirs, differences: this.#differences, chosen: this.#chosen };
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

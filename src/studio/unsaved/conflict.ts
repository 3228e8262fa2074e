import { differences, type FieldDifference } from './field-differences.ts';
import { changesBetween, type Fields, withChanges } from './fields.ts';

/** A version that somebody else has saved, and its settings. */
export interface OtherVersion<Stored> {
  readonly stored: Stored;
  readonly fields: Fields;
}

/** Two versions of something, and what somebody chooses of each; what was not changed here is theirs at first. */
export class Conflict<Stored> {
  readonly differences: readonly FieldDifference[];
  readonly #mine: Fields;
  readonly #base: Fields;
  readonly #theirs: OtherVersion<Stored>;
  /** The settings that are taken from the other version. */
  readonly #chosen: Set<string>;

  constructor(mine: Fields, base: Fields, theirs: OtherVersion<Stored>) {
    this.#mine = mine;
    this.#base = base;
    this.#theirs = theirs;
    this.differences = differences(mine, theirs.fields, base);
    this.#chosen = new Set(this.differences.filter(({ isMine }) => !isMine).map(({ field }) => field));
  }

  /** The other version. */
  get stored(): Stored {
    return this.#theirs.stored;
  }

  /** The same one after more was edited here: what was chosen of other settings stays chosen. */
  edited(mine: Fields): Conflict<Stored> {
    const next = new Conflict(mine, this.#base, this.#theirs);
    const isEdited = new Set(changesBetween(this.#mine, mine).map(([field]) => field));
    for (const { field } of this.differences)
      if (!isEdited.has(field)) next.choose(field, this.isTheirs(field));
    return next;
  }

  isTheirs(field: string): boolean {
    return this.#chosen.has(field);
  }

  choose(field: string, isTheirs: boolean): void {
    if (isTheirs) this.#chosen.add(field);
    else this.#chosen.delete(field);
  }

  /** What was chosen of both. */
  get choice(): Fields {
    const own = this.differences.filter(({ field }) => !this.isTheirs(field));
    return withChanges(
      this.#theirs.fields,
      own.map(({ field, mine }) => [field, mine]),
    );
  }
}

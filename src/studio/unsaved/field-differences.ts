import { type Fields, isSame, namesIn } from './fields.ts';

/** A setting that two versions have different values of. */
export interface FieldDifference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether it was changed here, and not only there. */
  readonly isMine: boolean;
}

/** In which settings two versions differ, which of them were made from `base`. */
export function differences(mine: Fields, theirs: Fields, base: Fields): readonly FieldDifference[] {
  return namesIn(mine, theirs)
    .filter(field => !isSame(mine[field], theirs[field]))
    .map(field => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      isMine: !isSame(mine[field], base[field]),
    }));
}

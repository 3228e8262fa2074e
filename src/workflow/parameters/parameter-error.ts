import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';

/** A parameter whose field is not in the body. */
export interface MissingField {
  readonly parameter: string;
  /** As the mapping has it. */
  readonly reference: string;
  /** The fields that were there instead: beside the missing one, or everywhere for `value of`; 20 at most. */
  readonly available: readonly string[];
}

/** How many names of fields an error lists: a body may hold a million. */
export const listedFields = 20;

/** A body lacks fields that a mapping refers to. The message lists what was there; `missing` has every parameter. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly code = 'missing-field';
  readonly missing: readonly MissingField[];

  constructor(missing: readonly MissingField[]) {
    super(missing.map(describe).join(' '));
    this.missing = missing;
  }
}

/** The first names as they are listed, each once. */
export function listNames(names: Iterable<string>): readonly string[] {
  const listed = new Set<string>();
  for (const name of names) {
    if (listed.size === listedFields) break;
    listed.add(excerpt(name));
  }
  return [...listed];
}

function describe({ parameter, reference, available }: MissingField): string {
  const there =
    available.length === 0 ? 'there are no fields' : `found only ${available.map(quote).join(', ')}`;
  const lastName = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf(' ')) + 1);
  const meant = didYouMean(lastName, available);
  const hint = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`;
  return `The parameter ${quote(parameter)} needs the field ${quote(reference)}, but ${there}.${hint}`;
}

function quote(name: string): string {
  return `\`${name}\``;
}

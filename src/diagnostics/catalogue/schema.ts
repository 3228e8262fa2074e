import { error, warning } from './entry.ts';
import type { OutputFacts } from './output.ts';

/** The facts of all codes about schemas. */
export interface SchemaFacts extends OutputFacts {
  /** Whose schema it is: its title. */
  readonly who?: string | undefined;
  /** What the schema says of the value. */
  readonly description?: string | undefined;
}

/** What a schema asks, in the words of its description too. */
const said = (words: (facts: SchemaFacts & { readonly whose: string }) => string) => (facts: SchemaFacts) => {
  const about = facts.description ? ` (${facts.description.replace(/\.$/, '')})` : '';
  const when = facts.when ? ` ${facts.when}` : '';
  return `${words({ ...facts, whose: facts.who ?? 'The schema' })}${about}${when}.`;
};

const asked = (words: Parameters<typeof said>[0]) => error<SchemaFacts>(said(words));

const wanted = ({ whose, expected, found }: SchemaFacts & { readonly whose: string }) =>
  `${whose} expects ${expected} here${found ? `, but found ${found}` : ''}`;

export const schemaCodes = {
  'schema-missing-key': asked(
    ({ whose, expected, found }) =>
      `${whose} needs the key ${expected} in this object${found ? `, since ${found}` : ''}`,
  ),
  'schema-unknown-key': asked(
    ({ whose, expected, found }) => `${whose} does not take the key ${found} here: it takes ${expected}`,
  ),
  'schema-misspelt-key': warning<SchemaFacts>(
    said(
      ({ whose, expected, found }) =>
        `${whose} says nothing about the key ${found}, which is probably ignored: ${expected} may be meant`,
    ),
  ),
  'schema-repeated-key': asked(
    ({ found }) => `This object has the key ${found}: receivers keep only one of them, so remove the other`,
  ),
  'schema-type': asked(wanted),
  'schema-value': asked(wanted),
  'schema-length': asked(wanted),
  'schema-count': asked(wanted),
  'schema-range': asked(wanted),
  'schema-pattern': asked(wanted),
  'schema-alternatives': asked(wanted),
  'schema-unproved': warning<SchemaFacts>(
    said(
      ({ whose, expected, found }) =>
        `${whose} may refuse what is written here: it expects ${expected}${found ? `, but this may be ${found}` : ''}`,
    ),
  ),
  'schema-syntax': warning<SchemaFacts>(
    said(
      ({ whose, expected, found }) =>
        `${whose} reads this text as ${found}, where a value may be read as markup: add ${expected}`,
    ),
  ),
};

export type SchemaCode = keyof typeof schemaCodes;

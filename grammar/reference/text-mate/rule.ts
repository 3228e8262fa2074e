/** A rule of a TextMate grammar, as editors read it. */
export interface Rule {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

/** The scopes of groups, by their numbers; 0 is all of a match. */
export type Captures = Readonly<Record<string, { readonly name: string }>>;

/** The scopes of groups in their order, from 1. */
export function captures(...scopes: readonly string[]): Captures {
  return Object.fromEntries(scopes.map((name, index) => [index + 1, { name }]));
}

export function include(name: string): Rule {
  return { include: `#${name}` };
}

/** The end of a rule that goes on to the end of the file. */
export const never = '(?!)';

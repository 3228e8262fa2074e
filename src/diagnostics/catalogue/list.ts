import { quote } from './excerpt.ts';

const mostNamesListed = 12;

/** Joins names for a sentence. */
export function list(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const quoted = names.slice(0, mostNamesListed).map(quote);
  const more = names.length > mostNamesListed ? ` and ${names.length - mostNamesListed} more` : '';
  return quoted.join(', ') + more;
}

/** The end of a sentence about an unknown name. */
export function youCanUse(names: readonly string[]): string {
  return names.length === 0 ? 'there are none.' : `you can use ${list(names)}.`;
}

import { quote } from './excerpt.ts';

const maxNamesListed = 12;

/** Joins names for a sentence. */
export function list(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const quoted = names.slice(0, maxNamesListed).map(quote);
  const more = names.length > maxNamesListed ? ` and ${names.length - maxNamesListed} more` : '';
  return quoted.join(', ') + more;
}

/** The end of a sentence about an unknown name. */
export function youCanUse(names: readonly string[]): string {
  return names.length === 0 ? 'there are none.' : `you can use ${list(names)}.`;
}

/** `1 error`, `2 errors` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

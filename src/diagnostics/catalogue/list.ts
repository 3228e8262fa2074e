const mostListed = 12;

/** Names for a sentence. */
export function list(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const quoted = names.slice(0, mostListed).map(name => `\`${name}\``);
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : '';
  return quoted.join(', ') + more;
}

/** The end of a sentence about an unknown name. */
export function knownOnes(names: readonly string[]): string {
  if (names.length === 0) return 'there are none.';
  return names.length === 1 ? `the only one is ${list(names)}.` : `choose from ${list(names)}.`;
}

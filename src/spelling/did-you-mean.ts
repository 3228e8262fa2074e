/**
 * The candidate that a misspelt word most likely means, or nothing. In the order that rustc tries them: the same
 * letters in another case, the smallest Damerau–Levenshtein distance within a third of the length, the same words
 * in another order.
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  return (
    candidates.find(candidate => candidate.toLowerCase() === lower) ??
    (word.length > maxWordLength ? undefined : (nearest(word, candidates) ?? inOtherOrder(word, candidates)))
  );
}

/** Whether two words differ in case alone, or by one or two letters, of which short ones have room for one. */
export function areNear(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const most = Math.min(2, Math.floor(one.length / 3));
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most;
}

/** The cost of that, in units of a budget. */
export function proposalUnits(word: string, candidates: readonly string[]): number {
  return (Math.min(word.length, maxWordLength) + 2) * candidates.length;
}

/** Longer words are not typing slips, and comparing them would cost more than the answer is worth. */
const maxWordLength = 100;

function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(beforeLast, j - 2) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

function inOtherOrder(word: string, candidates: readonly string[]): string | undefined {
  const words = sortedWords(word);
  return candidates.find(candidate => sortedWords(candidate) === words);
}

function sortedWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .sort()
    .join(' ');
}

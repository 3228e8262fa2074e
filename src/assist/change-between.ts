/** A change of a text: what stands there, and what will. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The stretch in which two texts differ, so that the cursor stays where it is outside of that. */
export function changeBetween(before: string, after: string): Change {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  const most = Math.min(before.length, after.length) - from;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

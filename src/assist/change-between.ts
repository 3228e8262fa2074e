/** A replacement of a stretch of text. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The stretch in which two texts differ; replacing only that leaves the cursor alone elsewhere. */
export function changeBetween(before: string, after: string): Change {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  const most = Math.min(before.length, after.length) - from;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** An instant in UTC to the second: the fastest way that JavaScript itself has to it. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

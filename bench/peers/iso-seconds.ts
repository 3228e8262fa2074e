/** An instant in UTC to the second, by what JavaScript itself has for it. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

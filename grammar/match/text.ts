import type { CustomPatternMatcherReturn } from 'chevrotain';

const dollar = '$';
const backslash = 0x5c;

/** Text up to the next tag or escaped dollar. */
export function matchText(source: string, offset: number): CustomPatternMatcherReturn | null {
  const next = source.indexOf(dollar, offset);
  if (next < 0) return [source.slice(offset)];
  const end = isEscaped(source, next, offset) ? next - 1 : next;
  return end === offset ? null : [source.slice(offset, end)];
}

/**
 * Of the backslashes right before a dollar, from an offset on, an odd number means that the last one escapes it; an even
 * number are all text.
 */
export function isEscaped(source: string, dollarAt: number, from: number): boolean {
  let run = dollarAt;
  while (run > from && source.charCodeAt(run - 1) === backslash) run--;
  return (dollarAt - run) % 2 === 1;
}

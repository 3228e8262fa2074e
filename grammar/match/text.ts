import type { CustomPatternMatcherReturn } from 'chevrotain';

const dollar = '$';
const backslash = 0x5c;

/**
 * Text up to the next tag or escaped dollar. Of the backslashes right before a dollar, an odd number means that the
 * last one escapes it; an even number are all text, and the dollar opens a tag.
 */
export function matchText(source: string, offset: number): CustomPatternMatcherReturn | null {
  const next = source.indexOf(dollar, offset);
  if (next < 0) return [source.slice(offset)];
  let run = next;
  while (run > offset && source.charCodeAt(run - 1) === backslash) run--;
  const end = (next - run) % 2 === 0 ? next : next - 1;
  return end === offset ? null : [source.slice(offset, end)];
}

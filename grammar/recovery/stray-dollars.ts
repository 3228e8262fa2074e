import {
  blockOpener,
  blockTag,
  isEscaped,
  keywordTag,
  opensKnown,
  spacedValueTag,
  type TagNames,
  valueTag,
} from '../lexer.ts';

/*
 * In `Only 5$ for $profile$ on $event$`, a superfluous dollar confuses text and tags for the rest of the source.
 * Dollars can be paired in several ways; the likeliest pairing is the cheapest one. A stray dollar costs more than a
 * tag of unusual shape, and a tag of a common shape costs nothing.
 */

interface Shape {
  readonly pattern: RegExp;
  readonly cost: number;
}

const strayCost = 3;
const jointCost = 1;
const spacedValue = shape(spacedValueTag, 1);
const block = shape(blockTag, 0);
const shapes: readonly Shape[] = [
  shape(keywordTag, 0),
  block,
  shape(blockOpener, strayCost - 1),
  shape(valueTag, 0),
  spacedValue,
];

function shape(source: string, cost: number): Shape {
  return { pattern: new RegExp(source, 'y'), cost };
}

/** Matches a tag with white space, or after the value of an option anything, before its closing dollar. */
const notAtEnd = /(?:\s|["“”][^"“”]+)\$$/;

/** Matches what is rather a text between two tags, as in `$host$_$state$`. */
const joint = /^\$_+\$$/;

/** Offsets of the dollars that are most likely literal, if the dollars of a source do not pair up. */
export function strayDollars(source: string, names?: TagNames): number[] {
  const dollars = unescapedDollars(source);
  const indexOf = new Map(dollars.map((offset, index) => [offset, index]));
  const commentEnds: number[] = [];
  const costs = new Array<number>(dollars.length + 1).fill(0);
  const nexts = new Array<number>(dollars.length + 1).fill(0);
  const isStray = new Array<boolean>(dollars.length).fill(false);
  for (let index = dollars.length - 1; index >= 0; index--) {
    costs[index] = strayCost + (costs[index + 1] ?? 0);
    nexts[index] = index + 1;
    isStray[index] = true;
    const offset = dollars[index] ?? 0;
    for (const { end, cost } of tagsAt(source, offset, commentEnds, names)) {
      const next = (indexOf.get(end - 1) ?? index) + 1;
      const total = cost + (costs[next] ?? 0);
      if (total >= (costs[index] ?? 0)) continue;
      costs[index] = total;
      nexts[index] = next;
      isStray[index] = false;
    }
    if (source[offset - 1] === '!') commentEnds.push(offset + 1);
  }
  const stray: number[] = [];
  for (let index = 0; index < dollars.length; index = nexts[index] ?? dollars.length) {
    if (isStray[index]) stray.push(dollars[index] ?? 0);
  }
  return stray;
}

/** Possible tags at a dollar; `commentEnds` are the ends of the `!$` after it, nearest last. */
function* tagsAt(
  source: string,
  offset: number,
  commentEnds: readonly number[],
  names: TagNames | undefined,
): Generator<{ end: number; cost: number }> {
  if (source[offset + 1] === '!') {
    const nearest = commentEnds.at(-1) ?? 0;
    const end = nearest >= offset + 4 ? nearest : commentEnds.at(-2);
    if (end !== undefined) yield { end, cost: 0 };
    return;
  }
  for (const each of shapes) {
    const { pattern, cost } = each;
    pattern.lastIndex = offset;
    if (!pattern.test(source)) continue;
    const end = pattern.lastIndex;
    const tag = source.slice(offset, end);
    // The dollar that seems to close it opens the next tag.
    const isUnclosed = notAtEnd.test(tag) && opensKnown(source, end - 1, names);
    const isJoint = joint.test(tag) && !opensKnown(source, offset, names);
    if (!isUnclosed) yield { end, cost: isJoint ? cost + jointCost : cost };
  }
}

function unescapedDollars(source: string): number[] {
  const dollars: number[] = [];
  for (let offset = source.indexOf('$'); offset >= 0; offset = source.indexOf('$', offset + 1)) {
    if (!isEscaped(source, offset, 0)) dollars.push(offset);
  }
  return dollars;
}

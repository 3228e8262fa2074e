import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import type { Problem } from '../output.ts';
import type { JsonRun, JsonState, KeyText, Members, OpenedJson } from './state.ts';

/*
 * The literal keys of the objects that are open, for warnings alone: states of one automaton key may remember others.
 * Where paths join, what both remember is kept, so that a warning may be missing and is never made up.
 */

/** Of one object: people write fewer, and looking for a key takes a step for each. */
const mostMembers = 256;

export function addToKey(key: KeyText, text: string): KeyText {
  return key.tail === undefined ? { ...key, head: key.head + text } : { ...key, tail: key.tail + text };
}

/** Adds the key that ends here to its object; warns where that has it already, or a value could make it so. */
export function endKey(run: JsonRun, text: string, end: number): Problem | undefined {
  const { opened, key } = run;
  run.key = undefined;
  if (!key || !opened) return undefined;
  const { start, head, tail } = addToKey(key, text);
  if (tail !== undefined) {
    const isPerhaps = (each: string) =>
      each.length >= head.length + tail.length && each.startsWith(head) && each.endsWith(tail);
    const member = findMember(opened, isPerhaps);
    return member && { ...valueKey(member), start, end };
  }
  const literal = decode(head);
  const member = findMember(opened, each => each === literal);
  if (member) {
    const found = `\`${excerpt(literal)}\` a second time`;
    const related = [
      { range: { start: member.start, end: member.end }, message: 'It is already given here' },
    ];
    return { code: 'json-duplicate-key', start, end, expected: 'another key', found, related };
  }
  const before = opened.members;
  const count = (before?.count ?? 0) + 1;
  if (count <= mostMembers) run.opened = { ...opened, members: { key: literal, start, end, count, before } };
  return undefined;
}

/** A value that is a whole key, in an object that has a literal key already. */
export function valueAsKey({ opened }: JsonState): readonly Omit<Problem, 'start' | 'end'>[] {
  return opened?.members ? [valueKey(opened.members)] : [];
}

function valueKey({ key, start, end }: Members): Omit<Problem, 'start' | 'end'> {
  const related = [{ range: { start, end }, message: 'That member is here' }];
  return { code: 'json-value-key', expected: 'another key', found: `\`${excerpt(key)}\``, related };
}

function findMember({ members }: OpenedJson, isIt: (key: string) => boolean): Members | undefined {
  for (let member = members; member; member = member.before) if (isIt(member.key)) return member;
  return undefined;
}

function decode(key: string): string {
  return key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key;
}

/** The second of two states of one key, with the keys that both remember. */
export function mergeMembers(one: JsonState, other: JsonState): JsonState {
  const key = one.key === other.key ? other.key : undefined;
  if (one.opened === other.opened) return { ...other, key };
  const inner: OpenedJson[] = [];
  let [a, b] = [one.opened, other.opened];
  while (a && b && a !== b) {
    inner.push({ ...b, members: commonMembers(a.members, b.members) });
    [a, b] = [a.outer, b.outer];
  }
  return { ...other, key, opened: inner.reduceRight((outer, each) => ({ ...each, outer }), b) };
}

function commonMembers(one: Members | undefined, other: Members | undefined): Members | undefined {
  let [a, b] = [one, other];
  while (a !== b) {
    if ((a?.count ?? 0) >= (b?.count ?? 0)) a = a?.before;
    else b = b?.before;
  }
  return a;
}

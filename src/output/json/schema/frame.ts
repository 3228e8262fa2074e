import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { When, Written } from '../../output.ts';
import { lengthOf } from './assess.ts';
import type { SpotNode, SpotPart } from './spot.ts';
import { accepted, type Logic, type SchemaVerdict } from './verdict.ts';

/** A list that could be cut, and how many items it writes at least. */
type Cuttable = Pick<Written, 'cut' | 'least'>;

/** How many there are, at least and at most. */
export interface Interval {
  readonly least: number;
  readonly most: number;
}

/** A key of an object: when it is surely there, when perhaps, and where it was written last. */
export interface Member {
  readonly surely: When;
  readonly perhaps: When;
  readonly start: number;
  readonly end: number;
}

/**
 * An open object or array and what is known of it so far; the outermost is the whole output. Nothing of it but its spot tells
 * states apart: where paths join, each fact becomes one that holds on all of them.
 */
export interface Frame {
  readonly outer: Frame | undefined;
  /** How it is a part of the outer one. */
  readonly part: SpotPart;
  /** Empty for the whole output. */
  readonly bracket: '[' | '{' | '';
  readonly start: number;
  /** Of nodes that are not demanded: what their subschemas said about the parts so far. */
  readonly verdicts: ReadonlyMap<SpotNode, SchemaVerdict>;
  /** How many items or members. */
  readonly count: Interval;
  /** How many there were before the list whose writing it knows alone. */
  readonly before: Interval;
  readonly members: ReadonlyMap<string, Member>;
  /** Whether a value wrote a key. */
  readonly hasAnyKey: boolean;
  /** For `contains`: how many items its schema accepts. */
  readonly contained: ReadonlyMap<SpotNode, Interval>;
  /** The items as JSON, as long as all are known. */
  readonly values: readonly string[] | undefined;
  /** Lists that write some of the items. */
  readonly lists: readonly Cuttable[];
  /** How many objects and arrays are around it. */
  readonly depth: number;
  /** How many are open in it that are too deep to be known. */
  readonly skipped: number;
  /** Whether it knows only what was written since a list began. */
  readonly isPartial: boolean;
}

/** A string, number or word that is being read, and when it may be this one. */
export interface Content {
  readonly when: When;
  /** The length of what stands before `raw`, in code points; undefined if nothing does. */
  readonly before: Interval | undefined;
  /** Literal JSON text, as far as it is known. */
  readonly raw: string;
  /** Where that stands in the source, if it is all and in one piece. */
  readonly literal?: SourceRange | undefined;
  /** Whether an unknown name is a part of it. */
  readonly isUnknown?: boolean | undefined;
  /** Values and lists in it that could be cut. */
  readonly holes: readonly Hole[];
}

type Hole = Pick<Written, 'cut' | 'unsafe' | 'range'> & Interval;

export const none: Interval = { least: 0, most: 0 };

export function frameOf(
  part: SpotPart,
  bracket: Frame['bracket'],
  start: number,
  outer: Frame | undefined,
): Frame {
  return {
    outer,
    part,
    bracket,
    start,
    verdicts: noVerdicts,
    count: none,
    before: none,
    members: noMembers,
    hasAnyKey: false,
    contained: noneContained,
    values: [],
    lists: [],
    depth: outer ? outer.depth + 1 : 0,
    skipped: 0,
    isPartial: false,
  };
}

const noVerdicts: ReadonlyMap<SpotNode, SchemaVerdict> = new Map();
const noMembers: ReadonlyMap<string, Member> = new Map();
const noneContained: ReadonlyMap<SpotNode, Interval> = new Map();

export function plus(a: Interval, b: Interval): Interval {
  return { least: a.least + b.least, most: a.most + b.most };
}

function hull(a: Interval, b: Interval): Interval {
  if (a.least <= b.least && a.most >= b.most) return a;
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
}

/** With `isRepeated`, what grew may grow for ever. */
function joinedInterval(a: Interval, b: Interval, isRepeated: boolean): Interval {
  const both = hull(a, b);
  return isRepeated && both.most > a.most ? { ...both, most: Number.POSITIVE_INFINITY } : both;
}

/** Two paths that meet. */
export interface Meeting {
  readonly logic: Logic;
  readonly whenOne: When;
  readonly whenOther: When;
  /** Whether each comes round again. */
  readonly isRepeated: boolean;
}

/** What is known on both paths: the first itself if the other knows no less. */
export function joinedFrame(one: Frame, other: Frame, meeting: Meeting): Frame {
  if (one === other) return one;
  const outer = one.outer && other.outer && joinedFrame(one.outer, other.outer, meeting);
  const count = joinedInterval(one.count, other.count, meeting.isRepeated);
  const before = joinedInterval(one.before, other.before, meeting.isRepeated);
  const joined: Frame = {
    ...one,
    outer,
    count,
    before,
    verdicts: joinedMap(one.verdicts, other.verdicts, (a, b) => joinedVerdict(a, b, meeting)),
    members: joinedMap(one.members, other.members, (a, b) => joinedMember(a, b, meeting)),
    hasAnyKey: one.hasAnyKey || other.hasAnyKey,
    contained: joinedMap(one.contained, other.contained, (a, b) =>
      joinedInterval(a ?? none, b ?? none, meeting.isRepeated),
    ),
    values: isSame(one.values, other.values) ? one.values : undefined,
    lists: joinedLists(one.lists, other.lists),
  };
  const isOne =
    outer === one.outer &&
    count === one.count &&
    before === one.before &&
    joined.verdicts === one.verdicts &&
    joined.members === one.members &&
    joined.hasAnyKey === one.hasAnyKey &&
    joined.contained === one.contained &&
    joined.values === one.values;
  return isOne ? one : joined;
}

function joinedVerdict(
  a: SchemaVerdict | undefined,
  b: SchemaVerdict | undefined,
  meeting: Meeting,
): SchemaVerdict {
  const { logic, whenOne, whenOther } = meeting;
  return logic.joined(a ?? accepted, whenOne, b ?? accepted, whenOther);
}

const absent: Pick<Member, 'surely' | 'perhaps'> = { surely: false, perhaps: false };

function joinedMember(a: Member | undefined, b: Member | undefined, meeting: Meeting): Member {
  const { logic, whenOne, whenOther } = meeting;
  const place = a ?? b ?? { start: 0, end: 0 };
  const [one, other] = [a ?? absent, b ?? absent];
  const surely = logic.surely(one.surely, whenOne, other.surely, whenOther);
  const perhaps = logic.perhaps(one.perhaps, whenOne, other.perhaps, whenOther);
  if (a && surely === a.surely && perhaps === a.perhaps) return a;
  return { surely, perhaps, start: place.start, end: place.end };
}

/** The first map itself if nothing differs from it. */
function joinedMap<K, V extends object>(
  one: ReadonlyMap<K, V>,
  other: ReadonlyMap<K, V>,
  join: (a: V | undefined, b: V | undefined) => V,
): ReadonlyMap<K, V> {
  if (one === other) return one;
  let joined: Map<K, V> | undefined;
  const set = (key: K, both: V) => {
    joined ??= new Map(one);
    joined.set(key, both);
  };
  for (const [key, before] of one) {
    const both = join(before, other.get(key));
    if (both !== before) set(key, both);
  }
  for (const [key, added] of other) if (!one.has(key)) set(key, join(undefined, added));
  return joined ?? one;
}

/** A list that only one of the paths comes to writes no items on the other. */
function joinedLists(one: readonly Cuttable[], other: readonly Cuttable[]): readonly Cuttable[] {
  if (one.length === other.length) return one;
  return (one.length > other.length ? one : other).map(list => ({ ...list, least: 0 }));
}

function isSame(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return (
    a === b || (a !== undefined && a.length === b?.length && a.every((each, index) => each === b[index]))
  );
}

/** Where items have schemas by their places, these tell states apart. */
export function keyOfFrame({ part: { spot }, before, count }: Frame): string {
  if (spot.places === 0) return String(spot.id);
  const { least, most } = plus(before, count);
  return `${spot.id}:${Math.min(least, spot.places)}-${Math.min(most, spot.places)}`;
}

/** What is known of what follows alone. */
export function partialFrame(frame: Frame): Frame {
  return {
    ...frameOf(frame.part, frame.bracket, frame.start, frame.outer && partialFrame(frame.outer)),
    before: plus(frame.before, frame.count),
    skipped: frame.skipped,
    isPartial: true,
  };
}

/** What was known, together with what has been written since. */
export function resumedFrame(since: Frame, before: Frame, logic: Logic): Frame {
  const outer = since.outer && before.outer ? resumedFrame(since.outer, before.outer, logic) : since.outer;
  if (!since.isPartial) return { ...since, outer };
  const members = new Map<string, Member>(before.members);
  for (const [key, member] of since.members) {
    const earlier = before.members.get(key);
    const surely = logic.either(earlier?.surely ?? false, member.surely);
    members.set(key, {
      ...member,
      surely,
      perhaps: logic.either(earlier?.perhaps ?? false, member.perhaps),
    });
  }
  const verdicts = new Map(before.verdicts);
  for (const [node, verdict] of since.verdicts)
    verdicts.set(node, logic.all(verdicts.get(node) ?? accepted, verdict));
  const contained = new Map(before.contained);
  for (const [node, count] of since.contained) contained.set(node, plus(contained.get(node) ?? none, count));
  return {
    ...before,
    outer,
    skipped: since.skipped,
    count: plus(before.count, since.count),
    members,
    verdicts,
    contained,
    hasAnyKey: before.hasAnyKey || since.hasAnyKey,
    values: before.values && since.values && [...before.values, ...since.values],
    lists: [...before.lists, ...since.lists].slice(0, maxHoles),
  };
}

/** What is known when nothing is known of some variables any more. */
export function forgettingFrame(
  frame: Frame,
  perhaps: (when: When) => When,
  surely: (when: When) => When,
): Frame {
  const outer = frame.outer && forgettingFrame(frame.outer, perhaps, surely);
  const members = mapped(frame.members, member => ({
    ...member,
    surely: surely(member.surely),
    perhaps: perhaps(member.perhaps),
  }));
  const verdicts = mapped(frame.verdicts, ({ yes, no, why }) => ({ yes: surely(yes), no: surely(no), why }));
  return { ...frame, outer, members, verdicts };
}

function mapped<K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): ReadonlyMap<K, V> {
  return map.size === 0 ? map : new Map([...map].map(([key, value]) => [key, change(value)]));
}

/** At most so many texts are told apart. */
const maxContents = 64;

/** Contents of one text as they are, unless they are too many: then as one that knows their length alone. */
export function withinMost(contents: readonly Content[]): readonly Content[] {
  return contents.length <= maxContents ? contents : [collapsed(contents)];
}

function collapsed(contents: readonly Content[]): Content {
  const [first = none, ...others] = contents.map(lengthSoFar);
  const holes = contents.flatMap(each => each.holes).slice(0, maxHoles);
  const isUnknown = contents.some(each => each.isUnknown);
  return { when: true, before: others.reduce(hull, first), raw: '', isUnknown, holes };
}

/** What a text may be on both paths. */
export function joinedContents(
  one: readonly Content[],
  other: readonly Content[],
  { logic, whenOne, whenOther, isRepeated }: Meeting,
): readonly Content[] {
  if (one === other) return one;
  const joined = new Map<string, Content>();
  for (const [contents, whenHere] of [
    [one, whenOne],
    [other, whenOther],
  ] as const) {
    for (const content of contents) {
      const when = logic.both(content.when, whenHere);
      const { before, raw, isUnknown = false } = content;
      const key = `${isUnknown} ${before ? `${before.least} ${before.most}` : ''} ${raw}`;
      const known = joined.get(key);
      joined.set(key, known ? { ...known, when: logic.either(known.when, when) } : { ...content, when });
    }
  }
  const all = [...joined.values()];
  const isKnown = all.length === one.length;
  if (!isRepeated) return withinMost(all);
  if (isKnown && all.every((each, index) => isAsKnown(each, one[index]))) return one;
  const whole = collapsed(all);
  const { before = none } = whole;
  const repeated = isKnown ? whole : { ...whole, before: { ...before, most: Number.POSITIVE_INFINITY } };
  return one.length === 1 && isAsKnown(repeated, one[0]) ? one : [repeated];
}

/** So many values of one text are remembered. */
export const maxHoles = 16;

/** What comes after another content, in the same text. */
export function continued(first: Content, second: Content, logic: Logic): Content {
  const { when, before, raw, holes } = second;
  const all = first.holes.length === 0 ? holes : [...first.holes, ...holes].slice(0, maxHoles);
  const isUnknown = first.isUnknown || second.isUnknown;
  const both = { when: logic.both(first.when, when), isUnknown, holes: all };
  if (!before) return { ...both, before: first.before, raw: first.raw + raw };
  const isWhole = decodeJson(first.raw) !== undefined;
  const soFar = isWhole ? lengthSoFar(first) : { least: 0, most: Number.POSITIVE_INFINITY };
  const mayJoin = first.raw === '' ? first.before !== undefined : endsHalf.test(decodeJson(first.raw) ?? '');
  return { ...both, before: joinedHalves(plus(soFar, before), mayJoin), raw };
}

/** Halves of characters, which become one where texts meet. */
const endsHalf = /[\ud800-\udbff]$/;
const beginsHalf = /^[\udc00-\udfff]/;

function joinedHalves({ least, most }: Interval, mayJoin: boolean): Interval {
  return mayJoin ? { least: Math.max(0, least - 1), most } : { least, most };
}

function isAsKnown({ when, raw, before }: Content, earlier: Content | undefined): boolean {
  return (
    when === earlier?.when &&
    raw === earlier.raw &&
    before?.least === earlier.before?.least &&
    before?.most === earlier.before?.most
  );
}

/** The length that a content has so far, in code points; an escape that is not complete may still be any character. */
export function lengthSoFar({ before = none, raw }: Content): Interval {
  const text = decodeJson(raw);
  if (text === undefined) return { least: before.least, most: before.most + raw.length };
  const length = lengthOf(text);
  return joinedHalves(plus(before, { least: length, most: length }), beginsHalf.test(text));
}

/** The text between the quotes of a JSON string; undefined if an escape is not complete. */
export function decodeJson(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return undefined;
  }
}

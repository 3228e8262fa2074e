import { excerpt, quote } from '../../../diagnostics/catalogue/excerpt.ts';
import { list } from '../../../diagnostics/catalogue/list.ts';
import type { Fix, SourceRange } from '../../../diagnostics/diagnostic.ts';
import { editAll, insertAt, proposeMeant, replaceWith } from '../../../diagnostics/fixes/fix.ts';
import { areNear, didYouMean } from '../../../spelling/did-you-mean.ts';
import type {
  Conditions,
  Landing,
  Moved,
  Output,
  Transition,
  Violation,
  When,
  Written,
} from '../../output.ts';
import { type LinesState, linesOf } from '../lines.ts';
import { json, mergeMembers, readJson } from '../output.ts';
import { isNumber, type JsonMode, type JsonState } from '../state.ts';
import { assess, assessKind, type Issue, lengthOf } from './assess.ts';
import {
  type Content,
  continued,
  decodeJson,
  type Frame,
  forgettingFrame,
  frameOf,
  type Interval,
  joinedContents,
  joinedFrame,
  keyOfFrame,
  lengthSoFar,
  maxHoles,
  none,
  partialFrame,
  plus,
  resumedFrame,
  withinMost,
} from './frame.ts';
import { escapeWithin, fixesFor, sampleOf } from './mend.ts';
import type { JsonScalar, Schema } from './schema.ts';
import { type Spot, type SpotNode, type SpotPart, Spots } from './spot.ts';
import { type Keys, noAlternative, Totals } from './totals.ts';
import { accepted, Logic, type Reason, type SchemaVerdict, unknown } from './verdict.ts';

export interface SchemaState {
  readonly json: JsonState;
  /** The innermost open object or array, or the whole output. */
  readonly frame: Frame;
  /** The value of the member whose key was read. */
  readonly next: SpotPart | undefined;
  /** The key that is being read. */
  readonly key: { readonly start: number; readonly raw: string; readonly isOpen: boolean } | undefined;
  /** The string, number or word that is being read. */
  readonly contents: readonly Content[] | undefined;
  /** Where it begins in the source. */
  readonly begun: number;
  /** Whether it began before the list whose item is written. */
  readonly isContinued: boolean;
  /** When a value before had nothing to write, so that nothing is rendered: a number that is none. */
  readonly unrendered: When;
}

/** JSON by RFC 8259 that a schema accepts: the automaton of JSON, with what is known of each open value under the schema. */
export function jsonUnder(
  schema: Schema,
  conditions: Conditions,
  spots: Spots = Spots.under(schema),
): Output<SchemaState> {
  const logic = new Logic(conditions);
  return {
    name: 'json',

    start(): SchemaState {
      const spot = spots.of(schema, true);
      const part: SpotPart = { spot, links: new Map(), undecided: [], refusing: [] };
      const frame = frameOf(part, '', 0, undefined);
      return {
        json: json.start(),
        frame,
        next: part,
        key: undefined,
        contents: undefined,
        begun: 0,
        isContinued: false,
        unrendered: false,
      };
    },

    advance(state: SchemaState, text: string, offset: number): Transition<SchemaState> {
      const reader = new Reader(schema, logic, spots, state);
      const moved = reader.read(text, offset);
      return 'violation' in moved
        ? moved
        : { state: reader.state(moved.state), warnings: reader.found(moved.warnings) };
    },

    place({ json: state }: SchemaState, following: string): Landing {
      return json.place(state, following);
    },

    after(state: SchemaState, range: SourceRange): SchemaState {
      return { ...state, json: json.after(state.json, range) };
    },

    write(state: SchemaState, range: SourceRange, written: readonly Written[]): Moved<SchemaState> {
      const reader = new Reader(schema, logic, spots, state);
      reader.write(written, range);
      return { state: reader.state(json.after(state.json, range)), warnings: reader.found() };
    },

    end(state: SchemaState, offset: number): Violation | undefined {
      return json.end(state.json, offset);
    },

    finish(state: SchemaState, offset: number): readonly Violation[] {
      const reader = new Reader(schema, logic, spots, state);
      reader.finish(offset);
      return reader.found();
    },

    open({ json: { nesting } }: SchemaState) {
      return nesting;
    },

    opened({ json: { opened } }: SchemaState) {
      return opened;
    },

    key({ json: state, frame, next, key, contents }: SchemaState): string {
      let around = '';
      for (let each: Frame | undefined = frame; each; each = each.outer) around += `/${keyOfFrame(each)}`;
      const reading = key ? `${key.isOpen} ${key.raw}` : isInside(state.mode) ? '' : numberOrWordIn(contents);
      return `${json.key(state)} ${around} ${next?.spot.id ?? ''} ${reading}`;
    },

    merge(
      one: SchemaState,
      other: SchemaState,
      whenOne: When,
      whenOther: When,
      isRepeated = false,
    ): SchemaState {
      const meeting = { logic, whenOne, whenOther, isRepeated };
      const contents =
        one.contents && other.contents ? joinedContents(one.contents, other.contents, meeting) : one.contents;
      const frame = joinedFrame(one.frame, other.frame, meeting);
      const unrendered = logic.surely(one.unrendered, whenOne, other.unrendered, whenOther);
      if (one.isContinued !== other.isContinued)
        return { ...one, frame, contents: anyTextIn(contents), isContinued: false, unrendered };
      return { ...one, json: mergeMembers(one.json, other.json), frame, contents, unrendered };
    },

    knowsLess(merged: SchemaState, before: SchemaState): boolean {
      const { frame, contents, unrendered } = before;
      return merged.frame !== frame || merged.contents !== contents || merged.unrendered !== unrendered;
    },

    /** What a list writes is known apart from what stands before it. */
    afresh(state: SchemaState): SchemaState {
      // What follows a number or word ends it.
      const isContinued = isInside(state.json.mode) && state.contents !== undefined;
      const contents = isContinued ? [emptyContent] : state.contents;
      return { ...state, frame: partialFrame(state.frame), contents, isContinued, unrendered: false };
    },

    recall(state: SchemaState, earlier: SchemaState): SchemaState {
      const merged = mergeMembers(earlier.json, state.json);
      const frame = resumedFrame(state.frame, earlier.frame, logic);
      const unrendered = logic.either(earlier.unrendered, state.unrendered);
      if (!state.isContinued || !state.contents || !earlier.contents)
        return { ...state, json: merged, frame, unrendered };
      const pairs = earlier.contents.flatMap(first =>
        (state.contents ?? []).map(more => continued(first, more, logic)),
      );
      return {
        ...state,
        json: merged,
        frame,
        contents: withinMost(pairs),
        isContinued: earlier.isContinued,
        unrendered,
      };
    },

    bounded(state, before, { max, cut, first, later }) {
      const most = (states: readonly SchemaState[], of: (each: SchemaState) => number) =>
        Math.max(0, ...states.map(of));
      const limit = (of: (each: SchemaState) => number) => {
        if (max === undefined) return Number.POSITIVE_INFINITY;
        const more = most(first.between, of) + times(max - 2, most(later.between, of)) + most(later.last, of);
        return most(before, of) + Math.max(most(first.last, of), max > 1 ? more : 0);
      };
      const countOf = ({ frame }: SchemaState) => frame.count.most;
      const containedBy = (node: SpotNode) => (each: SchemaState) =>
        each.frame.contained.get(node)?.most ?? 0;
      const lengthOf = ({ contents = [] }: SchemaState) =>
        Math.max(0, ...contents.map(each => lengthSoFar(each).most));
      const { frame, contents } = state;
      const count = { ...frame.count, most: Math.min(frame.count.most, limit(countOf)) };
      const isLonger = most([...first.last, ...later.last], countOf) > 0;
      const least = frame.count.least - Math.min(...before.map(each => each.frame.count.least));
      const lists = isLonger ? [...frame.lists, { cut, least }].slice(0, maxHoles) : frame.lists;
      const longest = limit(lengthOf);
      const contained = new Map(
        [...frame.contained].map(([node, { least, most: grown }]) => [
          node,
          { least, most: Math.min(grown, limit(containedBy(node))) },
        ]),
      );
      return {
        ...state,
        frame: { ...frame, count, lists, contained },
        contents: contents?.map(content => {
          const length = lengthSoFar(content);
          return length.most <= longest
            ? content
            : { ...content, before: { least: length.least, most: longest }, raw: '' };
        }),
      };
    },

    /** What is known when nothing is known of some variables any more. */
    forget(state: SchemaState, perhaps: (when: When) => When, surely: (when: When) => When): SchemaState {
      const frame = forgettingFrame(state.frame, perhaps, surely);
      const contents = state.contents?.map(content => ({ ...content, when: perhaps(content.when) }));
      const unrendered = state.unrendered !== false && surely(state.unrendered);
      return { ...state, frame, contents, unrendered };
    },
  };
}

/** JSON Lines, of which a schema accepts each. */
export function jsonLinesUnder(schema: Schema, conditions: Conditions): Output<LinesState<SchemaState>> {
  const output = jsonUnder(schema, conditions);
  const again = ({ json: { nesting } }: SchemaState) => {
    const start = output.start();
    return { ...start, json: { ...start.json, nesting } };
  };
  return linesOf({ ...output, jsonOf: state => state.json, again });
}

/** So many entries of a map are copied while one schema is asked. */
const copiedOfUnit = 10;

const anyLength: Interval = { least: 0, most: Number.POSITIVE_INFINITY };

const once: Interval = { least: 1, most: 1 };

const emptyContent: Content = { when: true, before: undefined, raw: '', holes: [] };

function times(count: number, each: number): number {
  return count === 0 ? 0 : count * each;
}

/** A text that began before the list on one path, and in it on the other, may be any. */
function anyTextIn(contents: readonly Content[] | undefined): readonly Content[] | undefined {
  return contents && [{ when: true, before: anyLength, raw: '', holes: [] }];
}

/** A number or word that has begun tells states apart, so that a list that continues it knows what it continues. */
function numberOrWordIn(contents: readonly Content[] = []): string {
  return contents.map(({ before, raw }) => (before ? '…' : raw)).join();
}

/** Longer ones may be any: a list may continue them for ever. */
const maxTokenLength = 64;

/** Deeper objects and lists end the stack. */
const maxDeep = 500;

/** More items are none that a person replaces. */
const maxAdded = 8;

/** A slip is looked for among so many names, so many times in one piece of text. */
const maxNames = 200;
const maxLookedFor = 50;

/** Reads one step of a template: literal text, or a value. */
class Reader {
  readonly #schema: Schema;
  readonly #logic: Logic;
  readonly #spots: Spots;
  readonly #findings: Violation[] = [];
  #made: Set<ReadonlyMap<unknown, unknown>> | undefined;
  #json: JsonState;
  #frame: Frame;
  #next: SpotPart | undefined;
  #key: SchemaState['key'];
  #contents: readonly Content[] | undefined;
  #begun: number;
  #isContinued: boolean;
  #unrendered: When;
  /** Whether what is judged is part of a list or group that one tag writes. */
  #isWhole = false;
  #lookedFor = 0;

  constructor(schema: Schema, logic: Logic, spots: Spots, state: SchemaState) {
    this.#schema = schema;
    this.#logic = logic;
    this.#spots = spots;
    this.#json = state.json;
    this.#frame = state.frame;
    this.#next = state.next;
    this.#key = state.key;
    this.#contents = state.contents;
    this.#begun = state.begun;
    this.#isContinued = state.isContinued;
    this.#unrendered = state.unrendered;
  }

  state(json: JsonState): SchemaState {
    return {
      json,
      frame: this.#frame,
      next: this.#next,
      key: this.#key,
      contents: this.#shortened(json.mode),
      begun: this.#begun,
      isContinued: this.#isContinued,
      unrendered: this.#unrendered,
    };
  }

  /** A repeated key is a mistake under a schema, and needs no warning besides. */
  found(others: readonly Violation[] = []): readonly Violation[] {
    if (others.length === 0) return this.#findings;
    return [...others.filter(({ code }) => code !== 'json-duplicate-key'), ...this.#findings];
  }

  read(text: string, offset: number): Transition<JsonState> {
    let from = 0;
    const moved = readJson(this.#json, text, offset, (before, mode, code, index) => {
      const at = offset + index;
      if (this.#isSkipping(code)) return;
      if (isNumber(before) && !isNumber(mode)) this.#endLiteral(text.slice(from, index), 'number', at);
      else if (before === 'string' && mode === 'after')
        this.#endLiteral(text.slice(from, index), 'text', at + 1);
      else if (before === 'word' && mode === 'after')
        this.#endLiteral(text.slice(from, index + 1), 'word', at + 1);
      else if (before === 'string' && mode === 'colon') this.#endKey(text.slice(from, index), at + 1);
      if (code === 0x5d || code === 0x7d) this.#close(at);
      else if ((before === 'value' || before === 'first-value') && !isBlank(code)) {
        if (code === 0x7b || code === 0x5b) this.#open(code === 0x7b ? '{' : '[', at);
        else {
          this.#begun = at;
          this.#isContinued = false;
          this.#contents = [emptyContent];
          from = mode === 'string' ? index + 1 : index;
        }
      } else if ((before === 'key' || before === 'first-key') && mode === 'string') {
        this.#key = { start: at, raw: '', isOpen: false };
        from = index + 1;
      }
    });
    const rest = text.slice(from);
    if (this.#key) this.#key = { ...this.#key, raw: this.#key.raw + rest };
    else this.#append(rest, offset + from);
    return moved;
  }

  /** Whether this is too deep to be known. */
  #isSkipping(code: number): boolean {
    const { skipped } = this.#frame;
    if (skipped === 0) return false;
    if (code === 0x7b || code === 0x5b) this.#frame = { ...this.#frame, skipped: skipped + 1 };
    else if (code === 0x7d || code === 0x5d) {
      this.#frame = { ...this.#frame, skipped: skipped - 1 };
      if (skipped === 1) this.#countItem(undefined);
    }
    return true;
  }

  #append(raw: string, start: number): void {
    if (raw === '') return;
    // A dollar is longer in the source.
    const here = raw.includes('$') ? undefined : { start, end: start + raw.length };
    this.#contents = this.#contents?.map(content => ({
      ...content,
      raw: content.raw + raw,
      literal: content.raw === '' && !content.before ? here : undefined,
    }));
  }

  /** What is known of a number or word at the end of a step. */
  #shortened(mode: JsonMode): readonly Content[] | undefined {
    if (isInside(mode)) return this.#contents;
    return this.#contents?.map(content =>
      content.raw.length > maxTokenLength || content.before
        ? { ...content, before: anyLength, raw: '' }
        : content,
    );
  }

  /** A value, in a string or as a whole. */
  write(written: readonly Written[], range: SourceRange): void {
    if (this.#frame.skipped > 0) return;
    if (this.#key) this.#key = { ...this.#key, isOpen: true };
    else if (this.#contents) this.#contents = this.#joinedWith(this.#contents, written);
    else if (this.#json.mode === 'key' || this.#json.mode === 'first-key') {
      this.#key = { start: range.start, raw: '', isOpen: true };
      this.#endKey('', range.end);
    } else this.#endValue(written, range);
    const isWritten = written.reduce<When>((any, { when }) => this.#logic.either(any, when), false);
    this.#unrendered = this.#logic.either(this.#unrendered, this.#logic.not(isWritten));
  }

  #joinedWith(contents: readonly Content[], written: readonly Written[]): readonly Content[] {
    const possible: Content[] = [];
    const values = written.map(contentOf);
    for (const content of contents) {
      for (const value of values) {
        const both = continued(content, value, this.#logic);
        if (both.when !== false) possible.push(both);
      }
    }
    return withinMost(possible);
  }

  #endLiteral(raw: string, kind: 'text' | 'number' | 'word', end: number): void {
    this.#append(raw, kind === 'text' ? end - 1 - raw.length : end - raw.length);
    const contents = this.#contents ?? [];
    this.#contents = undefined;
    const values = contents.map(content => (kind === 'text' ? textOf(content) : literalOf(content, kind)));
    this.#endValue(values, { start: this.#begun, end });
  }

  #part(): SpotPart {
    if (this.#next) return this.#next;
    const { least, most } = plus(this.#frame.before, this.#frame.count);
    const part = this.#spots.item(this.#frame.part.spot, least, most);
    for (const node of part.undecided) if (node.schema.contains) this.#countContained(node, unknown);
    for (const node of part.undecided)
      this.#doubt(
        node,
        { start: this.#frame.start, end: this.#frame.start + 1 },
        'items whose places are known before the values come',
      );
    return part;
  }

  #open(bracket: '{' | '[', at: number): void {
    const part = this.#part();
    this.#next = undefined;
    if (this.#frame.depth < maxDeep) this.#frame = frameOf(part, bracket, at, this.#frame);
    else {
      const expected = `objects and lists at most ${maxDeep} deep`;
      this.#note({
        code: 'schema-unproved',
        start: at,
        end: at + 1,
        expected,
        found: '',
        ...this.#said(this.#schema),
      });
      this.#frame = { ...this.#frame, skipped: 1 };
    }
  }

  #endKey(raw: string, end: number, times = once): void {
    const { start = end, raw: before = '', isOpen = false } = this.#key ?? {};
    this.#key = undefined;
    const frame = this.#frame;
    const { spot } = frame.part;
    const range = { start, end };
    const text = isOpen ? undefined : decodeJson(before + raw);
    if (text === undefined) {
      const part = this.#spots.anyMember(spot);
      for (const node of part.undecided) this.#doubt(node, range, 'keys that are written out');
      const least = Math.max(frame.count.least, 1);
      this.#frame = { ...this.#frame, hasAnyKey: true, count: { least, most: frame.count.most + 1 } };
      this.#next = part;
      return;
    }
    const part = this.#spots.member(spot, text);
    this.#noteMember(text, range);
    for (const node of part.undecided)
      this.#doubt(node, range, `keys of which \`${excerpt(text)}\` may be none`);
    for (const node of part.refusing) this.#refuseKey(node, text, range, times);
    for (const node of spot.nodes) {
      const { propertyNames } = node.schema;
      if (!propertyNames) continue;
      const judged = this.#judgeAll(this.#spots.of(propertyNames, node.isDemanded), [knownText(text)], range);
      if (!node.isDemanded) this.#decide(node, judged.of(propertyNames), times);
    }
    this.#next = part;
  }

  #noteMember(text: string, range: SourceRange): void {
    const frame = this.#frame;
    const earlier = frame.members.get(text);
    if (earlier) {
      const related = [
        { range: { start: earlier.start, end: earlier.end }, message: 'It is already given here' },
      ];
      const facts = { expected: 'each key once', found: `\`${text}\` a second time`, related, fixes: [] };
      this.#note({ code: 'schema-repeated-key', ...range, ...facts, when: earlier.surely });
      const doubtful = this.#logic.both(earlier.perhaps, this.#logic.not(earlier.surely));
      this.#note({ code: 'schema-unproved', ...range, ...facts, when: doubtful });
    }
    const members = this.#own(frame.members).set(text, { ...range, surely: true, perhaps: true });
    this.#frame = { ...frame, members, count: plus(frame.count, { least: 1, most: 1 }) };
  }

  #refuseKey(node: SpotNode, text: string, range: SourceRange, times: Interval): void {
    const { names } = this.#frame.part.spot;
    const meant = this.#meantAmong(names, text, name => !this.#frame.members.has(name));
    const declared = [...(node.schema.properties?.keys() ?? [])];
    const violation: Violation = {
      code: 'schema-unknown-key',
      ...range,
      expected: declared.length === 0 ? 'no other keys' : list(declared),
      found: quote(text),
      fixes: proposeMeant(range, meant === undefined ? undefined : JSON.stringify(meant)),
    };
    if (node.isDemanded) this.#note({ ...violation, ...this.#said(node.schema) });
    else this.#decide(node, { yes: false, no: true, why: { violation, isDecisive: false } }, times);
  }

  /** The map itself if this reader made it, else a copy: nobody else sees it before all is read. */
  #own<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
    // Only maps of this very type are kept.
    if (this.#made?.has(map)) return map as Map<K, V>;
    this.#logic.spend(map.size / copiedOfUnit);
    const copy = new Map(map);
    this.#made ??= new Set();
    this.#made.add(copy);
    return copy;
  }

  /** A node that is not demanded learns something about the open value, of a part that may be there so many times. */
  #decide(node: SpotNode, verdict: SchemaVerdict, times = once): void {
    const verdicts = this.#own(this.#frame.verdicts);
    const ofPart = times.least > 0 ? verdict : { ...verdict, no: false };
    verdicts.set(node, this.#logic.all(verdicts.get(node) ?? accepted, ofPart));
    if (verdicts !== this.#frame.verdicts) this.#frame = { ...this.#frame, verdicts };
  }

  #doubt(node: SpotNode, range: SourceRange, what: string): void {
    const violation: Violation = { code: 'schema-unproved', ...range, expected: what, found: '' };
    if (node.isDemanded) this.#note({ ...violation, ...this.#said(node.schema) });
    else this.#decide(node, { ...unknown, why: { violation, isDecisive: false } });
  }

  /** A string, number or word, or a whole value, is complete. */
  #endValue(values: readonly Written[], range: SourceRange): void {
    const part = this.#part();
    this.#next = undefined;
    this.#deliver(part, this.#judgeAll(part.spot, values, range));
    const [only, more] = values;
    const isKnown = only?.when === true && more === undefined;
    this.#countItem(isKnown ? (only.kind === 'null' ? null : only.exact) : undefined);
  }

  #judgeAll(spot: Spot, values: readonly Written[], range: SourceRange): Judged {
    this.#logic.spend(spot.nodes.length * Math.max(values.length, 1));
    if (spot.isPlain) {
      for (const value of values) this.#judge(spot, value, range);
      return plainly;
    }
    const cases = values.map(value => ({ when: value.when, totals: this.#judge(spot, value, range) }));
    return {
      of: schema =>
        this.#logic.whichever(cases.map(({ when, totals }) => ({ when, verdict: totals.of(schema) }))),
    };
  }

  #judge(spot: Spot, value: Written, range: SourceRange): Judged {
    if (value.items || value.members) return this.#judgeWhole(spot, value, range);
    if (spot.isPlain) {
      for (const { schema, asks } of spot.nodes) if (asks) this.#judgeBy(schema, value, range, true, spot);
      return plainly;
    }
    const own = new Map<Schema, SchemaVerdict>();
    for (const { schema, isDemanded, asks } of spot.nodes) {
      if (!asks) continue;
      const verdict = this.#judgeBy(schema, value, range, isDemanded, spot);
      if (!isDemanded) own.set(schema, verdict);
    }
    return this.#settled(spot, own, range, {}, value.when);
  }

  /** A list or group that is written whole, as if its parts were written out; only the tag itself can be mended. */
  #judgeWhole(
    spot: Spot,
    { when, kind, items = [], members = [], least, most, cut }: Written,
    range: SourceRange,
  ): Totals {
    const before = [this.#frame, this.#unrendered, this.#isWhole] as const;
    const part: SpotPart = { spot, links: new Map(), undecided: [], refusing: [] };
    this.#unrendered = this.#logic.either(this.#unrendered, this.#logic.not(when));
    this.#isWhole = true;
    this.#frame = frameOf(part, kind === 'array' ? '[' : '{', range.start, this.#frame);
    if (kind === 'array' && most > 0) this.#endParts(items, range, { least, most });
    for (const { name, values, isOptional } of members) {
      this.#key = { start: range.start, raw: JSON.stringify(name).slice(1, -1), isOpen: false };
      const times: Interval = { least: isOptional ? 0 : 1, most: 1 };
      this.#endKey('', range.end, times);
      this.#endParts(values, range, times);
      if (isOptional) this.#leaveOut(name);
    }
    if (cut) {
      this.#frame = { ...this.#frame, lists: [{ cut, least }] };
      this.#isWhole = before[2];
    }
    const totals = this.#totalsOf(range);
    [this.#frame, this.#unrendered, this.#isWhole] = before;
    return totals;
  }

  /** What stands at one place of a whole, so many times. */
  #endParts(values: readonly Written[], range: SourceRange, times: Interval): void {
    const isList = this.#frame.bracket === '[';
    // The index of an item is how many others are before it.
    const before: Interval = { least: 0, most: times.most - 1 };
    if (isList) this.#frame = { ...this.#frame, count: before, values: undefined };
    const part = this.#part();
    if (isList) this.#frame = { ...this.#frame, count: times };
    this.#next = undefined;
    this.#deliver(part, this.#judgeAll(part.spot, values, range), times);
  }

  /** Takes back that a member is surely there. */
  #leaveOut(name: string): void {
    const { members, count } = this.#frame;
    const member = members.get(name);
    if (!member) return;
    const others = new Map(members).set(name, { ...member, surely: false });
    this.#frame = { ...this.#frame, members: others, count: { ...count, least: count.least - 1 } };
  }

  /** What a schema says of a value itself; what is wrong under one that is demanded is said at once. */
  #judgeBy(
    schema: Schema,
    value: Written,
    range: SourceRange,
    isDemanded: boolean,
    spot: Spot,
  ): SchemaVerdict {
    const issue = assess(schema, value);
    const unsafe = this.#findUnsafe(schema, value, range, spot);
    const words = schema.unknown ? this.#unknownWords(schema, range, isDemanded) : accepted;
    if (isDemanded) {
      for (const violation of unsafe) this.#note(violation);
      if (issue) this.#report(schema, issue, range, value, spot);
      return accepted;
    }
    // A syntax matters only where this schema is the one that counts.
    const doubts = unsafe.map(
      (violation): SchemaVerdict => ({ ...unknown, why: { violation, isDecisive: false } }),
    );
    const verdict = doubts.reduce((all, doubt) => this.#logic.all(all, doubt), words);
    if (!issue) return verdict;
    // Another form may take what is no text.
    const violation = this.#violationOf(schema, { ...issue, isForText: false }, range, value, spot);
    const why: Reason = { violation, isDecisive: issue.isDecisive ?? false };
    return this.#logic.all(verdict, { yes: false, no: issue.isSure, why });
  }

  #unknownWords(schema: Schema, range: SourceRange, isDemanded: boolean): SchemaVerdict {
    const violation: Violation = {
      code: 'schema-unproved',
      ...range,
      expected: `what ${list(schema.unknown ?? [])} asks, which is not a word of JSON Schema`,
      found: '',
    };
    if (isDemanded) this.#note({ ...violation, ...this.#said(schema) });
    return isDemanded ? accepted : { ...unknown, why: { violation, isDecisive: false } };
  }

  /** Values that are not written in the syntax that their text is in. */
  #findUnsafe(schema: Schema, value: Written, whole: SourceRange, spot: Spot): readonly Violation[] {
    const { syntax } = schema;
    const { holes = [], most } = value;
    if (syntax === undefined) return [];
    const lacking = holes.map(hole => hole.unsafe?.(syntax));
    const escaped = holes.reduce((all, hole, index) => all + (lacking[index]?.most ?? hole.most), 0);
    const literal =
      most === Number.POSITIVE_INFINITY ? 0 : holes.reduce((rest, hole) => rest - hole.most, most);
    const longest = schema.maxLength ?? spot.maxLength;
    const isTooLong = escaped + literal > longest;
    const together = isTooLong ? escapeWithin(value, longest, syntax, spot.isFilled) : [];
    return holes.flatMap(({ range }, index) => {
      const found = lacking[index];
      if (!found) return [];
      const fixes = [...found.fixes, ...together];
      const facts = { expected: `\`format="${found.format}"\``, found: syntax, fixes };
      return [{ code: 'schema-syntax', ...(range ?? whole), ...facts, ...this.#said(schema) }];
    });
  }

  /** What is known of a complete value; says what is wrong with its alternatives. */
  #settled(
    spot: Spot,
    own: ReadonlyMap<Schema, SchemaVerdict>,
    range: SourceRange,
    { members, hasAnyKey = false }: Keys = {},
    when: When = true,
  ): Totals {
    const logic = this.#logic;
    const totals = new Totals(logic, own, spot.demanded, range, { members, hasAnyKey });
    for (const schema of spot.demanded) {
      const { yes, no, why } = totals.besides(schema);
      if (yes === true) continue;
      const violation = { ...this.#said(schema), ...(why?.violation ?? noAlternative(range)) };
      const isDoubt = violation.code === 'schema-unproved';
      const code = isDoubt ? 'schema-alternatives' : violation.code;
      this.#note({ ...violation, code, when: logic.both(when, no) });
      this.#noteDoubt(violation, logic.both(when, logic.not(logic.either(yes, no))));
    }
    return totals;
  }

  /** Hands what is known of a complete value to the value around it. */
  #deliver(part: SpotPart, judged: Judged, times = once): void {
    if (judged === plainly) return;
    for (const [node, schemas] of part.links) {
      for (const schema of schemas) {
        const verdict = judged.of(schema);
        if (schema === node.schema.contains) this.#countContained(node, verdict, times);
        else if (!node.isDemanded) this.#decide(node, verdict, times);
      }
    }
  }

  /** Keys that are taken like any other, although each resembles one that the schemas know and that is not there. */
  #findSlips(spot: Spot, members: Frame['members'], totals: Totals): void {
    if (spot.hasPatterns || spot.names.size === 0) return;
    const others = [...members].filter(
      ([key]) =>
        !spot.names.has(key) && !this.#spots.member(spot, key).refusing.some(({ isDemanded }) => isDemanded),
    );
    if (others.length === 0) return;
    this.#logic.spend(spot.nodes.length);
    const names = totals.names(spot);
    // That one is missing is said already.
    const isMissing = (name: string) => [...spot.demanded].some(({ required }) => required?.includes(name));
    for (const [key, { start, end, perhaps }] of others) {
      const meant = this.#meantAmong(names, key, name => !members.has(name));
      if (meant === undefined || !areNear(key, meant) || isMissing(meant)) continue;
      const facts = { expected: quote(meant), found: quote(key), who: this.#schema.title };
      const fixes = proposeMeant({ start, end }, JSON.stringify(meant));
      this.#note({ code: 'schema-misspelt-key', start, end, ...facts, fixes, when: perhaps });
    }
  }

  #countContained(node: SpotNode, { yes, no }: SchemaVerdict, times = once): void {
    const contained = this.#own(this.#frame.contained);
    const more = { least: yes === true ? times.least : 0, most: no === true ? 0 : times.most };
    contained.set(node, plus(contained.get(node) ?? none, more));
    this.#frame = { ...this.#frame, contained };
  }

  #countItem(exact: JsonScalar | undefined): void {
    const frame = this.#frame;
    if (frame.bracket !== '[') return;
    const isCounted = frame.part.spot.isUnique && exact !== undefined;
    const values =
      isCounted && frame.values && frame.values.length < maxNames
        ? [...frame.values, JSON.stringify(exact)]
        : undefined;
    this.#frame = { ...frame, count: plus(frame.count, { least: 1, most: 1 }), values };
  }

  #close(at: number): void {
    const { part, outer, start } = this.#frame;
    const totals = this.#totalsOf({ start, end: at + 1 });
    if (!outer) return;
    this.#frame = outer;
    this.#deliver(part, totals);
    this.#countItem(undefined);
  }

  /** What is known of the innermost object or array, which is complete. */
  #totalsOf(range: SourceRange): Totals {
    const frame = this.#frame;
    const at = range.end - 1;
    const isList = frame.bracket === '[';
    const own = new Map<Schema, SchemaVerdict>();
    const count = isList ? frame.count : this.#distinctMembers();
    this.#logic.spend(frame.part.spot.nodes.length);
    for (const node of frame.part.spot.nodes) {
      const { schema, isDemanded, asks } = node;
      const issues = asks ? this.#issuesOf(node, count, isList, at) : [];
      let verdict = frame.verdicts.get(node) ?? accepted;
      if (schema.unknown) verdict = this.#logic.all(verdict, this.#unknownWords(schema, range, isDemanded));
      for (const { issue, when, where, fixes, description } of issues) {
        const said = this.#violationOf(schema, issue, where ?? range);
        const violation = {
          ...said,
          fixes: fixes ?? said.fixes ?? [],
          description: description ?? said.description,
        };
        if (isDemanded) {
          if (issue.isSure) this.#note({ ...violation, when });
          else this.#noteDoubt(violation, when);
          continue;
        }
        const why: Reason = { violation, isDecisive: issue.isDecisive ?? false };
        const not = this.#logic.not(when);
        verdict = this.#logic.all(verdict, { yes: not, no: issue.isSure ? when : false, why });
      }
      // What stood before the list is not known here.
      if (!isDemanded) own.set(schema, frame.isPartial ? unknown : verdict);
    }
    const { part, members, hasAnyKey } = frame;
    const totals = this.#settled(part.spot, own, range, isList ? {} : { members, hasAnyKey });
    if (!isList && !hasAnyKey && !frame.isPartial) this.#findSlips(part.spot, members, totals);
    return totals;
  }

  /** What is wrong with an object or array that ends here, without its parts. */
  #issuesOf(node: SpotNode, count: Interval, isList: boolean, at: number): readonly Found[] {
    const { schema } = node;
    const kind = isList ? 'array' : 'object';
    const issue = assessKind(schema, { when: true, kind, ...count });
    if (issue) return [{ issue, when: true }];
    const [least, most, what] = isList
      ? ([schema.minItems, schema.maxItems, 'item'] as const)
      : ([schema.minProperties, schema.maxProperties, 'member'] as const);
    const inCount = this.#countIssues(count, least, most, what, at);
    if (!isList) return [...inCount, ...this.#keyIssues(schema, at)];
    const inContains = schema.contains ? this.#containsIssues(node) : [];
    return [...inCount, ...inContains, ...(schema.uniqueItems && count.most > 1 ? this.#uniqueIssues() : [])];
  }

  /** A key that a value writes may be that of any other member. */
  #distinctMembers(): Interval {
    const { count, members, hasAnyKey } = this.#frame;
    if (!hasAnyKey) return count;
    const written = [...members.values()].filter(({ surely }) => surely === true).length;
    return { least: Math.max(written, Math.min(count.least, 1)), most: count.most };
  }

  #countIssues(
    { least, most }: Interval,
    from = 0,
    to = Number.POSITIVE_INFINITY,
    what: string,
    at: number,
  ): readonly Found[] {
    if (from <= least && most <= to) return [];
    const isSure = most < from || least > to;
    const expected = least < from ? `at least ${counted(from, what)}` : `at most ${counted(to, what)}`;
    const found = within(least, most, what);
    const [written, another] = this.#frame.lists;
    const cut =
      most > to && another === undefined
        ? written?.cut?.(to - Math.max(0, least - written.least))
        : undefined;
    const add = most === 0 && what === 'item' ? this.#addingItems(from, at) : undefined;
    const fixes = [cut, add];
    return [
      {
        issue: { isSure, code: 'schema-count', expected, found },
        when: true,
        fixes: fixes.filter(fix => fix !== undefined),
      },
    ];
  }

  /** Writes the items that an empty list lacks. */
  #addingItems(count: number, at: number): Fix | undefined {
    const { links } = this.#spots.item(this.#frame.part.spot, 0, 0);
    if (count > maxAdded) return undefined;
    const sample = sampleOf([...links.values()].flat());
    return insertAt(at, Array(count).fill(sample).join(), `Add ${counted(count, 'item')}`);
  }

  #containsIssues(node: SpotNode): readonly Found[] {
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node.schema;
    const { least, most } = this.#frame.contained.get(node) ?? none;
    if (minContains <= least && most <= maxContains) return [];
    const isSure = most < minContains || least > maxContains;
    const [bound, by] = least < minContains ? [minContains, 'least'] : [maxContains, 'most'];
    const expected = `at ${by} ${counted(bound, 'item')} of the kind that it looks for`;
    return [
      { issue: { isSure, code: 'schema-count', expected, found: within(least, most, 'item') }, when: true },
    ];
  }

  #uniqueIssues(): readonly Found[] {
    const { values } = this.#frame;
    const isSure = values !== undefined && new Set(values).size < values.length;
    if (values && !isSure) return [];
    return [
      {
        issue: {
          isSure,
          code: 'schema-count',
          expected: 'each item once',
          found: isSure ? 'an item twice' : 'items that may be equal',
        },
        when: true,
      },
    ];
  }

  #keyIssues({ required = [], dependentRequired, properties }: Schema, at: number): readonly Found[] {
    const lacking = required.flatMap(key => this.#lacking(key, true, properties?.get(key), at));
    const dependent = [...(dependentRequired ?? [])].flatMap(([key, needs]) => {
      const when = this.#frame.hasAnyKey ? true : (this.#frame.members.get(key)?.perhaps ?? false);
      return when === false
        ? []
        : needs.flatMap(need => this.#lacking(need, when, properties?.get(need), at, key));
    });
    return [...lacking, ...dependent];
  }

  #lacking(key: string, needed: When, schema: Schema | undefined, at: number, by?: string): readonly Found[] {
    const logic = this.#logic;
    const member = this.#frame.members.get(key);
    const surely = member?.surely ?? false;
    if (surely === true) return [];
    const perhaps = this.#frame.hasAnyKey ? true : (member?.perhaps ?? false);
    const isSureNeed = by === undefined || this.#frame.members.get(by)?.surely === true;
    const never = logic.both(needed, logic.not(perhaps));
    const doubtful = logic.both(needed, logic.both(perhaps, logic.not(surely)));
    const facts = {
      code: 'schema-missing-key',
      expected: quote(key),
      found: by === undefined ? '' : `${quote(by)} needs it`,
    } as const;
    const description = schema?.description;
    const where = { start: this.#frame.start, end: this.#frame.start + 1 };
    const doubt =
      by === undefined ? facts : { ...facts, expected: `${facts.expected} beside ${quote(by)}`, found: '' };
    const found: Found[] = [];
    if (never !== false)
      found.push({
        issue: { isSure: isSureNeed, ...(isSureNeed ? facts : doubt) },
        when: never,
        where,
        fixes: this.#adding(key, at),
        description,
      });
    if (doubtful !== false)
      found.push({ issue: { isSure: false, ...doubt }, when: doubtful, where, description });
    return found;
  }

  /** Writes a key that is missing. Beside one that some paths have, it shows where the others lack it, and mends nothing itself. */
  #adding(key: string, at: number): readonly Fix[] {
    const { count, members, part } = this.#frame;
    const asked = [...this.#spots.member(part.spot, key).links.values()].flat();
    const text = `${JSON.stringify(key).replaceAll('$', '\\$')}:${sampleOf(asked)}`;
    const title = `Add ${quote(key)}`;
    const member = members.get(key);
    if (member) return [insertAt(member.start, text, title)];
    return this.#meaning(key, insertAt(at, `${count.most > 0 ? ',' : ''}${text}`, title));
  }

  /**
   * A key that the schema does not know was perhaps meant as one that is missing. One that is nearly called so was, and a value
   * that stands there is not replaced by an empty one; the only one of an object may be.
   */
  #meaning(key: string, add: Fix): readonly Fix[] {
    const { members, part } = this.#frame;
    const { names } = part.spot;
    const near = this.#meantAmong(members, key, each => !names.has(each));
    const [only = '', another] = members.keys();
    const isAlone = another === undefined && !names.has(only);
    const meant = members.get(near ?? (isAlone ? only : ''));
    const renaming = meant ? [replaceWith({ start: meant.start, end: meant.end }, JSON.stringify(key))] : [];
    return near !== undefined && areNear(near, key) ? renaming : [...renaming, add];
  }

  /** Among many names no slip is looked for: it would take longer than all the rest. */
  #meantAmong(
    names: ReadonlySet<string> | ReadonlyMap<string, unknown>,
    name: string,
    isMeant: (name: string) => boolean,
  ): string | undefined {
    if (names.size > maxNames || this.#lookedFor++ > maxLookedFor) return undefined;
    return didYouMean(name, [...names.keys()].filter(isMeant));
  }

  finish(offset: number): void {
    if (this.#contents && isNumber(this.#json.mode)) this.#endLiteral('', 'number', offset);
  }

  #report(schema: Schema, issue: Issue, range: SourceRange, value: Written, spot: Spot): void {
    const violation = this.#violationOf(schema, issue, range, value, spot);
    if (issue.isSure) this.#note({ ...violation, when: value.when });
    else this.#noteDoubt(violation, value.when);
  }

  #violationOf(
    schema: Schema,
    issue: Issue,
    range: SourceRange,
    value?: Written,
    { syntaxes, isFilled }: Pick<Spot, 'syntaxes' | 'isFilled'> = unread,
  ): Violation {
    const { code, expected, found } = issue;
    const room = { syntaxes, isRead: schema.syntax !== undefined, isFilled };
    const fixes = [...this.#leavingOut(value, range), ...fixesFor(issue, range, value, room)];
    return { code, ...range, expected, found, fixes, ...this.#said(schema) };
  }

  /** Writes a member only where its value is there. */
  #leavingOut(value: Written | undefined, { end }: SourceRange): readonly Fix[] {
    const { comma } = this.#json;
    if (value?.absent === undefined || this.#frame.bracket !== '{' || comma <= this.#frame.start) return [];
    const edits = [...insertAt(comma, `$if(${value.absent})$`).edits, ...insertAt(end, '$endif$').edits];
    return [editAll('Leave it out where it is missing', edits)];
  }

  /** Who says so, and what the schema says of the value. */
  #said(schema: Schema): Pick<Violation, 'who' | 'description'> {
    return { who: this.#schema.title, description: schema.description };
  }

  #note(violation: Violation): void {
    const { when = true } = violation;
    const found = this.#logic.both(when, this.#logic.not(this.#unrendered));
    if (found === false) return;
    const changes = { ...(found !== when && { when: found }), ...(this.#isWhole && { fixes: [] }) };
    this.#findings.push({ ...violation, ...changes });
  }

  /** What may be wrong, but is not surely. */
  #noteDoubt(violation: Violation, when: When): void {
    const code = violation.code === 'schema-syntax' ? violation.code : 'schema-unproved';
    this.#note({ ...violation, code, when });
  }
}

const unread: Pick<Spot, 'syntaxes' | 'isFilled'> = { syntaxes: [], isFilled: false };

/** What each schema that is asked about a value says of it. */
type Judged = Pick<Totals, 'of'>;

const plainly: Judged = { of: () => accepted };

/** Something wrong with a whole object or array. */
interface Found {
  readonly issue: Issue;
  readonly when: When;
  readonly where?: SourceRange;
  readonly fixes?: readonly Fix[];
  readonly description?: string | undefined;
}

function contentOf(value: Written): Content {
  const { when, exact, least, most, isUnknown } = value;
  if (exact !== undefined)
    return { when, before: undefined, raw: JSON.stringify(String(exact)).slice(1, -1), holes: [] };
  return { when, before: { least, most }, raw: '', isUnknown, holes: [value] };
}

function textOf(content: Content): Written {
  const { when, before, raw, holes, literal, isUnknown } = content;
  const exact = before ? undefined : decodeJson(raw);
  const length =
    exact === undefined ? lengthSoFar(content) : { least: lengthOf(exact), most: lengthOf(exact) };
  return { when, kind: 'text', isUnknown, exact, ...length, holes, literal };
}

/** A number or word. In a list that repeats parts of a number, it may be any. */
function literalOf({ when, before, raw, literal }: Content, kind: 'number' | 'word'): Written {
  if (kind === 'number') {
    const exact = before ? undefined : Number(raw);
    return {
      when,
      kind,
      exact,
      least: exact ?? Number.NEGATIVE_INFINITY,
      most: exact ?? Number.POSITIVE_INFINITY,
      literal,
    };
  }
  if (raw === 'null') return { when, kind: 'null', ...none };
  return { when, kind: 'boolean', exact: raw === 'true', ...none };
}

function knownText(text: string): Written {
  const length = lengthOf(text);
  return { when: true, kind: 'text', exact: text, least: length, most: length };
}

export function counted(count: number, what: string): string {
  return count === 1 ? `one ${what}` : `${count} ${what}s`;
}

function within(least: number, most: number, what: string): string {
  if (least === most) return counted(least, what);
  return most === Number.POSITIVE_INFINITY
    ? `${least} or more ${what}s`
    : `${least} to ${counted(most, what)}`;
}

function isInside(mode: JsonMode): boolean {
  return mode === 'string' || mode === 'escape' || mode === 'hex';
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

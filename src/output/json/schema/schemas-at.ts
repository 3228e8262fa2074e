import { Budget } from '../../../diagnostics/budget.ts';
import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { Output, When, Written } from '../../output.ts';
import { isNumber } from '../state.ts';
import { assess, lengthOf } from './assess.ts';
import { decodeJson, type Frame, none } from './frame.ts';
import { jsonUnder, type SchemaState } from './output.ts';
import type { JsonScalar, Schema } from './schema.ts';
import { type SpotPart, Spots } from './spot.ts';

/** What a template writes on one path: literal text, or a value that may be anything. */
export interface Piece {
  /** Its offset in the source. */
  readonly start: number;
  readonly text?: string | undefined;
}

/** The schemas that apply to a value, and whether surely: of alternatives, only the one that what is written leaves over. */
export type Applying = ReadonlyMap<Schema, boolean>;

/** A key of an object, and what applies to its value. */
export interface KnownKey {
  readonly name: string;
  readonly applying: Applying;
  readonly isRequired: boolean;
}

/** What may be written somewhere. */
export interface Writable {
  /** The offset where that begins, without the quote before it. */
  readonly start: number;
  readonly isQuoted: boolean;
  /** Where a key may stand: those that the object does not have yet, the required ones first. */
  readonly keys: readonly KnownKey[];
  /** Where a value may stand. */
  readonly constants: readonly JsonScalar[];
}

/** What a schema knows to write between two halves of a path; undefined where nothing may begin. */
export function writableAt(
  schema: Schema,
  before: readonly Piece[],
  after: readonly Piece[],
  offset: number,
): Writable | undefined {
  const path = new SchemaPath(schema);
  return Budget.attempt(
    () => path.writable(before, after, offset),
    () => undefined,
  );
}

/** The key that one half of a path ends in, or before. */
export function keyAt(
  schema: Schema,
  before: readonly Piece[],
  after: readonly Piece[],
): (KnownKey & { readonly range: SourceRange }) | undefined {
  const path = new SchemaPath(schema);
  return Budget.attempt(
    () => path.key(before, after),
    () => undefined,
  );
}

/** So much work is done while somebody waits: a quarter of a second. */
const maxUnits = 5e6;
const anything: Written = { when: true, kind: 'any', least: 0, most: Number.POSITIVE_INFINITY };

/** The walk over one path. */
class SchemaPath {
  readonly #schema: Schema;
  readonly #spots = new Spots();
  readonly #output: Output<SchemaState>;

  constructor(schema: Schema) {
    this.#schema = schema;
    const budget = new Budget(maxUnits);
    const certain = {
      and: (a: When, b: When) => a && b,
      or: (a: When, b: When) => a || b,
      not: (a: When) => !a,
    };
    this.#output = jsonUnder(schema, { ...certain, budget }, this.#spots);
  }

  writable(before: readonly Piece[], after: readonly Piece[], offset: number): Writable | undefined {
    const state = this.#read(before);
    if (!state) return undefined;
    const { json, key, contents, begun, frame } = state;
    if (key || isBeforeKey(state)) {
      if (key?.isOpen) return undefined;
      const keys = this.#missingKeys(this.#lastWithin(...pastKey(state, after)));
      return { start: key ? key.start + 1 : offset, isQuoted: key !== undefined, keys, constants: [] };
    }
    const isFree = json.mode === 'value' || json.mode === 'first-value';
    if (!isFree && !contents?.every(({ holes }) => holes.length === 0)) return undefined;
    const isQuoted = !isFree && !isNumber(json.mode) && json.mode !== 'word';
    const start = isFree ? offset : isQuoted ? begun + 1 : begun;
    const part = this.#nextPart(state);
    const named = this.#ofPart(frame, part, { around: this.#of(frame, 'conditions'), with: 'conditions' });
    const constants = constantsOf(named, this.#ofPart(frame, part));
    return { start, isQuoted, keys: [], constants };
  }

  key(before: readonly Piece[], after: readonly Piece[]): ReturnType<typeof keyAt> {
    let state = this.#read(before);
    if (!state?.key && !(state && isBeforeKey(state))) return undefined;
    for (const [index, { start, text }] of after.entries()) {
      if (text === undefined) return undefined;
      for (let at = 0; at < text.length; at++) {
        const { key } = state;
        const next = this.#read([{ start: start + at, text: text.slice(at, at + 1) }], state);
        if (!next || next.key?.isOpen || !(key || next.key)) return undefined;
        state = next;
        if (!key || next.key) continue;
        const name = decodeJson(key.raw);
        const following = [{ start: start + at + 1, text: text.slice(at + 1) }, ...after.slice(index + 1)];
        const range = { start: key.start, end: start + at + 1 };
        if (name === undefined) return undefined;
        const frame = this.#lastWithin(next, following);
        const whole = this.#of(frame);
        return { ...this.#keyOf(frame, whole, requiredBy(whole), name), range };
      }
    }
    return undefined;
  }

  /** The state after these pieces; undefined if they are no JSON. */
  #read(pieces: readonly Piece[], from: SchemaState = this.#output.start()): SchemaState | undefined {
    let state: SchemaState | undefined = from;
    for (const piece of pieces) state = state && this.#step(state, piece);
    return state;
  }

  #step(state: SchemaState, { start, text }: Piece): SchemaState | undefined {
    if (text === undefined) {
      const isPlace = 'place' in this.#output.place(state, '');
      return isPlace ? this.#output.write?.(state, { start, end: start }, [anything]).state : undefined;
    }
    const moved = this.#output.advance(state, text, start);
    return 'state' in moved ? moved.state : undefined;
  }

  /** The object that is open in a state, with all that is known of it before it is closed or what follows is no JSON. */
  #lastWithin(state: SchemaState, pieces: readonly Piece[]): Frame {
    const depth = depthOf(state.frame);
    let { frame } = state;
    let reached: SchemaState | undefined = state;
    for (const piece of pieces.flatMap(each => cut(each, /(?<=[\]},])|(?=[\]}])/))) {
      reached = this.#read([piece], reached);
      if (!reached || depthOf(reached.frame) < depth) break;
      frame = frameAt(reached.frame, depth);
    }
    return frame;
  }

  /** What the value that comes next, or that is being read, is a part of. */
  #nextPart({ frame, next }: SchemaState): SpotPart {
    return next ?? this.#spots.item(frame.part.spot, frame.count.least, frame.count.most);
  }

  /** The schemas of an open object or array. */
  #of(frame: Frame, others?: 'conditions'): Applying {
    if (!frame.outer) return new Map();
    return this.#ofPart(frame.outer, frame.part, {
      open: frame,
      around: this.#of(frame.outer, others),
      with: others,
    });
  }

  /** The schemas of a part of something open; of an open part, more is known. */
  #ofPart(
    whole: Frame,
    part: SpotPart,
    { open, around = this.#of(whole), with: others }: PartOptions = {},
  ): Applying {
    const roots = new Map<Schema, boolean>();
    if (whole.bracket === '') roots.set(this.#schema, true);
    for (const [{ schema }, schemas] of part.links) {
      const isCertain = around.get(schema);
      if (isCertain === undefined) continue;
      for (const each of schemas)
        roots.set(each, (roots.get(each) ?? false) || (isCertain && each !== schema.contains));
    }
    return withOthers(roots, open, others);
  }

  /** There may be many keys of one object, about which the rest is the same. */
  #keyOf(frame: Frame, whole: Applying, required: ReadonlySet<string>, name: string): KnownKey {
    const applying = this.#ofPart(frame, this.#spots.member(frame.part.spot, name), { around: whole });
    return { name, applying, isRequired: required.has(name) };
  }

  /** The keys that an object may have, and does not yet. */
  #missingKeys(frame: Frame): readonly KnownKey[] {
    const whole = this.#of(frame);
    const names = new Set([...whole.keys()].flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
    const required = requiredBy(whole);
    const keys: KnownKey[] = [];
    for (const name of names) {
      const { refusing } = this.#spots.member(frame.part.spot, name);
      const isRefused = refusing.some(({ schema }) => whole.get(schema));
      if (!isRefused && !frame.members.has(name)) keys.push(this.#keyOf(frame, whole, required, name));
    }
    return keys.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  }
}

interface PartOptions {
  /** The part itself, where it has been opened. */
  readonly open?: Frame;
  /** The schemas of the whole. */
  readonly around?: Applying;
  /** Whether conditions count, which apply to nothing but name what people may write. */
  readonly with?: 'conditions' | undefined;
}

/** The keys that the schemas which surely apply ask for. */
function requiredBy(whole: Applying): ReadonlySet<string> {
  return new Set([...whole].flatMap(([{ required = [] }, isCertain]) => (isCertain ? required : [])));
}

/** Schemas with those that they ask about the same value, without alternatives that are refused already. */
function withOthers(roots: Applying, open: Frame | undefined, others?: 'conditions'): Applying {
  const refused = new Map<Schema, boolean>();
  for (const [{ schema }, { no }] of open?.verdicts ?? []) if (no === true) refused.set(schema, true);
  const isRefused = (schema: Schema): boolean => {
    const isKnown =
      refused.get(schema) ??
      ((schema.all ?? []).some(isRefused) || groupsOf(schema).some(each => each.every(isRefused)));
    refused.set(schema, isKnown);
    return isKnown;
  };
  const found = new Map<Schema, boolean>();
  const visit = (schema: Schema, isCertain: boolean): void => {
    const before = found.get(schema);
    if (before === true || before === isCertain) return;
    found.set(schema, isCertain);
    for (const each of schema.all ?? []) visit(each, isCertain);
    for (const group of groupsOf(schema)) {
      const possible = group.filter(each => !isRefused(each));
      for (const each of possible) visit(each, isCertain && possible.length === 1);
    }
    if (schema.if && others === 'conditions') visit(schema.if, false);
    const chosen = schema.if && isRefused(schema.if) ? [schema.else] : [schema.then, schema.else];
    for (const each of chosen) if (each) visit(each, isCertain && chosen.length === 1);
    for (const [key, each] of schema.dependentSchemas ?? [])
      if (open?.members.has(key)) visit(each, isCertain);
  };
  for (const [schema, isCertain] of roots) visit(schema, isCertain);
  return found;
}

/** Groups of schemas of which one has to apply. */
function groupsOf({ any = [], one }: Schema): readonly (readonly Schema[])[] {
  return one ? [...any, one] : any;
}

/** The constants that schemas name, and that none of those which apply surely refuses. */
function constantsOf(naming: Applying, applying: Applying): readonly JsonScalar[] {
  const named = new Set<JsonScalar>();
  for (const { constants, types } of naming.keys()) {
    const isTruth = types?.size === 1 && types.has('boolean');
    for (const each of constants ?? (isTruth ? [true, false] : [])) named.add(each);
  }
  return [...named].filter(each =>
    [...applying].every(([schema, isCertain]) => !isCertain || !assess(schema, exactly(each))),
  );
}

function exactly(value: JsonScalar): Written {
  if (value === null) return { when: true, kind: 'null', ...none };
  if (typeof value === 'boolean') return { when: true, kind: 'boolean', exact: value, ...none };
  const size = typeof value === 'number' ? value : lengthOf(value);
  const kind = typeof value === 'number' ? 'number' : 'text';
  return { when: true, kind, exact: value, least: size, most: size };
}

const nothing: SpotPart = {
  spot: {
    id: -1,
    nodes: [],
    demanded: new Set(),
    isPlain: true,
    names: new Set(),
    hasPatterns: false,
    places: 0,
    isUnique: false,
    syntaxes: [],
    maxLength: Number.POSITIVE_INFINITY,
    isFilled: false,
  },
  links: new Map(),
  undecided: [],
  refusing: [],
};

/** The state after a key that is still being written, and what follows it. */
function pastKey(state: SchemaState, after: readonly Piece[]): readonly [SchemaState, readonly Piece[]] {
  const [first, ...others] = after;
  const { start = 0, text = '' } = first ?? {};
  const [rest = ''] = (state.key && /^[^"\n:,{}[\]]*"/.exec(text)) ?? [];
  const following = text.slice(rest.length);
  const mode = { ':': 'colon', '"': 'key' }[following.trimStart().slice(0, 1)] ?? 'after';
  const json = { ...state.json, mode, inKey: false, rest: '', key: undefined } as SchemaState['json'];
  return [
    { ...state, json, key: undefined, next: mode === 'colon' ? nothing : undefined },
    first?.text === undefined ? after : [{ start: start + rest.length, text: following }, ...others],
  ];
}

function isBeforeKey({ json: { mode } }: SchemaState): boolean {
  return mode === 'key' || mode === 'first-key';
}

function depthOf({ outer }: Frame): number {
  return outer ? depthOf(outer) + 1 : 0;
}

/** The frame around this one that has a depth. */
function frameAt(frame: Frame, depth: number): Frame {
  return frame.outer && depthOf(frame) > depth ? frameAt(frame.outer, depth) : frame;
}

/** Cuts literal text. */
function cut({ start, text }: Piece, where: RegExp): readonly Piece[] {
  let at = start;
  return text === undefined
    ? [{ start }]
    : text.split(where).map(part => {
        const piece = { start: at, text: part };
        at += part.length;
        return piece;
      });
}

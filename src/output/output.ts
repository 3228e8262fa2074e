import type { OutputCode } from '../diagnostics/catalogue/output.ts';
import type { SchemaCode } from '../diagnostics/catalogue/schema.ts';
import type { Fix, Related, SourceRange } from '../diagnostics/diagnostic.ts';
import type { InternedStack, Opened } from './interned-stack.ts';

/*
 * An automaton reads the output of a template from left to right before any values are known. Its state is what the
 * text so far has left open: in JSON, for example, a string inside two objects. From `start`, `advance` takes literal
 * text character by character to the next state, or reports the character that is not allowed. Where a value comes,
 * `place` says where it lands and therefore how it is escaped, and `after` is the state after it: one state whatever
 * the value is, because an escaped value cannot leave its place. `end` says whether the output may stop. The proof
 * follows every branch of a template in this way, and where branches meet, states with the same `key` become one.
 *
 * In a format's folder, `state.ts` has the states, `output.ts` the transitions, `places.ts` the escaping, and
 * `violation.ts` the messages.
 */

/** The formats for which a template's output can be checked and escaped. */
export const outputNames = ['text', 'json', 'json-lines', 'url', 'form', 'xml', 'header'] as const;
export type OutputName = (typeof outputNames)[number];

/** The kinds of places that a value may land in. */
export type PlaceName =
  | 'text'
  | 'json-string'
  | 'json-value'
  | 'json-key'
  | 'url-path'
  | 'url-query'
  | 'url-fragment'
  | 'form-key'
  | 'form-value'
  | 'xml-text'
  | 'xml-attribute'
  | 'xml-cdata'
  | 'header-value';

/**
 * Where a value lands, and how it is written there so that it can neither break the output nor leave its place. The
 * value's type at run time decides, never the declared type.
 */
export interface Place {
  /** If paths give a value places with different names, they contradict each other. */
  readonly name: PlaceName;
  /** Escapes more than a place of the same name that is not strict; where paths meet, the strict one applies. */
  readonly strict: boolean;
  /** The texts that `text` refuses. Default: none. */
  readonly refused?: readonly string[];
  /** Output for a missing value. */
  readonly missing: string;
  /** @throws {RefusedValue} if the text cannot be written safely in any way. */
  readonly text: (text: string) => string;
  readonly number: (number: number | bigint) => string;
  readonly boolean: (boolean: boolean) => string;
  /** Writes the JSON text of any JSON value. */
  readonly json: (json: string) => string;
  /** Writes a number in JSON syntax, other than as text. NaN and infinities are missing values there. */
  readonly numeral?: (numeral: string) => string;
}

/** Thrown for a value that its place cannot take in any form, such as `..` for a whole path segment of a URL. */
export class RefusedValue extends Error {
  override readonly name = 'RefusedValue';
  readonly code = 'refused-value';
}

/**
 * The reason why the output cannot go on, and its position in the source: the facts of a diagnostic, without the path
 * that led here.
 */
export interface Violation {
  readonly code: OutputCode | SchemaCode;
  /** Half-open range in the source. */
  readonly start: number;
  readonly end: number;
  /** The text that would have been allowed, for people: "`,` or `}`". */
  readonly expected: string;
  /** The text found instead, for people: "`]`", "the end". */
  readonly found: string;
  /** For example the tag or bracket that was never closed. */
  readonly related?: readonly Related[];
  /** Edits that help on the path that led here; another path may need the text that they remove. */
  readonly fixes?: readonly Fix[];
  /** When it happens, of all paths that led here. Default: always. */
  readonly when?: When;
  /** Who asks for it, and what that says of the value: "PagerDuty", "How bad it is." */
  readonly who?: string | undefined;
  readonly description?: string | undefined;
}

/** A condition of whoever walks over a template: always if `true`, never if `false`; others only `Conditions` knows. */
export type When = boolean | object;

export interface Conditions {
  and(a: When, b: When): When;
  or(a: When, b: When): When;
  not(a: When): When;
  /** Pays for work that grows faster than the template. */
  readonly budget: { spend(units: number): void };
}

/** Something that a value may write, as far as it is known before the value comes. */
export interface Written extends Hole {
  readonly when: When;
  readonly kind: 'null' | 'boolean' | 'number' | 'text' | 'array' | 'object' | 'any';
  /** The value itself, if it is known. */
  readonly exact?: boolean | number | string | undefined;
  /** Whether its name is unknown, which is mistake enough: nothing but the type of a text with it is asked about. */
  readonly isUnknown?: boolean | undefined;
  /** Of a number, whether it has no fraction. */
  readonly isInteger?: boolean | undefined;
  /** Where it stands in the source, if it is one piece of literal text. */
  readonly literal?: SourceRange | undefined;
  /** The values in a text. */
  readonly holes?: readonly Hole[] | undefined;
  /** The variable whose absence it stands for. */
  readonly absent?: string | undefined;
  /** Of a list that is written whole: what each of its items may be. */
  readonly items?: readonly Written[] | undefined;
  /** Of a group that is written whole: its members in their order. */
  readonly members?: readonly WrittenMember[] | undefined;
}

interface WrittenMember {
  readonly name: string;
  readonly values: readonly Written[];
  /** Whether it is left out where its value is missing. */
  readonly isOptional: boolean;
}

/** A value in a text, and how to change what it writes. */
interface Hole {
  /** The least number that it may be, or its least length in code points. */
  readonly least: number;
  readonly most: number;
  readonly range?: SourceRange | undefined;
  /** Changes that may mend a value of the wrong type. */
  readonly mend?: (() => readonly Fix[]) | undefined;
  /** Makes it write something where its text is empty. */
  readonly fill?: (() => Fix) | undefined;
  /** Makes it write at most so many code points, or items. */
  readonly cut?: ((most: number, also?: Cut) => Fix | undefined) | undefined;
  /** What it lacks to be safe in a text with an inner syntax, such as `html`; undefined if it is safe. */
  readonly unsafe?: ((syntax: string) => Unsafe | undefined) | undefined;
}

/** What a value that is cut does besides. */
export interface Cut {
  /** Whether it writes something where its text is empty. */
  readonly isFilled?: boolean | undefined;
  /** The syntax that it is escaped for. */
  readonly syntax?: string | undefined;
}

interface Unsafe {
  /** The format that makes it safe. */
  readonly format: string;
  /** How long what it writes is then at most. */
  readonly most: number;
  readonly fixes: readonly Fix[];
}

/** Warnings report text that is allowed but probably not meant; some may be missed, but none is made up. */
export type Transition<State> = Moved<State> | { readonly violation: Violation };
export interface Moved<State> {
  readonly state: State;
  readonly warnings?: readonly Violation[] | undefined;
}
export type Landing =
  | { readonly place: Place; readonly warnings?: readonly LandingWarning[] }
  | { readonly violation: Omit<Violation, 'start' | 'end'> };

/** Concerns the value, unless it has a range of its own. */
type LandingWarning = Omit<Violation, 'start' | 'end'> & Partial<Pick<Violation, 'start' | 'end'>>;

/** An output format: an automaton over the text of a template. States are immutable. */
export interface Output<State> {
  readonly name: OutputName;
  /**
   * The state before the first character. Each walk starts its own, so that shared parts of states can be collected.
   */
  readonly start: () => State;
  /**
   * Reads literal text that begins at `offset` of the source, up to its end or the first character that is not allowed.
   */
  readonly advance: (state: State, text: string, offset: number) => Transition<State>;
  /**
   * The place for a value in this state. `following` is literal text that comes after it on every path, or the beginning
   * of that, without the values in between.
   */
  readonly place: (state: State, following: string) => Landing;
  /** The state after a value with this range in the source; only called after `place` returned a place. */
  readonly after: (state: State, range: SourceRange) => State;
  /** The same, for an output that asks what the value may write. */
  readonly write?: (state: State, range: SourceRange, written: readonly Written[]) => Moved<State>;
  /**
   * Checks whether the output may end here, at `offset` of the source; returns a warning if that is allowed but not
   * meant.
   */
  readonly end: (state: State, offset: number) => Violation | undefined;
  /** What else is found where the output ends. */
  readonly finish?: (state: State, offset: number) => readonly Violation[];
  /**
   * Equal for states that can be merged within one walk: they must allow the same continuations and give values the
   * same places. Anything else that they remember, such as the position of the last comma, only serves messages.
   */
  readonly key: (state: State) => string;
  /** The open brackets, if they are known; repeated text must leave them unchanged. */
  readonly open?: (state: State) => InternedStack | undefined;
  /** Where those brackets were opened, innermost first. */
  readonly opened?: (state: State) => Opened | undefined;
  /** The reason, other than open brackets, why text that leads from one state to the other must not be repeated. */
  readonly repeat?: (before: State, after: State) => Omit<Violation, 'start' | 'end'> | undefined;
  /**
   * What is known of a state apart from how it was reached, if that matters: a list's item is walked from there once, and `recall`
   * puts the two together.
   */
  readonly afresh?: (state: State) => State;
  /**
   * Reduces a state to what an earlier one remembers as well, apart from their keys, if the same brackets are open in
   * both; for an output with `afresh`, adds what the earlier one knows.
   */
  readonly recall?: (state: State, earlier: State) => State;
  /**
   * Merges two states with the same key, keeping only what holds on both paths, of which each has its condition. With `isRepeated`
   * the second comes from the first, and may again.
   */
  readonly merge?: (one: State, other: State, whenOne: When, whenOther: When, isRepeated: boolean) => State;
  /** Whether a merged state knows less than the first of the two, so that what follows from it must be walked again. */
  readonly knowsLess?: (merged: State, one: State) => boolean;
  /** A state in which nothing depends on some variables any more, given what may hold, and what surely holds, without them. */
  readonly forget?: (state: State, perhaps: (when: When) => When, surely: (when: When) => When) => State;
  /** The state after a list, from those before it and what `afresh` knows of its items. */
  readonly bounded?: (state: State, before: readonly State[], list: ListBounds<State>) => State;
}

/** What bounds a list: how many items it takes, and the states after the first of them and after a later one, each afresh. */
interface ListBounds<State> extends Pick<Hole, 'cut'> {
  readonly max: number | undefined;
  readonly first: ItemStates<State>;
  readonly later: ItemStates<State>;
}

interface ItemStates<State> {
  /** After an item that is the last one. */
  readonly last: readonly State[];
  /** After an item with its separator. */
  readonly between: readonly State[];
}

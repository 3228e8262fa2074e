import type { OutputCode } from '../diagnostics/catalogue/output.ts';
import type { Fix, Related, SourceRange } from '../diagnostics/diagnostic.ts';
import type { InternedStack, Opened } from './interned-stack.ts';

/*
 * An automaton reads the output of a template from left to right before there is any value. Its state is what the text
 * so far has left open: in JSON, say, a string inside two objects. From `start`, `advance` takes literal text character
 * by character to the next state, or says which character cannot stand. Where a value comes, `place` says where it
 * lands and so how it is escaped, and `after` is the state after it: one state whatever the value is, because an escaped
 * value cannot leave its place. `end` says whether the output may stop. The proof follows every branch of a template
 * like this, and where branches meet, states with the same `key` become one.
 *
 * In a format's folder `state.ts` draws the automaton, `step.ts` takes one character (in XML: `content.ts`, `tag.ts`),
 * `places.ts` escapes, `violation.ts` puts mistakes into words, and `output.ts` joins them to what is declared below.
 */

/** The languages that a template's output can be checked and escaped for. */
export type OutputName = 'text' | 'json' | 'json-lines' | 'url' | 'form' | 'xml' | 'header';

/** The places that a value may land in, whatever stands around it there. */
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
 * Where a value lands, and how it is written there so that it can neither break the output nor leave its place.
 * A value is written by its type at run time, never by the type that it was declared to have.
 */
export interface Place {
  /** Paths that give one value places of different names contradict each other. */
  readonly name: PlaceName;
  /** Takes more care than a place of the same name that is not strict; where paths meet, the strict one counts. */
  readonly strict: boolean;
  /** What is written here for a missing value. */
  readonly missing: string;
  /** @throws {RefusedValue} where no way of writing this text would keep the promise. */
  readonly text: (text: string) => string;
  readonly number: (number: number | bigint) => string;
  readonly boolean: (boolean: boolean) => string;
  /** Takes the JSON text of any JSON value. */
  readonly json: (json: string) => string;
  /** Takes a number as JSON writes it, where that is not text. NaN and infinities are missing there. */
  readonly numeral?: (numeral: string) => string;
}

/** A value that its place cannot take however it is written, such as `..` for a whole path segment of a URL. */
export class RefusedValue extends Error {
  override readonly name = 'RefusedValue';
}

/** Why the output cannot go on, and where in the source: the facts of a diagnostic, without the path that led here. */
export interface Violation {
  readonly code: OutputCode;
  /** Half-open range in the source. */
  readonly start: number;
  readonly end: number;
  /** What would have been accepted, for people: "`,` or `}`". */
  readonly expected: string;
  /** What is there instead, for people: "`]`", "the end". */
  readonly found: string;
  /** Such as the tag or bracket that was never closed. */
  readonly related?: readonly Related[];
  /** Edits that help on the path that led here; another path may need what they take away. */
  readonly fixes?: readonly Fix[];
}

/** Warnings say what is allowed and was probably not meant; they may stay silent on some path, but are never made up. */
export type Transition<State> =
  | { readonly state: State; readonly warnings?: readonly Violation[] | undefined }
  | { readonly violation: Violation };
export type Landing =
  | { readonly place: Place; readonly warnings?: readonly LandingWarning[] }
  | { readonly violation: Omit<Violation, 'start' | 'end'> };

/** Without a range of its own it is about the value. */
type LandingWarning = Omit<Violation, 'start' | 'end'> & Partial<Pick<Violation, 'start' | 'end'>>;

/** One output format: an automaton over the text of a template. A state is immutable data. */
export interface Output<State> {
  readonly name: OutputName;
  /** The state before the first character; each walk starts its own, so that what states share can be collected. */
  readonly start: () => State;
  /** Over literal text that begins at `offset` of the source, to its end or to the first character that is not allowed. */
  readonly advance: (state: State, text: string, offset: number) => Transition<State>;
  /** Where a value would land. */
  readonly place: (state: State) => Landing;
  /** The state after a value that stands there in the source; only asked where `place` gave a place. */
  readonly after: (state: State, range: SourceRange) => State;
  /** Whether the output may end here, at `offset` of the source; a warning where it may, but was not meant to. */
  readonly end: (state: State, offset: number) => Violation | undefined;
  /**
   * What states of one walk are compared by. States with the same key must accept the same continuations and give
   * values the same places; whatever else they remember, such as where the last comma stood, only serves messages.
   */
  readonly key: (state: State) => string;
  /** The brackets that are open, where that is clear; text that is repeated must leave them as they were. */
  readonly open?: (state: State) => InternedStack | undefined;
  /** Where those brackets were opened, the innermost first. */
  readonly opened?: (state: State) => Opened | undefined;
  /** Why text that leads from one state to another may not be repeated, beside the brackets that it leaves open. */
  readonly repeat?: (before: State, after: State) => Omit<Violation, 'start' | 'end'> | undefined;
  /** A state with what both it and an earlier one remember beside their keys, where the same brackets are open in both. */
  readonly recall?: (state: State, earlier: State) => State;
  /** Two states of one key as one, where what they remember beside it must hold on both paths. */
  readonly merge?: (one: State, other: State) => State;
}

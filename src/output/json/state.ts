import type { InternedStack, Opened } from '../interned-stack.ts';

/**
 * The next token that a JSON text expects (RFC 8259, section 2).
 *
 *     value ──▶ string | word | a number ──▶ after ──`,`──▶ value, or key in an object
 *       └─`[`─▶ first-value     └─`{`─▶ first-key ──▶ string ──▶ colon ──`:`──▶ value
 *
 * The names from `minus` to `exponent-digits` are positions within a number; `word` is inside `true`, `false`, `null`.
 */
export type JsonMode =
  | 'value'
  | 'first-value'
  | 'key'
  | 'first-key'
  | 'colon'
  | 'after'
  | 'string'
  | 'escape'
  | 'hex'
  | 'word'
  | NumberMode;

type NumberMode =
  | 'minus'
  | 'zero'
  | 'integer'
  | 'point'
  | 'fraction'
  | 'exponent'
  | 'exponent-sign'
  | 'exponent-digits';

/** The keys of one object, latest first. */
export interface Members {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly before: Members | undefined;
}

/** A key being read: its text before the first value in it, and after the last. */
export interface KeyText {
  readonly start: number;
  readonly head: string;
  readonly tail: string | undefined;
}

/** An open bracket, with the object's keys so far. */
export interface OpenedJson extends Opened {
  readonly outer: OpenedJson | undefined;
  readonly members: Members | undefined;
}

export interface JsonState {
  readonly mode: JsonMode;
  readonly inKey: boolean;
  /** The missing rest of a word (`ue`), or an `x` for each missing hexadecimal digit of an escape. */
  readonly rest: string;
  /** The labels are `[` and `{`. */
  readonly nesting: InternedStack;
  /** The `true`, `false` or `null` that began last, with its position in the source; not part of the key. */
  readonly word: { readonly start: number; readonly meant: string };
  /** Whether the last token was a value; not part of the key. */
  readonly afterValue: boolean;
  /** Whether the last character was the closing quote of a string; not part of the key. */
  readonly afterQuote: boolean;
  /** The position of the last comma in the source; not part of the key. */
  readonly comma: number;
  /** The open brackets; not part of the key. */
  readonly opened: OpenedJson | undefined;
  /** The object key being read; not part of the automaton's key. */
  readonly key: KeyText | undefined;
}

/** A state while text is read. */
export type JsonRun = { -readonly [Field in keyof JsonState]: JsonState[Field] };

const completeNumbers: ReadonlySet<JsonMode> = new Set(['zero', 'integer', 'fraction', 'exponent-digits']);

/** Whether a number may end in this mode. */
export function isCompleteNumber(mode: JsonMode): boolean {
  return completeNumbers.has(mode);
}

const numberModes: ReadonlySet<JsonMode> = new Set([
  ...completeNumbers,
  'minus',
  'point',
  'exponent',
  'exponent-sign',
]);

export function isNumber(mode: JsonMode): boolean {
  return numberModes.has(mode);
}

/** A description of what is allowed next, for people. */
export function expectedJson(state: JsonState): string {
  switch (state.mode) {
    case 'value':
      return 'a value';
    case 'first-value':
      return 'a value or `]`';
    case 'key':
      return 'a key in double quotes';
    case 'first-key':
      return 'a key in double quotes or `}`';
    case 'colon':
      return '`:`';
    case 'string':
      return '`"`';
    case 'escape':
      return 'one of `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t` or `u` after `\\`';
    case 'hex':
      return 'four hexadecimal digits after `\\u`';
    case 'word':
      return `\`${state.rest}\``;
    default:
      return isNumber(state.mode) && !isCompleteNumber(state.mode) ? 'a digit' : expectedAfter(state);
  }
}

function expectedAfter({ nesting }: JsonState): string {
  if (nesting.below === undefined) return 'the end';
  return nesting.label === '[' ? '`,` or `]`' : '`,` or `}`';
}

import type { Fix, Related } from '../../diagnostics/diagnostic.ts';
import { insertAt, remove, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { characterAt, describeCharacter } from '../describe-character.ts';
import type { Landing, Violation } from '../output.ts';
import type { JsonState } from './state.ts';
import { expectedJson, isCompleteNumber, isNumber } from './state.ts';

const literal = /^(?:true|false|null)$/;
/** The number of characters examined on each side of a line break. */
const maxLookedAt = 64;

/** The reason why the character at `index` of a text that begins at `offset` of the source is not allowed. */
export function jsonViolation(state: JsonState, text: string, index: number, offset: number): Violation {
  const character = characterAt(text, index);
  if (state.mode === 'string') return controlCharacter(text, index, offset + index);
  if (isExtraComma(state, character)) return extraComma(state, character, offset + index);
  const related = opener(state);
  const begun = begunWord(state);
  const rest = wordRest(text, index, begun);
  const word = begun + rest;
  const start = begun ? state.word.start : offset + index;
  const found = word ? `\`${word}\`` : describeCharacter(text, index);
  const isGlued = state.afterValue && isPartOfText(text, index, word);
  const facts = {
    start,
    end: offset + index + (word ? rest : character).length,
    expected: begun ? expectedWord(state.word.meant, word) : expectedJson(state),
    found: isGlued
      ? `${found} right after a value (put both into one string)`
      : found + advice(state, word, text.slice(index)),
    ...(related && { related: [related] }),
    fixes: literalFix(state, word, start, offset),
  };
  if (isValueMissing(state, character)) return { code: 'json-missing-value', ...facts };
  if (isGlued || !isCommaMissing(state, character)) return { code: 'json-unexpected', ...facts };
  return { code: 'json-missing-comma', ...facts, fixes: [insertAt(start, ',', 'Insert a comma')] };
}

/** Advice for writing something that JSON has no syntax for. */
function advice({ mode, word: { meant } }: JsonState, word: string, rest: string): string {
  if (/^\/[/*]/.test(rest)) return ' (write a comment as `$! … !$`)';
  if (mode === 'escape' || mode === 'hex') return ' (write `\\\\` for a backslash)';
  const isText = word !== '' && /^(?:value|first-value|word)$/.test(mode);
  const isLiteral = meantWords.has(word.toLowerCase()) || (mode === 'word' && meant.startsWith(word));
  return isText && !isLiteral ? ' (put text in double quotes)' : '';
}

/** The rest of a word, so that a message shows `undefined`, `failed` and `n/a` as a whole. */
function wordRest(text: string, index: number, begun: string): string {
  const pattern = begun ? /^[\w./-]*/ : /^[A-Za-z_][\w./-]*/;
  return pattern.exec(text.slice(index, index + 32))?.[0] ?? '';
}

/** The part that was read of a `true`, `false` or `null` that cannot go on. */
function begunWord({ mode, rest, word: { meant } }: JsonState): string {
  return mode === 'word' ? meant.slice(0, meant.length - rest.length) : '';
}

/** Words of other languages for JSON's literals. */
const meantWords: ReadonlyMap<string, string> = new Map([
  ...['true', 'false', 'null'].map(word => [word, word] as const),
  ...['none', 'nil', 'undefined', 'nan'].map(word => [word, 'null'] as const),
]);

/** `true`, `false` or `null`, if a word of another language means that. */
export function literalMeantBy(word: string): string | undefined {
  return meantWords.get(word.toLowerCase());
}

/** Replaces `True` by `true` or `None` by `null`, if the word stands in one literal. */
function literalFix(
  { mode, word: { meant } }: JsonState,
  word: string,
  start: number,
  offset: number,
): readonly Fix[] {
  if (word === '' || start < offset || !/^(?:value|first-value|word)$/.test(mode)) return [];
  const begun = mode === 'word' && meant.startsWith(word) ? meant : undefined;
  const literal = begun ?? literalMeantBy(word);
  return literal === undefined ? [] : [replaceWith({ start, end: start + word.length }, literal)];
}

/** `null` for `nul`; anything that is not a prefix was rather meant as text. */
function expectedWord(meant: string, found: string): string {
  return meant.startsWith(found) ? `\`${meant}\`` : 'a value';
}

/** Whether the text continues a value before it: `$count$1`, `$count$ failed`. */
function isPartOfText(text: string, index: number, word: string): boolean {
  if (index === 0) return /^[\w.+-]/.test(text);
  return word !== '' && !literal.test(word) && text.slice(0, index).trim() === '';
}

function controlCharacter(text: string, index: number, start: number): Violation {
  const character = text.startsWith('\r\n', index) ? '\r\n' : text.charAt(index);
  const range = { start, end: start + character.length };
  const written = JSON.stringify(character).slice(1, -1);
  const asEscape = replaceWith(range, written);
  const facts = { code: 'json-control-character', ...range, found: describeCharacter(text, index) } as const;
  const quoteAt = forgottenQuote(text, index);
  if (quoteAt === undefined) return { ...facts, expected: `\`${written}\``, fixes: [safe(asEscape)] };
  const close = insertAt(start - index + quoteAt, '"', 'Close the string before it');
  return { ...facts, expected: `\`${written}\`, or \`"\` before it`, fixes: [close, asEscape] };
}

/**
 * Where a string was perhaps meant to end: its line ends like that of a member, or a closing bracket follows on the
 * next.
 */
function forgottenQuote(text: string, index: number): number | undefined {
  const followed = /^[\r\n]\s*(?:$|["{[]|([\]}]))/.exec(text.slice(index, index + maxLookedAt));
  if (!followed) return undefined;
  const from = Math.max(0, index - maxLookedAt);
  const tail = /[,\]}][,\]}\s]*$/.exec(text.slice(from, index));
  if (tail) return from + tail.index;
  return followed[1] ? index : undefined;
}

/** Whether this is a comma with nothing before it, or the bracket after a comma with nothing after it. */
function isExtraComma(state: JsonState, character: string): boolean {
  const { mode, nesting } = state;
  if (isValueMissing(state, character)) return false;
  if (character === ',')
    return mode === 'value' || mode === 'first-value' || mode === 'key' || mode === 'first-key';
  if (character === ']') return mode === 'value' && nesting.label === '[';
  return character === '}' && mode === 'key';
}

/** Whether a member ends right after its colon. */
function isValueMissing({ mode, nesting }: JsonState, character: string): boolean {
  return mode === 'value' && nesting.label === '{' && /[,}]/.test(character);
}

function extraComma(state: JsonState, character: string, at: number): Violation {
  const isTrailing = character !== ',';
  const start = isTrailing ? state.comma : at;
  const range = { start, end: start + 1 };
  const closer: Related = {
    range: { start: at, end: at + 1 },
    message: `Nothing comes before this \`${character}\``,
  };
  return {
    code: 'json-extra-comma',
    ...range,
    expected: isTrailing ? `${expectedJson(state)} after the comma` : expectedJson(state),
    found: `\`${character}\``,
    ...(isTrailing && { related: [closer] }),
    fixes: [remove(range, 'Remove the comma')],
  };
}

/** Whether a comma before this character would make it the beginning of a value. */
function isCommaMissing({ mode, nesting }: JsonState, character: string): boolean {
  if (nesting.below === undefined) return false;
  return mode === 'after' ? /["[{tfn\d-]/.test(character) : isCompleteNumber(mode) && /["[{]/.test(character);
}

function opener({ opened, nesting }: JsonState): Related | undefined {
  return (
    opened && {
      range: { start: opened.start, end: opened.end },
      message: `\`${nesting.label}\` was opened here`,
    }
  );
}

/** The reason why a value is not allowed in this state. */
export function jsonNoPlace(state: JsonState): Extract<Landing, { violation: unknown }> {
  const related = opener(state);
  const more = { expected: expectedJson(state), ...(related && { related: [related] }) };
  const isElement = state.mode === 'after' && state.nesting.label === '[' && !state.afterQuote;
  if (isElement) return { violation: { code: 'json-missing-comma', found: 'a value', ...more } };
  return { violation: { code: 'json-no-place', found: whereValueStands(state), ...more } };
}

function whereValueStands({ mode, nesting, afterQuote }: JsonState): string {
  if (afterQuote) return 'a value right after a closing quote (put it before that quote)';
  if (mode === 'after' && nesting.below) return 'a value right after another (put both into one string)';
  if (isNumber(mode)) return 'a value right after a number (put both into one string)';
  if (mode === 'word') return 'a value inside a word (put both into one string)';
  return mode === 'escape' || mode === 'hex' ? 'a value inside an escape' : 'a value';
}

/** Reports an output that ends too early, at `offset` of the source. */
export function jsonUnfinished(state: JsonState, offset: number): Violation | undefined {
  const isOutside = state.nesting.below === undefined;
  if (isOutside && (state.mode === 'after' || isCompleteNumber(state.mode))) return undefined;
  const related = opener(state);
  return {
    code: 'json-unfinished',
    start: offset,
    end: offset,
    expected: expectedJson(state),
    found: 'the end',
    ...(related && { related: [related] }),
  };
}

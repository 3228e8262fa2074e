import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import { InternedStack } from '../interned-stack.ts';
import type { Landing, Output, Transition, Violation } from '../output.ts';
import { jsonKey, jsonString, jsonValue } from './places.ts';
import {
  isCompleteNumber,
  type JsonMode,
  type JsonRun,
  type JsonState,
  type KeyText,
  type Members,
  type OpenedJson,
} from './state.ts';
import { jsonNoPlace, jsonUnfinished, jsonViolation } from './violation.ts';

/** JSON by RFC 8259: accepts exactly what `JSON.parse` accepts. */
export const json: Output<JsonState> = {
  name: 'json',
  start: () => ({
    mode: 'value',
    inKey: false,
    rest: '',
    word: { start: 0, meant: '' },
    nesting: InternedStack.root(),
    afterValue: false,
    afterQuote: false,
    comma: -1,
    opened: undefined,
    key: undefined,
  }),
  advance,
  place,
  after: state => {
    if (state.mode === 'string') return state.key ? { ...state, key: { ...state.key, tail: '' } } : state;
    const mode = state.mode === 'key' || state.mode === 'first-key' ? 'colon' : 'after';
    return { ...state, mode, afterValue: true, afterQuote: false };
  },
  end: jsonUnfinished,
  merge: mergeMembers,
  open: ({ nesting }) => nesting,
  opened: ({ opened }) => opened,
  recall: (state, earlier) => mergeMembers(earlier, state),
  key: ({ mode, inKey, rest, nesting }) => `${mode} ${inKey ? 'key' : ''} ${rest} ${nesting.id}`,
};

function advance(state: JsonState, text: string, offset: number): Transition<JsonState> {
  return readJson(state, text, offset);
}

/** Told of each character that is not inside a string: the mode before and after it. */
type JsonListener = (before: JsonMode, mode: JsonMode, code: number, index: number) => void;

/** `advance`, with somebody who listens. */
export function readJson(
  state: JsonState,
  text: string,
  offset: number,
  hear?: JsonListener,
): Transition<JsonState> {
  const run: JsonRun = { ...state };
  const warnings: Violation[] = [];
  let keyFrom = 0;
  for (let index = 0; index < text.length; index++) {
    const before = run.mode;
    const code = text.charCodeAt(index);
    const mode = stepJson(run, code, offset + index);
    if (mode === undefined) return { violation: jsonViolation(run, text, index, offset) };
    if (mode === before && mode === 'string') continue;
    hear?.(before, mode, code, index);
    if (mode === before) continue;
    run.mode = mode;
    if (mode === 'string' && (before === 'key' || before === 'first-key')) {
      run.key = { start: offset + index, head: '', tail: undefined };
      keyFrom = index + 1;
    } else if (mode === 'colon' && before === 'string') {
      const warning = endKey(run, text.slice(keyFrom, index), offset + index + 1);
      if (warning) warnings.push(warning);
    }
  }
  if (run.key) run.key = addToKey(run.key, text.slice(keyFrom));
  // Fields that only one mode reads must not keep states of other modes apart.
  if (run.mode !== 'string' && run.mode !== 'escape' && run.mode !== 'hex') run.inKey = false;
  if (text !== '') {
    run.afterValue = false;
    run.afterQuote = text.endsWith('"') && (run.mode === 'after' || run.mode === 'colon');
  }
  return { state: run, warnings };
}

function place(state: JsonState): Landing {
  switch (state.mode) {
    case 'string':
      return { place: jsonString };
    case 'value':
    case 'first-value':
      return { place: jsonValue };
    case 'key':
    case 'first-key':
      return { place: jsonKey, warnings: valueAsKey(state) };
    default:
      return jsonNoPlace(state);
  }
}

const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;

/** Takes one character; undefined if it is not allowed. */
function stepJson(run: JsonRun, code: number, offset: number): JsonMode | undefined {
  switch (run.mode) {
    case 'string':
      return stepString(run, code);
    case 'value':
      return isSpace(code) ? 'value' : beginValue(run, code, offset);
    case 'first-value':
      if (isSpace(code)) return 'first-value';
      return code === 0x5d ? close(run, '[') : beginValue(run, code, offset);
    case 'key':
      return isSpace(code) ? 'key' : beginKey(run, code);
    case 'first-key':
      if (isSpace(code)) return 'first-key';
      return code === 0x7d ? close(run, '{') : beginKey(run, code);
    case 'colon':
      if (isSpace(code)) return 'colon';
      return code === 0x3a ? 'value' : undefined;
    case 'after':
      return stepAfter(run, code, offset);
    case 'escape':
      return stepEscape(run, code);
    case 'hex':
      return isHex(code) ? shorten(run, 'hex', 'string') : undefined;
    case 'word':
      return code === run.rest.charCodeAt(0) ? shorten(run, 'word', 'after') : undefined;
    default: {
      const next = stepNumber(run.mode, code);
      return next ?? (isCompleteNumber(run.mode) ? stepAfter(run, code, offset) : undefined);
    }
  }
}

function beginValue(run: JsonRun, code: number, offset: number): JsonMode | undefined {
  if (code === quote) {
    run.inKey = false;
    return 'string';
  }
  if (code === minus) return 'minus';
  if (code === zero) return 'zero';
  if (isDigit(code)) return 'integer';
  if (code === 0x5b) return open(run, '[', offset);
  if (code === 0x7b) return open(run, '{', offset);
  const meant = wordOf(code);
  if (meant === '') return undefined;
  run.word = { start: offset, meant };
  run.rest = meant.slice(1);
  return 'word';
}

/** The literal that begins with this character. */
function wordOf(code: number): string {
  if (code === 0x74) return 'true';
  if (code === 0x66) return 'false';
  return code === 0x6e ? 'null' : '';
}

function beginKey(run: JsonRun, code: number): JsonMode | undefined {
  if (code !== quote) return undefined;
  run.inKey = true;
  return 'string';
}

function open(run: JsonRun, bracket: '[' | '{', offset: number): JsonMode {
  run.nesting = run.nesting.push(bracket);
  run.opened = { start: offset, end: offset + 1, outer: run.opened, members: undefined };
  return bracket === '[' ? 'first-value' : 'first-key';
}

function close(run: JsonRun, bracket: '[' | '{'): JsonMode | undefined {
  if (run.nesting.label !== bracket || run.nesting.below === undefined) return undefined;
  run.nesting = run.nesting.below;
  run.opened = run.opened?.outer;
  return 'after';
}

function stepAfter(run: JsonRun, code: number, offset: number): JsonMode | undefined {
  if (isSpace(code)) return 'after';
  if (code === 0x5d) return close(run, '[');
  if (code === 0x7d) return close(run, '{');
  if (code !== 0x2c || run.nesting.below === undefined) return undefined;
  run.comma = offset;
  return run.nesting.label === '[' ? 'value' : 'key';
}

function stepString(run: JsonRun, code: number): JsonMode | undefined {
  if (code === quote) return run.inKey ? 'colon' : 'after';
  if (code === 0x5c) return 'escape';
  return code < 0x20 ? undefined : 'string';
}

function stepEscape(run: JsonRun, code: number): JsonMode | undefined {
  if (code === 0x75) {
    run.rest = 'xxxx';
    return 'hex';
  }
  return '"\\/bfnrt'.includes(String.fromCharCode(code)) ? 'string' : undefined;
}

function shorten(run: JsonRun, unfinished: JsonMode, finished: JsonMode): JsonMode {
  run.rest = run.rest.slice(1);
  return run.rest === '' ? finished : unfinished;
}

/** RFC 8259, section 6; undefined if the number cannot go on. */
function stepNumber(mode: JsonMode, code: number): JsonMode | undefined {
  const digit = isDigit(code);
  switch (mode) {
    case 'minus':
      if (code === zero) return 'zero';
      return digit ? 'integer' : undefined;
    case 'zero':
      return code === 0x2e ? 'point' : stepToExponent(code);
    case 'integer':
      if (digit) return 'integer';
      return code === 0x2e ? 'point' : stepToExponent(code);
    case 'point':
      return digit ? 'fraction' : undefined;
    case 'fraction':
      return digit ? 'fraction' : stepToExponent(code);
    case 'exponent':
      if (code === minus || code === 0x2b) return 'exponent-sign';
      return digit ? 'exponent-digits' : undefined;
    default:
      return digit ? 'exponent-digits' : undefined;
  }
}

function stepToExponent(code: number): JsonMode | undefined {
  return code === 0x65 || code === 0x45 ? 'exponent' : undefined;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/*
 * The literal keys of open objects, used only for warnings: states with the same automaton key may remember different
 * ones. Where paths join, only keys that both remember are kept, so a warning may be missed but is never wrong.
 */

/** At most so many keys are kept per object: people write fewer, and a search takes a step for each. */
const maxMembers = 256;

function addToKey(key: KeyText, text: string): KeyText {
  return key.tail === undefined ? { ...key, head: key.head + text } : { ...key, tail: key.tail + text };
}

/**
 * Adds the finished key to its object; warns if the object already has it, or if a value could make it equal to one.
 */
function endKey(run: JsonRun, text: string, end: number): Violation | undefined {
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
  if (count <= maxMembers) run.opened = { ...opened, members: { key: literal, start, end, count, before } };
  return undefined;
}

/** Warns about a value that is a whole key, in an object that already has a literal key. */
function valueAsKey({ opened }: JsonState): readonly Omit<Violation, 'start' | 'end'>[] {
  return opened?.members ? [valueKey(opened.members)] : [];
}

function valueKey({ key, start, end }: Members): Omit<Violation, 'start' | 'end'> {
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

/** The second of two states with the same key, reduced to the object keys that both remember. */
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

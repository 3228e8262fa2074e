import type { JsonMode, JsonRun } from './state.ts';
import { isCompleteNumber } from './state.ts';

const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;

/** Takes one character; undefined where it cannot stand. */
export function stepJson(run: JsonRun, code: number, offset: number): JsonMode | undefined {
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

/** The word that begins with this character. */
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

/** RFC 8259, section 6; undefined where the number cannot go on. */
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

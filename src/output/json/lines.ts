import { remove } from '../../diagnostics/fixes/fix.ts';
import type { Landing, Output, Transition, Violation } from '../output.ts';
import { json, mergeMembers } from './output.ts';
import { isCompleteNumber, type JsonState } from './state.ts';

interface LinesState {
  /** The state of the current line. */
  readonly line: JsonState;
  /** Whether the current line has any text. */
  readonly isBegun: boolean;
  /** Whether the last character was a carriage return, after which only a line feed is allowed. */
  readonly isReturned: boolean;
}

/**
 * One JSON text per line: `(text LF)* text?`, with an optional carriage return before each line feed (ndjson, JSON
 * Lines).
 */
export const jsonLines: Output<LinesState> = {
  name: 'json-lines',
  start: () => ({ line: json.start(), isBegun: false, isReturned: false }),
  advance,
  place,
  after: (state, range) => ({ ...state, line: json.after(state.line, range), isBegun: true }),
  end: (state, offset) => {
    if (!state.isBegun) return undefined;
    if (isBlank(state)) return blankLine(offset - 1, offset);
    return state.isReturned ? loneReturn(offset) : json.end(state.line, offset);
  },
  open: ({ line }) => line.nesting,
  opened: ({ line }) => line.opened,
  recall: (state, earlier) => ({
    ...state,
    line: json.recall?.(state.line, earlier.line) ?? state.line,
  }),
  merge: (one, other) => ({ ...one, line: mergeMembers(one.line, other.line) }),
  key: ({ line, isBegun, isReturned }) => `${isBegun ? 'b' : ''}${isReturned ? 'r' : ''} ${json.key(line)}`,
};

function advance(state: LinesState, text: string, offset: number): Transition<LinesState> {
  let run = state;
  let warnings: readonly Violation[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|[\r\n]/g)) {
    const step = advanceLine(run, text.slice(from, index), offset + from);
    if ('violation' in step) return step;
    warnings = warnings.concat(step.warnings ?? []);
    const ended = endLine(step.state, end, offset + index);
    if ('violation' in ended) return ended;
    run = ended.state;
    from = index + end.length;
  }
  const last = advanceLine(run, text.slice(from), offset + from);
  return 'violation' in last ? last : { ...last, warnings: warnings.concat(last.warnings ?? []) };
}

function advanceLine(state: LinesState, text: string, offset: number): Transition<LinesState> {
  if (text === '') return { state };
  if (state.isReturned) return { violation: loneReturn(offset) };
  const step = json.advance(state.line, text, offset);
  if ('violation' in step) {
    const { expected } = step.violation;
    return {
      violation: { ...step.violation, expected: expected === 'the end' ? 'the end of the line' : expected },
    };
  }
  return { ...step, state: { line: step.state, isBegun: true, isReturned: false } };
}

/** `end` is a line break or the first half of one. */
function endLine(state: LinesState, end: string, at: number): Transition<LinesState> {
  const { line } = state;
  if (line.mode === 'string') {
    const step = json.advance(line, end, at);
    return 'violation' in step ? step : { state };
  }
  if (!state.isBegun || isBlank(state)) return { violation: blankLine(at, at + end.length) };
  if (state.isReturned && end !== '\n') return { violation: loneReturn(at) };
  if (!isComplete(line)) return { violation: brokenLine(at, at + end.length) };
  if (end === '\r') return { state: { ...state, isReturned: true } };
  // The brackets of all lines share one root, so that states can be compared.
  return { state: { line: { ...json.start(), nesting: line.nesting }, isBegun: false, isReturned: false } };
}

function isBlank({ line }: LinesState): boolean {
  return line.mode === 'value' && line.nesting.below === undefined;
}

function isComplete({ mode, nesting }: JsonState): boolean {
  return nesting.below === undefined && (mode === 'after' || isCompleteNumber(mode));
}

function blankLine(start: number, end: number): Violation {
  const range = { start, end };
  const fixes = [remove(range, 'Remove the line break')];
  return {
    code: 'json-blank-line',
    ...range,
    expected: 'a JSON text in each line',
    found: 'a blank line',
    fixes,
  };
}

function brokenLine(start: number, end: number): Violation {
  const range = { start, end };
  const fixes = [remove(range, 'Remove the line break')];
  return {
    code: 'json-line-break',
    ...range,
    expected: 'the rest of the JSON',
    found: 'a line break',
    fixes,
  };
}

function loneReturn(at: number): Violation {
  return {
    code: 'json-line-break',
    start: at,
    end: at,
    expected: 'a line feed after the carriage return',
    found: 'something else',
  };
}

function place(state: LinesState, following: string): Landing {
  if (!state.isReturned) return json.place(state.line, following);
  const { code, expected, found } = loneReturn(0);
  return { violation: { code, expected, found } };
}

import { remove } from '../../diagnostics/fixes/fix.ts';
import type { Output, Transition, Violation } from '../output.ts';
import { json } from './output.ts';
import { isCompleteNumber, type JsonState } from './state.ts';

export interface LinesState<State = JsonState> {
  /** The state of the current line. */
  readonly line: State;
  /** Whether the current line has any text. */
  readonly isBegun: boolean;
  /** Whether the last character was a carriage return, after which only a line feed is allowed. */
  readonly isReturned: boolean;
}

/** JSON as each line has it, and what the automaton of lines has to know of its states. */
interface LineOutput<State> extends Output<State> {
  readonly jsonOf: (state: State) => JsonState;
  /** The start of the next line. The brackets of all lines share one root, so that states can be compared. */
  readonly again: (state: State) => State;
}

/**
 * One JSON text per line: `(text LF)* text?`, with an optional carriage return before each line feed (ndjson, JSON
 * Lines).
 */
export const jsonLines: Output<LinesState> = linesOf({
  ...json,
  jsonOf: state => state,
  again: ({ nesting }) => ({ ...json.start(), nesting }),
});

/** The automaton of lines, each of which is read by `json`. */
export function linesOf<State>(json: LineOutput<State>): Output<LinesState<State>> {
  type Lines = LinesState<State>;
  const within = (state: Lines, line: State): Lines => ({ ...state, line });
  const { write, recall, merge, knowsLess, afresh, forget, bounded } = json;
  return {
    name: 'json-lines',
    start: () => ({ line: json.start(), isBegun: false, isReturned: false }),
    advance: (state, text, offset) => advanceLines(json, state, text, offset),
    place: (state, following) => {
      if (!state.isReturned) return json.place(state.line, following);
      const { code, expected, found } = loneReturn(0);
      return { violation: { code, expected, found } };
    },
    after: (state, range) => ({ ...state, line: json.after(state.line, range), isBegun: true }),
    ...(write && {
      write: (state, range, written) => {
        const moved = write(state.line, range, written);
        return { ...moved, state: { ...state, line: moved.state, isBegun: true } };
      },
    }),
    end: (state, offset) => {
      if (!state.isBegun) return undefined;
      if (isBlank(json.jsonOf(state.line))) return blankLine(offset - 1, offset);
      return state.isReturned ? loneReturn(offset) : json.end(state.line, offset);
    },
    finish: ({ line, isBegun }, offset) => (isBegun ? (json.finish?.(line, offset) ?? []) : []),
    open: ({ line }) => json.open?.(line),
    opened: ({ line }) => json.opened?.(line),
    recall: (state, earlier) => within(state, recall?.(state.line, earlier.line) ?? state.line),
    merge: (one, other, ...more) => within(one, merge?.(one.line, other.line, ...more) ?? one.line),
    key: ({ line, isBegun, isReturned }) => `${isBegun ? 'b' : ''}${isReturned ? 'r' : ''} ${json.key(line)}`,
    ...(knowsLess && { knowsLess: (merged, one) => knowsLess(merged.line, one.line) }),
    ...(afresh && { afresh: state => within(state, afresh(state.line)) }),
    ...(forget && {
      forget: (state, perhaps, surely) => within(state, forget(state.line, perhaps, surely)),
    }),
    ...(bounded && {
      bounded: (state, before, { first, later, ...list }) =>
        within(
          state,
          bounded(state.line, before.map(lineOf), {
            ...list,
            first: { last: first.last.map(lineOf), between: first.between.map(lineOf) },
            later: { last: later.last.map(lineOf), between: later.between.map(lineOf) },
          }),
        ),
    }),
  };
}

function lineOf<State>({ line }: LinesState<State>): State {
  return line;
}

function advanceLines<State>(
  json: LineOutput<State>,
  state: LinesState<State>,
  text: string,
  offset: number,
): Transition<LinesState<State>> {
  let run = state;
  let warnings: readonly Violation[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|[\r\n]/g)) {
    const step = advanceLine(json, run, text.slice(from, index), offset + from);
    if ('violation' in step) return step;
    const ended = endLine(json, step.state, end, offset + index);
    if ('violation' in ended) return ended;
    warnings = warnings.concat(step.warnings ?? [], ended.warnings ?? []);
    run = ended.state;
    from = index + end.length;
  }
  const last = advanceLine(json, run, text.slice(from), offset + from);
  return 'violation' in last ? last : { ...last, warnings: warnings.concat(last.warnings ?? []) };
}

function advanceLine<State>(
  json: LineOutput<State>,
  state: LinesState<State>,
  text: string,
  offset: number,
): Transition<LinesState<State>> {
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
function endLine<State>(
  json: LineOutput<State>,
  state: LinesState<State>,
  end: string,
  at: number,
): Transition<LinesState<State>> {
  const line = json.jsonOf(state.line);
  if (line.mode === 'string') {
    const step = json.advance(state.line, end, at);
    return 'violation' in step ? step : { state };
  }
  if (!state.isBegun || isBlank(line)) return { violation: blankLine(at, at + end.length) };
  if (state.isReturned && end !== '\n') return { violation: loneReturn(at) };
  if (!isComplete(line)) return { violation: brokenLine(at, at + end.length) };
  if (end === '\r') return { state: { ...state, isReturned: true } };
  const next = { line: json.again(state.line), isBegun: false, isReturned: false };
  return { state: next, warnings: json.finish?.(state.line, at) };
}

function isBlank({ mode, nesting }: JsonState): boolean {
  return mode === 'value' && nesting.below === undefined;
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

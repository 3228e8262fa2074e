import { InternedStack } from '../interned-stack.ts';
import type { Landing, Output, Problem, Step } from '../output.ts';
import { addToKey, endKey, mergeMembers, valueAsKey } from './members.ts';
import { jsonKey, jsonString, jsonValue } from './places.ts';
import { jsonNoPlace, jsonProblem, jsonUnfinished } from './problem.ts';
import type { JsonRun, JsonState } from './state.ts';
import { stepJson } from './step.ts';

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
    comma: -1,
    opened: undefined,
    key: undefined,
  }),
  advance,
  place,
  after: state => {
    if (state.mode === 'string') return state.key ? { ...state, key: { ...state.key, tail: '' } } : state;
    const mode = state.mode === 'key' || state.mode === 'first-key' ? 'colon' : 'after';
    return { ...state, mode, afterValue: true };
  },
  end: jsonUnfinished,
  merge: mergeMembers,
  open: ({ nesting }) => nesting,
  opened: ({ opened }) => opened,
  recall: (state, earlier) => mergeMembers(earlier, state),
  key: ({ mode, inKey, rest, nesting }) => `${mode} ${inKey ? 'key' : ''} ${rest} ${nesting.id}`,
};

function advance(state: JsonState, text: string, offset: number): Step<JsonState> {
  const run: JsonRun = { ...state };
  const warnings: Problem[] = [];
  let keyFrom = 0;
  for (let index = 0; index < text.length; index++) {
    const before = run.mode;
    const mode = stepJson(run, text.charCodeAt(index), offset + index);
    if (mode === undefined) return { problem: jsonProblem(run, text, index, offset) };
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
  // What only one mode reads must not keep states apart in others.
  if (run.mode !== 'string' && run.mode !== 'escape' && run.mode !== 'hex') run.inKey = false;
  run.afterValue = false;
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

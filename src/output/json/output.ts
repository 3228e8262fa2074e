import { InternedStack } from '../interned-stack.ts';
import type { Landing, Output, Step } from '../output.ts';
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
  }),
  advance,
  place,
  after: state => {
    if (state.mode === 'string') return state;
    const mode = state.mode === 'key' || state.mode === 'first-key' ? 'colon' : 'after';
    return { ...state, mode, afterValue: true };
  },
  end: jsonUnfinished,
  key: ({ mode, inKey, rest, nesting }) => `${mode} ${inKey ? 'key' : ''} ${rest} ${nesting.id}`,
};

function advance(state: JsonState, text: string, offset: number): Step<JsonState> {
  const run: JsonRun = { ...state };
  for (let index = 0; index < text.length; index++) {
    const mode = stepJson(run, text.charCodeAt(index), offset + index);
    if (mode === undefined) return { problem: jsonProblem(run, text, index, offset) };
    run.mode = mode;
  }
  // What only one mode reads must not keep states apart in others.
  if (run.mode !== 'string' && run.mode !== 'escape' && run.mode !== 'hex') run.inKey = false;
  run.afterValue = false;
  return { state: run };
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
      return { place: jsonKey };
    default:
      return jsonNoPlace(state);
  }
}

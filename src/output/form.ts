import type { Landing, Output, Place, Step } from './output.ts';
import {
  encodeFormPart,
  encodeNumber,
  namelessParameter,
  type PercentEscape,
  stepPercent,
  valueAfterPercent,
} from './percent-encoding.ts';

/**
 * What a form is in the middle of: the name of a parameter (before its `=`) or in its value. A parameter that has neither
 * `=` nor literal text is made of values alone and would vanish when they are empty.
 */
interface FormState {
  readonly isInValue: boolean;
  readonly hasLiteral: boolean;
  readonly hasValue: boolean;
  readonly percent: PercentEscape;
  /** Where the parameter began in the source; not part of the key. */
  readonly since: number;
}

const formKey: Place = {
  name: 'form-key',
  description: 'in the name of a form field',
  strict: false,
  missing: '',
  text: encodeFormPart,
  number: encodeNumber,
  boolean: String,
  json: encodeFormPart,
};

const formValue: Place = { ...formKey, name: 'form-value', description: 'in the value of a form field' };

/** `application/x-www-form-urlencoded` as the WHATWG URL standard parses it. */
export const form: Output<FormState> = {
  name: 'form',
  start: () => parameterAt(0),
  advance,
  place,
  after: state => (state.hasLiteral ? state : { ...state, hasValue: true }),
  end: (state, offset) => (isNameless(state) ? namelessParameter(state.since, offset) : undefined),
  key: ({ isInValue, hasLiteral, hasValue, percent }) =>
    `${isInValue ? '=' : ''}${hasLiteral ? 'a' : ''}${hasValue ? '$' : ''}${percent}`,
};

function parameterAt(since: number): FormState {
  return { isInValue: false, hasLiteral: false, hasValue: false, percent: '', since };
}

function advance(state: FormState, text: string, offset: number): Step<FormState> {
  if (text === '') return { state };
  let run = state;
  let index = 0;
  for (;;) {
    const ampersand = text.indexOf('&', index);
    const part = text.slice(index, ampersand === -1 ? undefined : ampersand);
    run = part === '' ? run : advanceParameter(run, part);
    if (ampersand === -1) return { state: run };
    if (isNameless(run)) return { problem: namelessParameter(run.since, offset + ampersand) };
    index = ampersand + 1;
    run = parameterAt(offset + index);
  }
}

function advanceParameter(state: FormState, part: string): FormState {
  let percent = state.percent;
  for (let index = Math.max(0, part.length - 2); index < part.length; index++) {
    percent = stepPercent(percent, part.charCodeAt(index));
  }
  return {
    isInValue: state.isInValue || part.includes('='),
    hasLiteral: true,
    hasValue: false,
    percent,
    since: state.since,
  };
}

function isNameless({ hasLiteral, hasValue }: FormState): boolean {
  return hasValue && !hasLiteral;
}

function place({ percent, isInValue }: FormState): Landing {
  if (percent !== '') return { problem: valueAfterPercent(percent) };
  return { place: isInValue ? formValue : formKey };
}

import type { Output, Place } from './output.ts';

const asItIs: Place = {
  name: 'text',
  description: 'in plain text',
  strict: false,
  quote: '',
  missing: '',
  text: text => text,
  number: String,
  boolean: String,
  json: json => json,
};

const landing = { place: asItIs };
const anywhere = Object.freeze({});
const step = { state: anywhere };

/** Text of no known format: all of it may stand, and every value is written as it is. */
export const text: Output<object> = {
  name: 'text',
  start: () => anywhere,
  advance: () => step,
  place: () => landing,
  after: state => state,
  end: () => undefined,
  key: () => '',
};

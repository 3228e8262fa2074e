import type { Output, Place } from './output.ts';

export const asItIs: Place = {
  name: 'text',
  strict: false,
  missing: '',
  text: text => text,
  number: String,
  boolean: String,
  json: json => json,
};

/** Text of no known format: everything is allowed, and values are written unchanged. */
export const text: Output<object> = {
  name: 'text',
  start: () => ({}),
  advance: state => ({ state }),
  place: () => ({ place: asItIs }),
  after: state => state,
  end: () => undefined,
  key: () => '',
};

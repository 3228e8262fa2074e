import type { Place } from './output.ts';
import { encodeFormPart, encodeNumber } from './percent-encoding.ts';

export const formKey: Place = {
  name: 'form-key',
  strict: false,
  missing: '',
  text: encodeFormPart,
  number: encodeNumber,
  boolean: String,
  json: encodeFormPart,
};

export const formValue: Place = {
  ...formKey,
  name: 'form-value',
};

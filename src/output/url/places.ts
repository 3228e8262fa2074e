import { type Place, RefusedValue } from '../output.ts';
import { encodeNumber, encodeUrlPart } from '../percent-encoding.ts';

export const urlPath: Place = {
  name: 'url-path',
  description: 'in the path of a URL',
  strict: false,
  missing: '',
  text: encodeUrlPart,
  number: encodeNumber,
  boolean: String,
  json: encodeUrlPart,
};

/** A dot has no other spelling in a path: `%2e` is a dot to every parser. */
function encodeSegment(text: string): string {
  if (text === '.' || text === '..') {
    throw new RefusedValue(
      'is only dots and would lead to another path: write text before or after the tag, up to the next `/`.',
    );
  }
  return encodeUrlPart(text);
}

/** A whole path segment, or the beginning of one. */
export const urlSegment: Place = {
  ...urlPath,
  description: 'as a path segment of a URL',
  strict: true,
  text: encodeSegment,
};

export const urlQuery: Place = { ...urlPath, name: 'url-query', description: 'in the query of a URL' };

export const urlFragment: Place = {
  ...urlPath,
  name: 'url-fragment',
  description: 'in the fragment of a URL',
};

import { type Place, RefusedValue } from '../output.ts';
import { encodeNumber, encodeUrlPart } from '../percent-encoding.ts';

export const urlPath: Place = {
  name: 'url-path',
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
      'is only dots and would lead to another path: write text right before or after the tag.',
    );
  }
  return encodeUrlPart(text);
}

/** A whole path segment, or the beginning of one. */
export const urlSegment: Place = {
  ...urlPath,
  strict: true,
  text: encodeSegment,
};

export const urlQuery: Place = { ...urlPath, name: 'url-query' };

export const urlFragment: Place = {
  ...urlPath,
  name: 'url-fragment',
};

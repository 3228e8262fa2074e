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

/** In a path, a dot cannot be encoded: to every parser `%2e` is a dot. */
const dotSegments: readonly string[] = ['.', '..'];

function encodeSegment(text: string): string {
  if (dotSegments.includes(text)) {
    throw new RefusedValue(
      'is only dots and would lead to another path: write text right before or after the tag.',
    );
  }
  return encodeUrlPart(text);
}

/** A whole path segment, or its beginning. */
export const urlSegment: Place = {
  ...urlPath,
  strict: true,
  refused: dotSegments,
  text: encodeSegment,
};

export const urlQuery: Place = { ...urlPath, name: 'url-query' };

export const urlFragment: Place = {
  ...urlPath,
  name: 'url-fragment',
};

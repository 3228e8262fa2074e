import { formKey, formValue } from './form-places.ts';
import { headerValue } from './header-place.ts';
import { jsonKey, jsonString, jsonValue } from './json/places.ts';
import type { Place, PlaceName } from './output.ts';
import { asItIs } from './text.ts';
import { urlFragment, urlPath, urlQuery, urlSegment } from './url/places.ts';
import { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from './xml/places.ts';

/** All places of all outputs, by the name under which code imports them. */
export const places = {
  asItIs,
  formKey,
  formValue,
  headerValue,
  jsonKey,
  jsonString,
  jsonValue,
  urlFragment,
  urlPath,
  urlQuery,
  urlSegment,
  xmlAttribute,
  xmlSection,
  xmlSectionAfterBracket,
  xmlText,
} as const satisfies Readonly<Record<string, Place>>;

export type PlaceImport = keyof typeof places;

/** Descriptions for people. Modules that only render do not load them. */
export const placeDescriptions: Readonly<Record<PlaceName, string>> = {
  text: 'in plain text',
  'json-string': 'inside a JSON string',
  'json-value': 'as a JSON value',
  'json-key': 'as the key of a JSON object',
  'url-path': 'in the path of a URL',
  'url-query': 'in the query of a URL',
  'url-fragment': 'in the fragment of a URL',
  'form-key': 'in the name of a form field',
  'form-value': 'in the value of a form field',
  'xml-text': 'in the text of an XML element',
  'xml-attribute': 'in an XML attribute',
  'xml-cdata': 'in a CDATA section',
  'header-value': 'in a header value',
};

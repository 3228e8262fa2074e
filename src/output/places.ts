import { formKey, formValue } from './form-places.ts';
import { headerValue } from './header-place.ts';
import { jsonKey, jsonString, jsonValue } from './json/places.ts';
import type { Place } from './output.ts';
import { asItIs } from './text.ts';
import { urlFragment, urlPath, urlQuery, urlSegment } from './url/places.ts';
import { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from './xml/places.ts';

/** Every place that an output has, by the name that code imports it under. */
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

export type PlaceName = keyof typeof places;

/*
 * The imports of precompiled modules, and nothing else: neither the language nor the proof. Compiled templates use all
 * of it themselves. Code that few modules need has entries of its own in the folders next to this file.
 */
export { createDateFormatter } from '../dates/format/date-formatter.ts';
export { epochFormats } from '../dates/format/epoch.ts';
export { fixedZone, type TimeZone, utc } from '../dates/zone/fixed-zone.ts';
export { numeralIn } from '../numbers/numeral.ts';
export { formKey, formValue } from '../output/form-places.ts';
export { headerValue } from '../output/header-place.ts';
export { jsonKey, jsonString, jsonValue } from '../output/json/places.ts';
export type { Place } from '../output/output.ts';
export { asItIs } from '../output/text.ts';
export { urlFragment, urlPath, urlQuery, urlSegment } from '../output/url/places.ts';
export { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from '../output/xml/places.ts';
export { ListItems } from '../template/list-items.ts';
export { readOwn, readParts } from '../template/read-own-property.ts';
export { assertWithin, compact } from '../template/render/output-bound.ts';
export {
  RenderError,
  type RenderErrorCode,
  renderErrorAt,
  type Site,
} from '../template/render/render-error.ts';
export { ValueWriter } from '../template/render/value-writer.ts';
export {
  comparedNumber,
  comparedText,
  declaredNumber,
  isPresent,
} from '../template/resolve/compared-values.ts';
export type { VariableSchema } from '../template/resolve/variables.ts';
export { ItemSource } from '../template/value-source.ts';

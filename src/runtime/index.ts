/*
 * What precompiled modules import, and nothing else: neither the language nor the proof, and of zones only UTC and fixed
 * offsets. All of it is what compiled templates use themselves.
 */
export { createDateFormatter } from '../dates/format/date-formatter.ts';
export { epochFormats } from '../dates/format/epoch.ts';
export { fixedZone, utc } from '../dates/zone/fixed-zone.ts';
export { oneOf } from '../http/define-options.ts';
export { formatNumber } from '../numbers/format-number.ts';
export { formKey, formValue } from '../output/form-places.ts';
export { headerValue } from '../output/header-place.ts';
export { jsonKey, jsonString, jsonValue } from '../output/json/places.ts';
export { asItIs } from '../output/text.ts';
export { urlFragment, urlPath, urlQuery, urlSegment } from '../output/url/places.ts';
export { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from '../output/xml/places.ts';
export { ListItems } from '../template/list-items.ts';
export { readOwn } from '../template/read-own-property.ts';
export { assertComplete } from '../template/render/missing.ts';
export { assertWithin } from '../template/render/output-bound.ts';
export {
  RenderError,
  type RenderErrorCode,
  renderErrorAt,
  type Site,
} from '../template/render/render-error.ts';
export { ValueWriter } from '../template/render/value-writer.ts';
export { comparedNumber, comparedText } from '../template/resolve/classes/compared-values.ts';
export { compileTextFormat } from '../template/resolve/text-format.ts';
export type { VariableSchema } from '../template/resolve/variables.ts';
export { ItemSource } from '../template/value-source.ts';
export { buildRequest, type RequestSettings } from '../webhook/build-request.ts';
export type { WebhookRequest } from '../webhook/webhook-request.ts';

import { isTimeZone } from '../dates/zone/time-zone.ts';
import { outputForContentType } from '../output/content-types.ts';
import type { JsonSchema } from '../output/json/schema/schema.ts';
import type { OutputName } from '../output/output.ts';
import { defaultContentType, hasBody, payloadOutputs } from './config/request-body.ts';

/** A value for each template of a configuration, by the part of the request that the template writes. */
export interface WebhookTemplates<T> {
  readonly url: T;
  readonly headers: readonly T[];
  /** Only for a request with a body. */
  readonly payload?: T;
}

export interface TemplateSource {
  readonly source: string;
  /** The format for which it is checked and escaped. */
  readonly output: OutputName;
  /** What its receiver accepts. */
  readonly schema?: JsonSchema | undefined;
}

/** The texts of a configuration, which may be half-written. */
export interface WebhookTexts {
  readonly method: unknown;
  readonly url?: string | undefined;
  readonly headers?: readonly { readonly value?: string | undefined }[] | undefined;
  readonly contentType?: string | undefined;
  readonly payload?: string | undefined;
  readonly output?: unknown;
}

/** The templates of a configuration; a missing text counts as empty. The schema is that of the payload. */
export function templatesOf(texts: WebhookTexts, schema?: JsonSchema): WebhookTemplates<TemplateSource> {
  const { url = '', headers = [], payload = '' } = texts;
  return {
    url: { source: url, output: 'url' },
    headers: headers.map(({ value = '' }) => ({ source: value, output: 'header' })),
    ...(hasBody(texts) && { payload: { source: payload, output: payloadOutputOf(texts), schema } }),
  };
}

/** The format for which a payload is checked and escaped: the configured one, or that of the content type. */
export function payloadOutputOf({
  contentType = defaultContentType,
  output,
}: Pick<WebhookTexts, 'contentType' | 'output'>): OutputName {
  return payloadOutputs.find(known => known === output) ?? outputForContentType(contentType);
}

/** The zone of dates without one of their own. An unknown zone is reported only once, in its own field. */
export function zoneOf({ timeZone }: { readonly timeZone?: string | undefined }): string {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
}

export function mapTemplates<A, B>(
  { url, headers, payload }: WebhookTemplates<A>,
  map: (template: A) => B,
): WebhookTemplates<B> {
  return {
    url: map(url),
    headers: headers.map(map),
    ...(payload !== undefined && { payload: map(payload) }),
  };
}

/** All templates with their fields, in the order of the request. */
export function listTemplates<T>({
  url,
  headers,
  payload,
}: WebhookTemplates<T>): readonly (readonly [field: string, template: T])[] {
  return [
    ['url', url],
    ...headers.map((header, index) => [`headers[${index}].value`, header] as const),
    ...(payload === undefined ? [] : [['payload', payload] as const]),
  ];
}

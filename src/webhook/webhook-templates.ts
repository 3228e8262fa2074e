import { isTimeZone } from '../dates/zone/time-zone.ts';
import type { OutputName } from '../output/output.ts';
import { outputForContentType } from '../output/outputs.ts';
import { defaultContentType, hasBody, payloadOutputs } from './config/webhook-config.ts';

/** Something for each template of a configuration, by the part of the request that it writes. */
export interface WebhookTemplates<T> {
  readonly url: T;
  readonly headers: readonly T[];
  /** Of a request with a body alone. */
  readonly payload?: T;
}

export interface TemplateSource {
  readonly source: string;
  /** What it is checked and escaped for. */
  readonly output: OutputName;
}

/** The texts of a configuration, perhaps of one that is half-written. */
export interface WebhookTexts {
  readonly method: unknown;
  readonly url?: string | undefined;
  readonly headers?: readonly { readonly value?: string | undefined }[] | undefined;
  readonly contentType?: string | undefined;
  readonly payload?: string | undefined;
  readonly output?: unknown;
}

/** The templates of a configuration; a text that is missing is empty. */
export function templatesOf(texts: WebhookTexts): WebhookTemplates<TemplateSource> {
  const { url = '', headers = [], payload = '' } = texts;
  return {
    url: { source: url, output: 'url' },
    headers: headers.map(({ value = '' }) => ({ source: value, output: 'header' })),
    ...(hasBody(texts) && { payload: { source: payload, output: payloadOutputOf(texts) } }),
  };
}

/** What a payload is checked and escaped for: what the configuration names, or what its content type says. */
export function payloadOutputOf({
  contentType = defaultContentType,
  output,
}: Pick<WebhookTexts, 'contentType' | 'output'>): OutputName {
  return payloadOutputs.find(known => known === output) ?? outputForContentType(contentType);
}

/** The zone of dates without one of their own. An unknown zone is reported once, in its own field. */
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

/** All of them, each with the field that it stands in, in the order of the request. */
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

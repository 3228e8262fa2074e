import type { OutputName } from '../output/output.ts';
import { outputForContentType } from '../output/outputs.ts';
import { defaultContentType, type WebhookConfig } from './config/webhook-config.ts';

/** A template of a configuration: the field that it stands in, and what it is checked and escaped for. */
interface WebhookTemplate {
  readonly field: string;
  readonly source: string;
  readonly output: OutputName;
}

/** The templates of a configuration by the part of the request that they write. */
export interface WebhookTemplates<T = WebhookTemplate> {
  readonly url: T;
  readonly headers: readonly { readonly name: string; readonly value: T }[];
  /** Of a POST alone. */
  readonly payload?: T;
}

/** The format that a payload is checked and escaped for. */
export function payloadFormat({
  contentType = defaultContentType,
}: Pick<WebhookConfig, 'contentType'>): OutputName {
  return outputForContentType(contentType);
}

export function templatesOf(config: WebhookConfig): WebhookTemplates {
  const url: WebhookTemplate = { field: 'url', source: config.url, output: 'url' };
  if (config.method === 'GET') return { url, headers: [] };
  const headers = (config.headers ?? []).map(({ name, value }, index) => ({
    name,
    value: { field: `headers[${index}].value`, source: value, output: 'header' as const },
  }));
  return {
    url,
    headers,
    payload: { field: 'payload', source: config.payload ?? '', output: payloadFormat(config) },
  };
}

export function mapTemplates<A, B>(
  { url, headers, payload }: WebhookTemplates<A>,
  map: (template: A) => B,
): WebhookTemplates<B> {
  return {
    url: map(url),
    headers: headers.map(({ name, value }) => ({ name, value: map(value) })),
    ...(payload !== undefined && { payload: map(payload) }),
  };
}

/** All of them, in the order of the request. */
export function listTemplates<T>({ url, headers, payload }: WebhookTemplates<T>): readonly T[] {
  return [url, ...headers.map(({ value }) => value), ...(payload === undefined ? [] : [payload])];
}

import { defaultContentType } from './config/request-body.ts';
import type { Credentials } from './config/settings.ts';
import type { WebhookRequest } from './webhook-request.ts';
import type { WebhookTemplates } from './webhook-templates.ts';

/** Settings that are the same in every request. */
export interface RequestSettings {
  readonly method: WebhookRequest['method'];
  readonly contentType?: string | undefined;
  readonly headers?: readonly { readonly name: string }[] | undefined;
}

/** Assembles a request from rendered parts, with these credentials for `authorization`. */
export function buildRequest(
  { method, contentType = defaultContentType, headers = [] }: RequestSettings,
  { url, headers: values, payload }: WebhookTemplates<string>,
  authorization: string | undefined,
): WebhookRequest {
  const { href } = new URL(url);
  return {
    method,
    url: href,
    headers: [
      ...(payload === undefined ? [] : [['content-type', contentType] as const]),
      ...headers.map(({ name }, index) => [name, values[index] ?? ''] as const),
      ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
    ],
    ...(payload !== undefined && { body: payload }),
  };
}

/** RFC 7617, in UTF-8. */
export function basicAuthorization({ username, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}`;
}

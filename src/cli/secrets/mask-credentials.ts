import { credentialStart, isCredentialName } from '../../http/credential-name.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { replaceRanges } from './replace-ranges.ts';
import { urlSecrets } from './url-secrets.ts';

/** In the place of what is not shown. */
const hidden = '***';

/**
 * A request with `***` for its credentials: those in front of a host, and the values of headers and parameters of the URL whose
 * names say that they are some. What lies in a path or a body looks like any other part of it, and stays.
 */
export function maskCredentials(request: WebhookRequest): WebhookRequest {
  return {
    ...request,
    url: replaceRanges(request.url, urlSecrets(request.url), () => hidden),
    headers: request.headers.map(([name, value]) => [
      name,
      isCredentialName(name) ? mask(name, value) : value,
    ]),
  };
}

function mask(header: string, value: string): string {
  return value === '' ? '' : value.slice(0, credentialStart(header, value)) + hidden;
}

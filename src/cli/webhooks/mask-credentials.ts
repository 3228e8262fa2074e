import type { WebhookRequest } from '../../webhook/webhook-request.ts';

/** In the place of what is not shown. */
const hidden = '***';

/** The names of headers and parameters whose values let somebody in. */
const credentialName =
  /authori[sz]ation|auth(?:entication)?(?![a-z])|pass(?:word|wd|phrase)|secret|token|credential|cookie|(?:api|access)[-_]?key|signature|^(?:key|sig)$/i;

/**
 * A request with `***` for its credentials: those in front of a host, and the values of headers and parameters of the URL whose
 * names say that they are some. What lies in a path or a body looks like any other part of it, and stays.
 */
export function maskCredentials(request: WebhookRequest): WebhookRequest {
  return {
    ...request,
    url: maskUrl(request.url),
    headers: request.headers.map(([name, value]) => [name, credentialName.test(name) ? mask(value) : value]),
  };
}

/** A scheme, such as `Bearer`, is none of a secret. */
function mask(value: string): string {
  return value.replace(/^([A-Za-z]+ +)?.+$/s, (_, scheme = '') => scheme + hidden);
}

function maskUrl(url: string): string {
  const [, origin = '', path = '', query = ''] = /^([^/]*\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const parameters = query.replace(/(?<=[?&])([^=&#]*)=([^&#]+)/g, (whole, name) =>
    credentialName.test(decode(name)) ? `${name}=${hidden}` : whole,
  );
  return origin.replace(/\/\/.*@/s, `//${hidden}@`) + path + parameters;
}

/** What is not encoded well stays as it is. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

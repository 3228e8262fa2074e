import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { isCredentialName } from '../../http/credential-name.ts';

/**
 * Where a URL has credentials: in front of its host, and as the values of parameters whose names say so. What lies in its path
 * looks like any other part of it. What is written there by a tag may stand as NUL characters.
 */
export function urlSecrets(url: string): readonly SourceRange[] {
  const secrets: SourceRange[] = [];
  const user = userOf(url);
  if (user) secrets.push(user);
  const parameters = Math.max(0, url.search(/[?#]/));
  for (const { index, 0: whole, 1: name = '' } of url.slice(parameters).matchAll(parameter)) {
    const start = parameters + index;
    if (isCredentialName(decode(name)))
      secrets.push({ start: start + name.length + 1, end: start + whole.length });
  }
  return secrets;
}

const parameter = /(?<=[?&#])([^=&#]*)=[^&#]+/g;

function userOf(url: string): SourceRange | undefined {
  const [{ length: start } = ''] = /^\s*(?:[a-z\0][a-z\d\0+.-]*:)?[/\\]*/i.exec(url) ?? [];
  const rest = url.slice(start);
  const [authority = ''] = /^[^/\\?#]*/.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  if (at >= 0) return { start, end: start + at };
  // A password may have been written with a slash in it: then what stands before that is no port.
  const later = /:(?![\d\0]*$)/.test(authority) ? rest.indexOf('@') : -1;
  return later < 0 ? undefined : { start, end: start + later };
}

/** What is not encoded well stays as it is. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

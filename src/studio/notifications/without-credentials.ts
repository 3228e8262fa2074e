import { recordOf } from '../../editor/record-of.ts';
import { isCredentialName } from '../../http/credential-name.ts';
import type { Fields } from '../unsaved/fields.ts';

interface Header {
  readonly name?: unknown;
  readonly value?: unknown;
}

/** Settings without what lets somebody in though nobody marked it as secret: values of such headers, and who stands before a host. */
export function withoutCredentials(fields: Fields): Fields {
  const withoutValue = (header: Header): Header =>
    isCredentialName(String(header.name)) && typeof header.value === 'string'
      ? { ...header, value: '' }
      : header;
  return changed(fields, withoutValue, url => url.replace(authority, '$<scheme>$<host>'));
}

/** Puts back what was not kept, as far as it is still there: into headers of the same name, and before the same host. */
export function withCredentialsOf(stored: Fields, fields: Fields): Fields {
  const { url: storedUrl, headers } = stored;
  const nameOf = ({ name }: Header): string => String(name).toLowerCase();
  const values = new Map(headersIn(headers).map(header => [nameOf(header), header.value]));
  const withValue = (header: Header): Header => {
    const value = values.get(nameOf(header));
    return header.value === '' && typeof value === 'string' ? { ...header, value } : header;
  };
  return changed(fields, withValue, url => withUserOf(String(storedUrl), url));
}

/** The part of a URL that says who is called, and as whom. */
const authority = /^(?<scheme>[^/?#]*\/\/)(?<user>[^/?#]*@)?(?<host>[^/?#]*)/;

function withUserOf(stored: string, url: string): string {
  const { scheme = '', user = '', host = '' } = authority.exec(stored)?.groups ?? {};
  const plain = scheme + host;
  return authority.exec(url)?.[0] === plain ? scheme + user + host + url.slice(plain.length) : url;
}

function headersIn(value: unknown): readonly Header[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function changed(
  { url, headers, ...rest }: Fields,
  header: (header: Header) => Header,
  text: (url: string) => string,
): Fields {
  return {
    ...rest,
    ...(url !== undefined && { url: typeof url === 'string' ? text(url) : url }),
    ...(headers !== undefined && { headers: headersIn(headers).map(header) }),
  };
}

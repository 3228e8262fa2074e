import { X509Certificate } from 'node:crypto';
// By its namespace: a name that an old Node lacks would fail before anyone could say so.
import tls, { type SecureContext } from 'node:tls';
import {
  aListOf,
  checkThat,
  defineOptions,
  InvalidArgument,
  optional,
} from '../../options/define-options.ts';

/** Authorities that TLS trusts, and a client certificate; everything in PEM. */
export interface TlsOptions {
  /** Certificates of authorities that are trusted in addition to those that Node trusts. */
  readonly ca?: readonly string[];
  /** A client certificate, with its chain, for receivers that ask for one. With `key`. */
  readonly cert?: string;
  readonly key?: string;
  /** The passphrase of an encrypted `key`. */
  readonly passphrase?: string;
}

const text = checkThat('text', (value): value is string => typeof value === 'string');
const certificate = checkThat(
  'a certificate in PEM',
  (value): value is string => typeof value === 'string' && isCertificate(value),
);

const readOptions = defineOptions<TlsOptions>({
  ca: optional(aListOf(certificate)),
  cert: optional(certificate),
  key: optional(text),
  passphrase: optional(text),
});

/** Reads certificates and keys once for all connections; what is wrong with them is not quoted. */
export function createTlsContext(given: unknown, name: string): SecureContext {
  const { ca, ...own } = readOptions(given, name);
  if ((own.cert === undefined) !== (own.key === undefined)) {
    throw new InvalidArgument(`${name}: expected \`cert\` and \`key\` together`);
  }
  try {
    return tls.createSecureContext({
      ...own,
      ...(ca && { ca: [...tls.getCACertificates('default'), ...ca] }),
    });
  } catch {
    throw new InvalidArgument(
      `${name}: the certificates or the key cannot be read, or do not belong together`,
    );
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

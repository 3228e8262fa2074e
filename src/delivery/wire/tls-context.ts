import { X509Certificate } from 'node:crypto';
// Imported as a namespace: a name that an old Node lacks would fail before anything could be reported.
import tls, { type SecureContext } from 'node:tls';
import {
  aListOf,
  checkThat,
  defineOptions,
  InvalidArgument,
  optional,
} from '../../options/define-options.ts';

/** Trusted authorities, and a client certificate, all in PEM. */
export interface TlsOptions {
  /** Certificates of authorities to trust in addition to those that Node trusts. */
  readonly ca?: readonly string[] | undefined;
  /** A client certificate with its chain, for receivers that ask for one. Requires `key`. */
  readonly cert?: string | undefined;
  /** The private key of `cert`, in PEM format. */
  readonly key?: string | undefined;
  /** The passphrase of an encrypted `key`. */
  readonly passphrase?: string | undefined;
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

/** Reads certificates and keys once for all connections; invalid ones are not quoted in errors. */
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

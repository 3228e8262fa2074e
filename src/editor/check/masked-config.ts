import { recordOf } from '../record-of.ts';

/** What stands for a secret in a preview. */
const hidden = '***';

/** The configuration as the engine takes it, with asterisks for the secrets that are stored and so not known here. */
export function withoutStored(config: unknown): unknown {
  return mapHeaders(mapPassword(config), ({ value, ...header }) => ({
    ...header,
    value: isText(value) ? value : hidden,
  }));
}

/** The same with asterisks also for the secret headers that were just written: a preview is looked at and copied. */
export function withoutSecrets(config: unknown): unknown {
  return mapHeaders(mapPassword(config), ({ value, ...header }, isSecret) => ({
    ...header,
    value: isText(value) && !isSecret ? value : hidden,
  }));
}

/** Whether a secret header has a value that was just written, in which something may be wrong. */
export function hasNewSecret(config: unknown): boolean {
  return headersOf(config).some(({ value, secret }) => secret === true && isText(value));
}

type Header = Readonly<Record<string, unknown>>;

function mapHeaders(config: unknown, change: (header: Header, isSecret: boolean) => unknown): unknown {
  const headers = headersOf(config);
  if (headers.length === 0) return config;
  return {
    ...(config as object),
    headers: headers.map(({ secret, ...header }) => change(header, secret === true)),
  };
}

function mapPassword(config: unknown): unknown {
  const { authentication } = recordOf(config);
  const { password } = recordOf(authentication);
  if (authentication === undefined || isText(password)) return config;
  return { ...recordOf(config), authentication: { ...recordOf(authentication), password: hidden } };
}

function headersOf(config: unknown): readonly Header[] {
  const { headers } = recordOf(config);
  return Array.isArray(headers) ? headers.map(recordOf) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

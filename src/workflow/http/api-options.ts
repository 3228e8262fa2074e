import { listener } from '../../http/define-options.ts';
import { type Authenticate, type Credentials, createGate, type Gate } from './basic-authentication.ts';

export interface WorkflowApiOptions {
  /** Who may use the API: names and passwords for Basic authentication, or a judge of requests. */
  readonly authenticate: readonly Credentials[] | Authenticate;
  /** Where the API begins. Default `/api/v2`. */
  readonly basePath?: string;
  /**
   * The address of the API as clients see it, `basePath` included, where a proxy changes it. Default: that of the
   * request.
   */
  readonly publicUrl?: string;
  /**
   * Told of each error that was answered with 500. Default: nobody is told. What it throws, or rejects with, is
   * ignored.
   */
  readonly onError?: (error: unknown) => void;
}

export interface ApiSettings {
  readonly gate: Gate;
  /** Without a slash at its end. */
  readonly basePath: string;
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

const defaultBasePath = '/api/v2';

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} naming the option that cannot be.
 */
export function normalizeOptions(options: WorkflowApiOptions): ApiSettings {
  const { authenticate, basePath = defaultBasePath, publicUrl, onError = () => {} } = options;
  if (basePath !== '' && !basePath.startsWith('/'))
    throw new TypeError('basePath: expected a slash at its start');
  if (publicUrl !== undefined && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
    throw new TypeError('publicUrl: expected an http or https URL');
  }
  return {
    gate: createGate(authenticate),
    // Routes are compared with paths that Hono has decoded.
    basePath: decodeURI(withoutSlash(basePath)),
    publicUrl: publicUrl === undefined ? undefined : withoutSlash(publicUrl),
    onError: listener()(onError, 'onError'),
  };
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

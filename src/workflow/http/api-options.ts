import { checkThat, defineOptions, listener, optional, required } from '../../http/define-options.ts';
import { warnOfRequestError } from '../workflow-failure.ts';
import type { Gate } from './basic-authentication.ts';
import { type Authenticate, type Credentials, readGate } from './basic-authentication.ts';

/** Who may use the API, and where it is. */
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
   * Called with each error that was answered with 500. Default: a warning of the Node process. What it throws, or rejects
   * with, is ignored.
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

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function readApiOptions(options: WorkflowApiOptions): ApiSettings {
  const { authenticate: gate, basePath, publicUrl, onError } = readOptions(options);
  return {
    gate,
    // Routes are compared with paths that Hono has decoded.
    basePath: decodeURI(withoutSlash(basePath)),
    publicUrl: publicUrl === undefined ? undefined : withoutSlash(publicUrl),
    onError,
  };
}

const readOptions = defineOptions<
  Omit<ApiSettings, 'gate'> & {
    readonly authenticate: Gate;
  }
>({
  authenticate: required('a function, or a list of usernames and passwords', readGate),
  basePath: optional(checkThat('a path that begins with a slash, or nothing', isBasePath), '/api/v2'),
  publicUrl: optional(checkThat('an http or https URL', isHttpUrl)),
  onError: optional(listener(), warnOfRequestError),
});

function isBasePath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/.*)?$/.test(value) && isDecodable(value);
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

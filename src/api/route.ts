import type { Context } from 'hono';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { ReadonlyDeep, Subject } from './answers.ts';
import type { Problem } from './problem.ts';
import type { Caller, Role } from './role.ts';

/** Facts about a request while it is answered. */
export interface ApiEnv {
  Bindings: object;
  Variables: {
    /** The route as declared, never the path, which may contain anything. */
    route: string | undefined;
    caller: Caller | undefined;
    /** The address that the request comes from, if it is known. */
    address: string | undefined;
    /** The code of the problem in the answer. */
    problem: string | undefined;
  };
}

export type ApiContext = Context<ApiEnv>;

/** A successful answer of a route. */
export interface AnswerDescription {
  readonly description: string;
  /** The schema of the JSON body; absent if there is none. */
  readonly schema?: GenericSchema;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** Headers that are always present, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that may be absent, with their descriptions. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

type Answers = Readonly<Record<number, AnswerDescription>>;

type BodyOf<A> = A extends { readonly schema: infer S extends GenericSchema }
  ? ReadonlyDeep<InferInput<S>>
  : undefined;

/** An answer with one of the described statuses, and a body of its schema. */
type ReplyOf<A extends Answers> = {
  [Status in keyof A]: {
    readonly status: Status;
    readonly body: BodyOf<A[Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof A];

type OutputOf<S> = S extends GenericSchema ? InferOutput<S> : undefined;

/** A request whose parts have passed the schemas of its route. */
interface RouteRequest<P, Q, B> {
  readonly params: OutputOf<P>;
  readonly query: OutputOf<Q>;
  readonly body: OutputOf<B>;
  /** The original body; empty if the route takes none. */
  readonly bodyBytes: Uint8Array;
  readonly headers: Headers;
  readonly caller: Caller;
  /** Whether the caller may still do this; for long-lived answers. */
  readonly isStillWelcome: () => Promise<boolean>;
  /** The original request; its body has already been read. */
  readonly raw: Request;
  readonly context: ApiContext;
}

type Schema = GenericSchema | undefined;

export type About = 'server' | 'profiles' | 'nobody';

/** A route, declared once: permissions, checks and documentation all derive from this. */
export interface RouteDefinition<P extends Schema, Q extends Schema, B extends Schema, A extends Answers> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the form of OpenAPI: `/api/webhooks/{id}`. A `{+id}` may contain slashes (RFC 6570, 3.2.3). */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** The required role; `anyone` needs no credentials, and `sender` a signature, which the route checks itself. */
  readonly role: Role | 'anyone' | 'sender';
  /**
   * Whom its answers are about. What is about the `server` is not there for a caller who is limited to profiles. What is about
   * `profiles` knows no others than those of the caller. What is about `nobody` has nothing of profiles.
   */
  readonly about: About;
  /** Whether it changes anything; if so, pages of other sites may not send it. Default: true except for GET. */
  readonly changes?: boolean;
  /**
   * The kind of thing that a caller does something to, for the audit log. Its id is made of the parameters of the path, or is the `id` of
   * the body or of the answer. Default: it is not logged.
   */
  readonly subject?: Subject;
  readonly params?: P;
  readonly query?: Q;
  /** The answer to a query that the schema refuses. Default: 400 `invalid-request`, which names the fields. */
  readonly queryProblem?: () => Problem;
  /** Checks the body. */
  readonly body?: B;
  /** Whether the body may also come from a form of a page, with a text in each field. Default `false`. */
  readonly takesForms?: boolean;
  /** The maximum size of the body. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Only documents the body, in place of `body`: for a body that the route checks itself, such as a webhook's
   * configuration, and whose `body` therefore lets nearly everything pass.
   */
  readonly bodyDescription?: GenericSchema;
  /** Only documents the body, for a route that reads it itself: a schema for each media type that it takes. */
  readonly bodyTypes?: Readonly<Record<string, GenericSchema>>;
  /** Headers that it reads, with their descriptions and schemas. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: GenericSchema }>
  >;
  readonly answers: A;
  /** The route's own errors by status; each is described in a sentence. */
  readonly problems?: Readonly<Record<number, string>>;
  readonly handle: (request: RouteRequest<P, Q, B>) => Promise<ReplyOf<A> | Response>;
}

/** A route with any schemas. */
export type Route = Omit<RouteDefinition<GenericSchema, GenericSchema, GenericSchema, Answers>, 'handle'> & {
  readonly handle: (request: RouteRequest<never, never, never>) => Promise<AnyReply | Response>;
};

export interface AnyReply {
  readonly status: PropertyKey;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function defineRoute<
  const A extends Answers,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(route: RouteDefinition<P, Q, B, A>): Route {
  // It is called only with the output of its own schemas.
  return route as unknown as Route;
}

/** The methods of all routes with one path, as the value of `Allow`. */
export function allowedMethods(routes: readonly Route[]): string {
  return routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/**
 * The address of the routes, for a request whose path has this number of segments after it; without a trailing slash.
 */
export type BaseUrlOf = (request: Request, segments: number) => string;

/** `publicUrl` replaces that address if a proxy changes it. */
export function createBaseUrlOf(publicUrl: string | undefined): BaseUrlOf {
  const known = publicUrl?.replace(/\/+$/, '');
  return ({ url }, segments) => {
    if (known !== undefined) return known;
    const { origin, pathname } = new URL(url);
    return origin + pathname.split('/').slice(0, -segments).join('/');
  };
}

import type { Context } from 'hono';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { ReadonlyDeep } from './answers.ts';
import type { Problem } from './problem.ts';
import type { Caller, Role } from './role.ts';

/** What is known of a request while it is answered. */
export interface ApiEnv {
  Bindings: object;
  Variables: {
    /** The route as it was declared, never the path: that may hold anything. */
    route: string | undefined;
    caller: Caller | undefined;
    /** Where it comes from, as far as that is known. */
    address: string | undefined;
    /** The code of the problem that it was answered with. */
    problem: string | undefined;
  };
}

export type ApiContext = Context<ApiEnv>;

/** An answer that a route gives when all is well. */
export interface AnswerDescription {
  readonly description: string;
  /** Of a JSON body; absent where there is none. */
  readonly schema?: GenericSchema;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** Headers that are always there, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that may be absent, with what they say. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

type Answers = Readonly<Record<number, AnswerDescription>>;

type BodyOf<A> = A extends { readonly schema: infer S extends GenericSchema }
  ? ReadonlyDeep<InferInput<S>>
  : undefined;

/** An answer of one of the described statuses, with a body of its schema. */
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
  /** The body as it came; empty where the route takes none. */
  readonly bodyBytes: Uint8Array;
  readonly headers: Headers;
  readonly caller: Caller;
  /** Whether the caller may still do this: for answers that last. */
  readonly isStillWelcome: () => Promise<boolean>;
  /** As it came, with its body read. */
  readonly raw: Request;
  readonly context: ApiContext;
}

type Schema = GenericSchema | undefined;

/** A route, declared once: who may, what is checked and what is described all come from here. */
export interface RouteDefinition<P extends Schema, Q extends Schema, B extends Schema, A extends Answers> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As OpenAPI writes it: `/api/webhooks/{id}`. A `{+id}` may hold slashes (RFC 6570, 3.2.3). */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Who may; `anyone` needs no credentials. */
  readonly role: Role | 'anyone';
  /** Whether it changes anything, so that no page of another site may have it sent. Default: all but a GET do. */
  readonly changes?: boolean;
  readonly params?: P;
  readonly query?: Q;
  /** The answer to a query that its schema refuses. Default: 400 `invalid-request`, which names the fields. */
  readonly queryProblem?: () => Problem;
  readonly body?: B;
  /** What the body is described by, where it is checked by more than a schema: a webhook's configuration. */
  readonly bodyDescription?: GenericSchema;
  /** Headers that it reads, with what they say and which schema describes them. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: GenericSchema }>
  >;
  readonly answers: A;
  /** The errors of its own, by status, in a sentence each. */
  readonly problems?: Readonly<Record<number, string>>;
  readonly handle: (request: RouteRequest<P, Q, B>) => Promise<ReplyOf<A> | Response>;
}

/** A route of any schemas. */
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
  // Only what its schemas returned is handed to it.
  return route as unknown as Route;
}

/** The methods that the routes of one path have, as `Allow` names them. */
export function allowedMethods(routes: readonly Route[]): string {
  return routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/** The address that routes are found under, for a request whose path has so many segments after it; without a slash at its end. */
export type BaseUrlOf = (request: Request, segments: number) => string;

/** `publicUrl` is that address where a proxy changes it. */
export function createBaseUrlOf(publicUrl: string | undefined): BaseUrlOf {
  const known = publicUrl?.replace(/\/+$/, '');
  return ({ url }, segments) => {
    if (known !== undefined) return known;
    const { origin, pathname } = new URL(url);
    return origin + pathname.split('/').slice(0, -segments).join('/');
  };
}

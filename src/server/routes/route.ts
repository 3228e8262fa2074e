import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Caller, Role } from '../access/role.ts';
import type { ServerContext } from './server-context.ts';

/** An answer that a route gives when all is well. */
export interface AnswerDescription {
  readonly description: string;
  /** Of a JSON body; absent where there is none. */
  readonly schema?: GenericSchema;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** Headers that are always there, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Answers = Readonly<Record<number, AnswerDescription>>;

type BodyOf<A> = A extends { readonly schema: infer S extends GenericSchema } ? InferInput<S> : undefined;

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
  readonly headers: Headers;
  readonly caller: Caller;
  /** Whether the caller may still do this: for answers that last. */
  readonly isStillWelcome: () => Promise<boolean>;
  /** As it came, with its body read. */
  readonly raw: Request;
  readonly context: ServerContext;
}

type Schema = GenericSchema | undefined;

/** A route, declared once: its checks and its description are made from the same schemas. */
export interface RouteDefinition<P extends Schema, Q extends Schema, B extends Schema, A extends Answers> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As OpenAPI writes it: `/api/webhooks/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Who may; `anyone` needs no credentials. */
  readonly role: Role | 'anyone';
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** What the body is described by, where it is checked by more than a schema: a webhook's configuration. */
  readonly bodyDescription?: GenericSchema;
  /** Whether `If-Match` says which version is meant. */
  readonly ifMatch?: 'required' | 'or-none-match';
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

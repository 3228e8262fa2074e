/*
 * What the server answers, as its OpenAPI document describes it: these rooms share no code, and a test compares them.
 */

export type Role = 'viewer' | 'operator' | 'editor';

export interface Session {
  readonly name: string;
  readonly role: Role;
}

export interface Items<T> {
  readonly items: readonly T[];
}

/** A page of a list: `next` is the `cursor` of the one after it. */
export interface Page<T> extends Items<T> {
  readonly next?: string | undefined;
}

export interface Profile {
  readonly name: string;
  readonly webhooks: number;
}

/** A webhook as everybody may see it. */
export interface Webhook {
  readonly id: string;
  readonly profile: string;
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly method: string;
  readonly host: string;
  readonly events: readonly string[];
}

export type ProcessState = 'queued' | 'running' | 'completed' | 'error' | 'interrupted';

export interface Process {
  readonly pid: string;
  readonly status: ProcessState;
  readonly projectId: string;
  readonly taskId: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly recordsProcessed: number;
  readonly errorCount: number;
  readonly error?: string | undefined;
  readonly createdAt: string;
  readonly profile?: string | undefined;
}

export interface ProcessEvent {
  readonly number: number;
  readonly event: string;
  readonly raisedAt: string;
  readonly deliveries: readonly Delivery[];
}

export interface ProcessDetails extends Process {
  readonly events: readonly ProcessEvent[];
}

export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'failed' | 'gone' | 'refused' | 'cancelled';

export interface Delivery {
  readonly id: string;
  readonly state: DeliveryState;
  readonly reason?: string | undefined;
  readonly endpoint: string;
  readonly webhook?: string | undefined;
  readonly event?: string | undefined;
  readonly profile?: string | undefined;
  readonly method: string;
  readonly host: string;
  readonly resent: number;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt?: string | undefined;
  readonly finishedAt?: string | undefined;
}

export type Header = readonly [name: string, value: string];

export interface Attempt {
  readonly round?: number | undefined;
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly address?: string | undefined;
  readonly outcome:
    | {
        readonly kind: 'answered';
        readonly status: number;
        readonly headers?: readonly Header[] | undefined;
        readonly body?: string | undefined;
        readonly truncated: boolean;
      }
    | { readonly kind: 'failed'; readonly error: string; readonly message: string };
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string | undefined;
}

export interface DeliveryDetails extends Delivery {
  readonly history: readonly Attempt[];
  readonly request?: SentRequest | undefined;
}

export interface Endpoint {
  readonly id: string;
  readonly webhook?: string | undefined;
  readonly origin: string;
  readonly failures: number;
  readonly failingSince?: string | undefined;
  readonly lastSuccessAt?: string | undefined;
  readonly lastFailureAt?: string | undefined;
  readonly disablesAt?: string | undefined;
  readonly disabledAt?: string | undefined;
  readonly disabledBecause?: 'failing' | 'gone' | undefined;
}

export interface Stats {
  readonly buckets: readonly {
    readonly from: string;
    readonly enqueued: number;
    readonly attempts: number;
    readonly succeeded: number;
  }[];
  readonly pending: number;
  readonly sending: number;
  readonly oldestDueMs: number;
  readonly oldestMs: number;
}

export interface Flow {
  readonly projectId: string;
  readonly taskId: string;
  readonly profile: string;
  readonly api?: { readonly enabled: boolean } | undefined;
}

export interface FlowApi {
  readonly projectId: string;
  readonly taskId: string;
  readonly profile: string;
  readonly baseUrl: string;
  readonly enabled: boolean;
  readonly parameters: Readonly<Record<string, string>>;
  readonly sampleBody?: unknown;
  readonly endpoints: readonly {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly curl: string;
  }[];
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly lastUsedAt?: string | undefined;
}

/** Shown once. */
export interface NewToken extends Token {
  readonly token: string;
}

/** What the stream of events says when nothing happens. */
export interface Alive {
  /** How often it says so, in milliseconds. */
  readonly everyMs: number;
}

/** What the stream of events says of a process. */
export type ProcessChange = Pick<
  Process,
  'pid' | 'projectId' | 'taskId' | 'status' | 'recordsProcessed' | 'errorCount'
>;

/** What the stream of events says of a delivery. */
export type DeliveryChange = Pick<
  Delivery,
  'id' | 'state' | 'webhook' | 'event' | 'profile' | 'host' | 'attempts'
>;

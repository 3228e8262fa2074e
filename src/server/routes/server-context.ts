import type { Context } from 'hono';
import type { Caller } from '../access/role.ts';

/** What is known of a request while it is answered. */
interface ServerVariables {
  /** The route as it was declared, never the path: that may hold anything. */
  route: string | undefined;
  caller: Caller | undefined;
  /** Where it comes from, as far as that is known. */
  address: string | undefined;
  /** The code of the problem that it was answered with. */
  problem: string | undefined;
  requestId: string;
}

export interface ServerEnv {
  Bindings: object;
  Variables: ServerVariables;
}

export type ServerContext = Context<ServerEnv>;

/** Where the connection comes from, as far as the platform says so. */
export function socketAddressOf({ env }: ServerContext): string | undefined {
  const bindings: unknown = env;
  const incoming = inside(bindings, 'incoming');
  const address = inside(inside(incoming, 'socket'), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}

function inside(value: unknown, name: string): unknown {
  // Getters of the platform are asked once.
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

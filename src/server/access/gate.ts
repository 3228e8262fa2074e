import { Problem } from '../../workflow/http/problem.ts';
import { type ServerContext, socketAddressOf } from '../routes/server-context.ts';
import type { AddressOf } from './client-address.ts';
import { findCaller, type Identification, identify } from './identify.ts';
import { type Caller, includesRole, type Role } from './role.ts';
import { assertSameOrigin } from './same-origin.ts';
import type { CheckHost } from './server-names.ts';

/** What a request is about to do. */
interface Intent {
  readonly role: Role;
  /** Whether it changes anything: then no page of another site may make a browser send it. */
  readonly changes: boolean;
}

/** Lets in who may come. */
export interface Gate {
  /** @throws {Problem} 401, 403, 421 or 429. */
  readonly admit: (context: ServerContext, intent: Intent) => Promise<Caller>;
  /** Whether who was let in would be so again: a token may have ended since, or been revoked. */
  readonly isStillWelcome: (context: ServerContext, role: Role) => Promise<boolean>;
}

export interface GateOptions extends Identification {
  readonly checkHost: CheckHost;
  readonly addressOf: AddressOf;
  /** The address that clients see; its scheme counts where a proxy speaks TLS. */
  readonly publicUrl: string | undefined;
}

/** Every request passes it but those for health: its name, where it comes from, who sends it, and what they may do. */
export function createGate({ checkHost, addressOf, publicUrl, ...identification }: GateOptions): Gate {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const originOf = ({ url }: Request, host: string): string =>
    publicOrigin?.host === host ? publicOrigin.origin : `${new URL(url).protocol}//${host}`;
  return {
    admit: async (context, { role, changes }) => {
      const { raw } = context.req;
      const host = checkHost(raw);
      if (changes) assertSameOrigin(raw, originOf(raw, host));
      const address = addressOf(raw, socketAddressOf(context));
      context.set('address', address);
      const caller = await identify(raw, address, identification);
      context.set('caller', caller);
      if (includesRole(caller.role, role)) return caller;
      throw new Problem(403, 'forbidden', `This needs the role \`${role}\`; yours is \`${caller.role}\`.`);
    },
    isStillWelcome: async ({ req: { raw } }, role) => {
      const caller = await findCaller(raw, identification);
      return caller !== undefined && includesRole(caller.role, role);
    },
  };
}

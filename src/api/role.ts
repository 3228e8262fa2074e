/** A `viewer` can read, an `operator` can also run, interrupt and resend, an `editor` can do everything. */
export const roles = ['viewer', 'operator', 'editor'] as const;

export type Role = (typeof roles)[number];

/** Whether a user with the role `has` may do something that requires the role `needs`. */
export function includesRole(has: Role, needs: Role): boolean {
  return roles.indexOf(has) >= roles.indexOf(needs);
}

/** The sender of a request. */
export interface Caller {
  /** The name in the history of changes. */
  readonly name: string;
  readonly role: Role;
  /** The name of the person who made the API token, set for a caller with one. An application's `authenticate` need not. */
  readonly tokenMadeBy?: string;
  /** Set for a caller who has signed in, and can sign out. */
  readonly hasSession?: true;
}

/** Whom limits for each caller count: nobody has more by making tokens. */
export function personOf({ name, tokenMadeBy }: Caller): string {
  return tokenMadeBy ?? name;
}

export function isCaller(value: unknown): value is Caller {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'role' in value &&
    roles.some(role => role === value.role)
  );
}

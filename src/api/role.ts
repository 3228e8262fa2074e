/** What someone may do: a `viewer` reads, an `operator` also runs, interrupts and resends, an `editor` does all. */
export const roles = ['viewer', 'operator', 'editor'] as const;

export type Role = (typeof roles)[number];

/** Whether someone of the role `has` may do what needs the role `needs`. */
export function includesRole(has: Role, needs: Role): boolean {
  return roles.indexOf(has) >= roles.indexOf(needs);
}

/** Who sends a request. */
export interface Caller {
  /** What the record of a change calls them. */
  readonly name: string;
  readonly role: Role;
  /** Set for who has shown an API token. The server sets it; nobody who embeds it has to. */
  readonly hasToken?: true;
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

/**
 * A `reporter` can report events and nothing else, a `viewer` can read, an `operator` can also report, run, interrupt
 * and resend, an `editor` can do everything.
 */
export const roles = ['reporter', 'viewer', 'operator', 'editor'] as const;

export type Role = (typeof roles)[number];

/** Whether a user with the role `has` may do something that requires the role `needs`. */
export function includesRole(has: Role, needs: Role): boolean {
  return needs === 'reporter' ? has !== 'viewer' : roles.indexOf(has) >= roles.indexOf(needs);
}

/** To whom or what a caller is limited; a list that is absent allows all names. */
export interface Limits {
  /** For a reporter: the events that it may report. */
  readonly events?: readonly string[] | undefined;
  /** The profiles that there are for the caller; none if the list is empty. */
  readonly profiles?: readonly string[] | undefined;
}

/** The sender of a request. */
export interface Caller extends Limits {
  /** The name in the history of changes. */
  readonly name: string;
  readonly role: Role;
  /** The name of the person who made the API token, set for a caller with one. An application's `authenticate` need not. */
  readonly tokenMadeBy?: string;
  /** Set for a caller who has signed in, and can sign out. */
  readonly hasSession?: true;
  /** Set for a caller who came by a link to the portal of one profile, or has a token for it. */
  readonly portal?: {
    /** The name that the application has given. */
    readonly name: string;
    readonly theme?: 'light' | 'dark' | undefined;
    /** Set for a token, which is replaced by another before that. */
    readonly expiresAt?: Date;
  };
}

/**
 * Whom limits count: a person, who has no more by making tokens; and all people of a profile as one, the first of theirs, whose
 * names may be those of people elsewhere.
 */
export function countedAs({ name, tokenMadeBy, profiles }: Caller): string {
  return profiles ? JSON.stringify(profiles.toSorted().slice(0, 1)) : (tokenMadeBy ?? name);
}

export function isCaller(value: unknown): value is Caller {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'role' in value &&
    roles.some(role => role === value.role) &&
    areLimits(value)
  );
}

function areLimits(value: object): boolean {
  const { events, profiles }: { readonly events?: unknown; readonly profiles?: unknown } = value;
  return [events, profiles].every(names => names === undefined || areNames(names));
}

function areNames(value: unknown): value is readonly string[] {
  // What cannot be stored names no profile, and must not look like one that does.
  return Array.isArray(value) && value.every(name => typeof name === 'string' && !/[\0\p{Cs}]/u.test(name));
}

/** Whether there is a profile for a caller; that of what has none is empty. */
export function knowsProfile({ profiles }: Limits, profile = ''): boolean {
  return profiles === undefined || profiles.includes(profile);
}

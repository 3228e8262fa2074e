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

/** What a reporter may report; a list that is absent allows all names. */
export interface ReportLimits {
  readonly events?: readonly string[] | undefined;
  readonly profiles?: readonly string[] | undefined;
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
  /** What a reporter may report. Default: everything. */
  readonly reports?: ReportLimits | undefined;
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
    roles.some(role => role === value.role) &&
    (!('reports' in value) || value.reports === undefined || areLimits(value.reports))
  );
}

function areLimits(value: unknown): value is ReportLimits {
  if (typeof value !== 'object' || value === null) return false;
  const { events, profiles }: { readonly events?: unknown; readonly profiles?: unknown } = value;
  return [events, profiles].every(names => names === undefined || areNames(names));
}

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(name => typeof name === 'string');
}

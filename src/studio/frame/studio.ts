import type { Role, Session } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import type { ChangeStream } from '../api/change-stream.ts';
import type { Router } from './router.ts';

/** What every screen is given. */
export interface Studio {
  readonly api: Api;
  readonly changes: ChangeStream;
  readonly router: Router;
  readonly session: Session;
  /** Says something politely to those who do not see the page. */
  readonly announce: (text: string) => void;
}

const roles: readonly Role[] = ['viewer', 'operator', 'editor'];

/** Whether who is logged in may do what needs a role. */
export function may({ session }: Studio, needs: Role): boolean {
  return roles.indexOf(session.role) >= roles.indexOf(needs);
}

/** Why somebody may not do it; undefined for who may. */
export function reasonAgainst(studio: Studio, needs: Role): string | undefined {
  return may(studio, needs) ? undefined : `This needs the role ${needs}; yours is ${studio.session.role}.`;
}

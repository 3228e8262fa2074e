import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Caller, Role } from '../../api/role.ts';
import type { Connection } from '../../database/database.ts';
import { oneOfTexts, optionalTextOf, type Row, rowReader, textOf, timeOf } from '../../database/row.ts';
import { Upkeep } from '../../database/upkeep.ts';
import {
  checkThat,
  defineOptions,
  oneOf,
  optional,
  required,
  wholeNumber,
} from '../../options/define-options.ts';
import { aName, isName } from '../../outbox/message.ts';
import { sessionLifeMs } from './sessions.ts';
import { unseen } from './tokens.ts';

/** How the pages look, whatever the customer's system prefers. */
export type PortalTheme = 'light' | 'dark';

export interface PortalLinkOptions {
  /** The only profile that there is for whoever opens it. */
  readonly profile: string;
  /** Default `editor`. */
  readonly role?: Exclude<Role, 'reporter'> | undefined;
  /** Who it is, in the audit log and the history of changes. Default `customer`. */
  readonly name?: string | undefined;
  /** How long it may wait to be opened, up to an hour. Default 10 minutes. */
  readonly expiresInMs?: number | undefined;
  /** Default: as the customer's system prefers. */
  readonly theme?: PortalTheme | undefined;
}

export type PortalTokenOptions = Pick<PortalLinkOptions, 'profile' | 'role' | 'name'>;

/** What a link, a session or a token opens. */
interface Access {
  readonly profile: string;
  readonly role: Exclude<Role, 'reporter'>;
  readonly name: string;
  readonly theme: PortalTheme | undefined;
}

type NewAccess = Omit<Access, 'theme'> & Partial<Pick<Access, 'theme'>>;

export interface PortalLink extends Access {
  readonly expiresInMs: number;
}

/** People who come by a link, and see one profile. All instances on a database share them. */
export interface PortalStore {
  /** Makes a link; returns the token for its URL. */
  readonly makeLink: (link: PortalLink) => Promise<string>;
  /** Makes a token for pages that are embedded, whose theme is that of the page around them. */
  readonly makeToken: (of: Omit<Access, 'theme'>) => Promise<string>;
  /**
   * Begins a session, once for each link; undefined if there is no such link any more. The page that began the session, known by a
   * secret of its own, gets the same session again: a second click breaks off the answer to the first.
   */
  readonly open: (link: string, page?: string) => Promise<OpenedPortal | undefined>;
  /** By the token of a cookie, or by one that a page has in memory. */
  readonly findCaller: (token: string, kind: 'session' | 'token') => Promise<Caller | undefined>;
  /** Puts off the end of a session that is used. */
  readonly use: (token: string) => Promise<void>;
  readonly end: (token: string) => Promise<void>;
  /** Ends the links, sessions and tokens of a profile. */
  readonly revoke: (profile: string) => Promise<void>;
  /** Starts deleting what has expired, every ten minutes until `stop`. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

interface OpenedPortal {
  readonly caller: Caller;
  /** The token for the cookie. */
  readonly token: string;
}

const minute = 60_000;

const aVisibleName = checkThat(
  'a name of up to 200 characters, all of them visible',
  (value): value is string => isName(value) && value.length <= 200 && !unseen.test(value),
);
const whose = {
  profile: required('the name of a profile', aName),
  role: optional(oneOf('viewer', 'operator', 'editor'), 'editor'),
  name: optional(aVisibleName, 'customer'),
};
/** The checks of the options of a token and of a link, which fill in the defaults. */
export const readPortalToken = defineOptions<Omit<Access, 'theme'>>(whose);
export const readPortalLink = defineOptions<PortalLink>({
  ...whose,
  expiresInMs: optional(wholeNumber(1000, 60 * minute), 10 * minute),
  theme: optional(oneOf('light', 'dark')),
});

/** How long a token is valid: the page around the pages gives another one. */
const portalTokenMs = 10 * minute;

/** A profile may have so many of each kind that have not expired; one more ends the oldest. */
const maxPerKind = { link: 100, session: 100, token: 1000 } as const;
type Kind = keyof typeof maxPerKind;

const crowding = `
delete from hookplate.portal_access where hash in (
  select hash from hookplate.portal_access where profile = $1 and kind = $2 and expires_at > $4::timestamptz
  order by created_at desc, hash offset $3 for update skip locked)`;

/** A limit per statement: others must not wait for long. */
const maxPruned = 5000;
const pruning = `
delete from hookplate.portal_access where hash in (
  select hash from hookplate.portal_access
  where expires_at <= $1::timestamptz limit ${maxPruned} for update skip locked)
returning 1`;
const pruneEveryMs = 10 * minute;

const adding = `
insert into hookplate.portal_access (hash, kind, profile, role, name, theme, created_at, expires_at, idle_at)
values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz, $8::timestamptz)`;

/** The link becomes the session: whoever revokes it meanwhile finds one of the two. */
const opening = `
update hookplate.portal_access
set hash = $2, kind = 'session', created_at = $3::timestamptz, expires_at = $4::timestamptz, idle_at = $5::timestamptz
where hash = $1 and kind = 'link' and expires_at > $3::timestamptz
returning profile, role, name, theme`;

const finding = `
select profile, role, name, theme, expires_at from hookplate.portal_access
where hash = $1 and kind = $3 and expires_at > $2::timestamptz and idle_at > $2::timestamptz`;

const using = `
update hookplate.portal_access set idle_at = $2::timestamptz
where hash = $1 and kind = 'session' and idle_at < $3::timestamptz`;

/** Tokens are 256 random bits: with their SHA-256, which is stored, nobody gets in. */
export function createPortalStore(
  { executor: { query } }: Pick<Connection, 'executor'>,
  now: () => number,
  onError: (error: unknown) => void,
): PortalStore {
  let upkeep: Upkeep | undefined;
  const timeIn = (ms: number): string => new Date(now() + ms).toISOString();
  const prune = async (signal: AbortSignal): Promise<void> => {
    for (let found = maxPruned; found === maxPruned && !signal.aborted; )
      found = (await query(pruning, [timeIn(0)])).rows.length;
  };
  const crowd = async (profile: string, kind: Kind): Promise<void> => {
    await query(crowding, [profile, kind, maxPerKind[kind], timeIn(0)]);
  };
  const add = async (kind: Kind, { profile, role, name, theme }: NewAccess, lifeMs: number) => {
    const token = newToken();
    await query(adding, [
      hashOf(token),
      kind,
      profile,
      role,
      name,
      theme ?? null,
      ...[0, lifeMs].map(timeIn),
    ]);
    await crowd(profile, kind);
    return token;
  };
  const find = async (token: string, kind: Kind): Promise<Row | undefined> =>
    (await query(finding, [hashOf(token), timeIn(0), kind])).rows[0];
  return {
    makeLink: ({ expiresInMs, ...of }) => add('link', of, expiresInMs),
    makeToken: of => add('token', of, portalTokenMs),
    open: async (link, page) => {
      const token = page === undefined ? newToken() : tokenOf(link, page);
      const times = [0, sessionLifeMs.longest, sessionLifeMs.idle].map(timeIn);
      const { rows } = await query(opening, [hashOf(link), hashOf(token), ...times]);
      const row = rows[0] ?? (await find(token, 'session'));
      if (!row) return undefined;
      const access = accessOf(row);
      await crowd(access.profile, 'session');
      return { caller: callerOf(access), token };
    },
    findCaller: async (token, kind) => {
      const row = await find(token, kind);
      if (!row) return undefined;
      const { hasSession, portal, ...caller } = callerOf(accessOf(row));
      return kind === 'session'
        ? { ...caller, hasSession, portal }
        : { ...caller, portal: { ...portal, expiresAt: timeOf(row, 'expires_at') } };
    },
    use: async token => {
      const { idle } = sessionLifeMs;
      await query(using, [hashOf(token), timeIn(idle), timeIn(idle - minute)]);
    },
    end: async token => {
      await query('delete from hookplate.portal_access where hash = $1', [hashOf(token)]);
    },
    revoke: async profile => {
      await query('delete from hookplate.portal_access where profile = $1', [profile]);
    },
    start: () => {
      upkeep ??= new Upkeep(prune, pruneEveryMs, onError);
    },
    stop: async () => {
      await upkeep?.stop();
    },
  };
}

const accessOf: (row: Row) => Access = rowReader({
  profile: textOf,
  role: oneOfTexts<Access['role']>(),
  name: textOf,
  theme: (row, column) => optionalTextOf(row, column) as PortalTheme | undefined,
});

function callerOf({ profile, role, name, theme }: Access) {
  // As tokens have names of their own, nobody is taken for somebody else.
  return {
    name: `portal ${name}`,
    role,
    profiles: [profile],
    hasSession: true,
    portal: { name, theme },
  } as const;
}

const prefix = 'hkpp_';

/** Its beginning tells it from the tokens of other sessions, of programs, and of applications. */
function newToken(): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Nobody gets from a link to its session who does not know the secret of the page, too. */
function tokenOf(link: string, page: string): string {
  return prefix + createHmac('sha256', page).update(link).digest('base64url');
}

/** Whether a text has the form of a token of a portal, and is worth looking up. */
export function looksLikePortal(text: string): boolean {
  return text.startsWith(prefix) && text.length === prefix.length + 43;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

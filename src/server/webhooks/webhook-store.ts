import type { ShownDiagnostic } from '../../api/answers.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import { columnArrays, unnestColumns } from '../../database/column-arrays.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { errorCodeOf } from '../../database/database-error.ts';
import { createKeyset, type KeysetPage } from '../../database/keyset-page.ts';
import {
  bytesOf,
  numberOf,
  oneOfTexts,
  optionalTextOf,
  type Row,
  rowReader,
  textOf,
  textsOf,
  timeOf,
} from '../../database/row.ts';
import { openJson } from '../../database/sealer.ts';
import { cancelWebhook } from '../../outbox/cancelled-webhook.ts';
import type { Endpoint } from '../../outbox/endpoint.ts';
import { hasProfile, type SomeProfiles } from '../../outbox/some-profiles.ts';
import { originOf } from '../../webhook/secrets/stored-secrets.ts';
import { sealedNames, sealJson, type VaultOptions, whereOpen } from '../vault.ts';
import { createVersioned, type VersionChange } from '../versioned.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** What was found in a version of a webhook, stored beside it: its secrets may be quoted there. */
export interface KeptDiagnostics {
  /** The digest of the rules that it was checked by: with others, it has to be checked again. */
  readonly rules: string;
  readonly items: readonly ShownDiagnostic[];
}

/** A version of a webhook to be stored, and what was found in it, if it was checked. */
interface VersionToStore {
  readonly settings: WebhookSettings;
  readonly diagnostics?: KeptDiagnostics;
}

type NextVersion = Pick<StoredWebhook, 'id'> & VersionToStore;

/** A change of a webhook, unless its profile is one that there is not for whoever changes it. */
interface WithinProfiles extends VersionChange {
  readonly knows?: (profile: string) => boolean;
}

interface WebhookChange extends WithinProfiles {
  /** How many webhooks a profile may have, which matters where it gets another one. Default: any number. */
  readonly max?: number;
  /**
   * Computes the new settings from the stored ones; undefined stands for settings that no key opens. It is called again
   * if somebody else has changed the webhook meanwhile.
   */
  readonly computeSettings: (stored: WebhookSettings | undefined) => Promise<VersionToStore>;
}

/** Webhooks with all their versions: each change is recorded in the transaction that makes it. */
export interface WebhookStore extends WebhookQueries {
  /** @throws {Problem} 409 if the id is taken, or the profile has as many webhooks as it may. */
  readonly create: (id: string, checked: VersionToStore, by: string, max?: number) => Promise<StoredWebhook>;
  /** Works without a key for the stored settings, too. */
  readonly update: (id: string, change: WebhookChange) => Promise<StoredWebhook>;
  /** Works without a key for the stored settings, too. Its messages that wait are cancelled with it. */
  readonly remove: (id: string, change: WithinProfiles) => Promise<void>;
  /** Empties all webhooks of a profile that are there, or were, and deletes their versions; resolves to their number. Their ids are taken for ever. */
  readonly erase: (profile: string) => Promise<number>;
  /** Stores what was found in a version, unless there is another one by now, or nothing can be stored. */
  readonly keepDiagnostics: (
    webhook: Pick<StoredWebhook, 'id' | 'version'>,
    diagnostics: KeptDiagnostics,
  ) => Promise<void>;
}

const keeping = 'update hookplate.webhook set diagnostics = $3 where id = $1 and version = $2';

/** The settings stay sealed under their version, so that a recovered key can still open them. */
const deletingUnread =
  'update hookplate.webhook set deleted_at = now(), updated_by = $2, updated_at = now() where id = $1';

const erasing = `
with erased as (
  update hookplate.webhook set settings = ''::bytea, diagnostics = null, name = null, updated_by = '', version = version + 1,
    deleted_at = coalesce(deleted_at, now())
  where profile = $1 and settings <> ''::bytea returning id
), past as (delete from hookplate.webhook_version where webhook in (select id from erased))
select id from erased`;

const recording = `
insert into hookplate.webhook_version (webhook, version, change, fields, settings, changed_by)
values ($1, $2, $3, $4::jsonb, $5, $6)`;

/**
 * It takes the steps of `createVersioned` one by one: each is recorded in the history, a check that takes long comes between reading
 * and writing, and a deleted webhook keeps its settings, because messages may still go out by them, and its id.
 */
export function createWebhookStore(connection: Connection, options: VaultOptions): WebhookStore {
  const { transaction } = connection;
  const vault = createWebhookVault(options);
  const columnsOf = ({ id, settings, diagnostics }: NextVersion, version: number) => ({
    ...{ profile: settings.config.profile ?? '', name: settings.config.name ?? null },
    settings: vault.seal(id, version, settings),
    diagnostics: diagnostics ? vault.sealDiagnostics(id, version, diagnostics) : null,
  });
  const kept = createVersioned<Pick<StoredWebhook, 'id'>, VersionToStore, StoredWebhook>(connection, {
    table: 'hookplate.webhook',
    keysOf: ({ id }) => ({ id }),
    columnsOf,
    unknown: unknownWebhook,
    read: vault.webhookOf,
  });
  return {
    ...createWebhookQueries(connection, vault),
    find: id => kept.find({ id }),
    create: (id, checked, by, max) =>
      transaction(async tx => {
        if (max !== undefined) await assertRoom(tx, checked.settings.config.profile ?? '', max);
        const row = await withUniqueName(kept.insert(tx, { id, ...checked }, by));
        if (!row) throw new Problem(409, 'id-taken', 'A webhook of this id is, or was, there already.');
        await record(tx, row, 'created', changedFields(undefined, checked.settings));
        return vault.webhookOf(row);
      }),
    update: async (id, { by, matched, max, knows, computeSettings }) => {
      // Computing takes a while, in which neither a connection nor the row is held.
      for (;;) {
        const seen = within(await kept.match({ id }, matched), knows);
        const before = vault.whereOpen(seen, 'id', () => vault.webhookOf(seen).settings);
        const checked = await computeSettings(before);
        const written = await transaction(async tx => {
          const row = within(await kept.match({ id }, matched, tx), knows);
          if (numberOf(row, 'version') !== numberOf(seen, 'version')) return undefined;
          const { profile = '' } = checked.settings.config;
          if (max !== undefined && profile !== textOf(row, 'profile')) await assertRoom(tx, profile, max);
          const columnsAt = (version: number) => columnsOf({ id, ...checked }, version);
          const next = await withUniqueName(kept.advance(tx, { id: { id }, row, by }, columnsAt));
          await record(tx, next, 'updated', changedFields(before, checked.settings));
          return vault.webhookOf(next);
        });
        if (written) return written;
      }
    },
    remove: (id, { by, matched, knows }) =>
      transaction(async tx => {
        const row = within(await kept.match({ id }, matched, tx), knows);
        const stored = vault.whereOpen(row, 'id', () => vault.webhookOf(row));
        if (stored) {
          const columnsAt = (version: number) => columnsOf({ id, settings: stored.settings }, version);
          await record(
            tx,
            await kept.advance(tx, { id: { id }, row, by }, columnsAt, 'deleted_at = now()'),
            'deleted',
          );
        } else {
          await tx.query(deletingUnread, [id, by]);
          const version = numberOf(row, 'version') + 1;
          await record(tx, { id, version, settings: unread, updated_by: by }, 'deleted');
        }
        await cancelWebhook(connection, id, { reason: 'webhook-deleted', transaction: tx });
      }),
    erase: profile =>
      transaction(async tx => {
        const { rows } = await tx.query(erasing, [profile]);
        for (const row of rows)
          await cancelWebhook(connection, textOf(row, 'id'), { reason: 'webhook-deleted', transaction: tx });
        return rows.length;
      }),
    keepDiagnostics: async ({ id, version }, diagnostics) => {
      const sealed = vault.sealDiagnostics(id, version, diagnostics);
      // They are looked for again where they could not be stored.
      await connection.executor.query(keeping, [id, version, sealed]).catch(() => {});
    },
  };
}

const countingOf = 'select count(*) as n from hookplate.webhook where profile = $1 and deleted_at is null';

/** Those that are made at once for a profile come one after the other. */
const takingTurns = "select pg_advisory_xact_lock(hashtext('hookplate.webhook'), hashtext($1))";

async function assertRoom({ query }: SqlExecutor, profile: string, max: number): Promise<void> {
  await query(takingTurns, [profile]);
  const { rows } = await query(countingOf, [profile]);
  if (rows[0] && numberOf(rows[0], 'n') < max) return;
  const detail = `This profile has ${max} webhooks, as many as it may have: remove some that nobody needs.`;
  throw new Problem(409, 'too-many-webhooks', detail);
}

/** @throws {Problem} 404 for a row of a profile that is not known. */
function within(row: Row, knows: (profile: string) => boolean = () => true): Row {
  if (knows(textOf(row, 'profile'))) return row;
  throw unknownWebhook();
}

/** Stands for settings that were not opened. */
const unread = new Uint8Array();

/** Adds the version of a row to the history. */
async function record(
  { query }: SqlExecutor,
  row: Row,
  change: StoredVersion['change'],
  fields: readonly string[] = [],
): Promise<void> {
  const { id, version, settings, updated_by: by } = row;
  await query(recording, [id, version, change, JSON.stringify(fields), settings, by]);
}

/** @throws {Problem} 422 if another webhook of the profile has the name. */
async function withUniqueName<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    if (errorCodeOf(error) !== uniqueViolation) throw error;
    const message = 'Another webhook of this profile has this name: choose another.';
    throw invalidFields([{ field: 'name', code: 'name-taken', message }]);
  }
}

/** The only unique index beside the key, whose conflicts do nothing, is the one of names. */
const uniqueViolation = '23505';

export function unknownWebhook(): Problem {
  return new Problem(404, 'unknown-webhook', 'No webhook with this id.');
}

export interface SealedWebhook extends Pick<StoredWebhook, 'id' | 'version'> {
  readonly name: string | undefined;
  /** @throws {DatabaseError} `wrong-key`. */
  readonly open: () => WebhookSettings;
}

interface WebhookQuery {
  readonly profile?: SomeProfiles | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** The page ends where the settings on it, with their diagnostics, have so many bytes. Default: it does not. */
  readonly maxBytes?: number | undefined;
}

type WebhookVersionsQuery = Omit<WebhookQuery, 'profile'>;

export interface WebhookQueries {
  /** Ordered by id, without those that no key opens. */
  readonly list: (query: WebhookQuery) => Promise<KeysetPage<StoredWebhook>>;
  /** The number of webhooks per profile. */
  readonly countByProfile: () => Promise<ReadonlyMap<string, number>>;
  /** Where webhooks send to, by their ids; deleted ones have no target. */
  readonly targetsOf: (ids: readonly string[]) => Promise<WebhookTargets>;
  readonly find: (id: string) => Promise<StoredWebhook | undefined>;
  /** The versions of webhooks that are there, by their ids. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The profile of a webhook that no key may open, or of one that was deleted. */
  readonly profileOf: (id: string) => Promise<string | undefined>;
  /** All webhooks of a profile as seen by a transaction; their settings are opened on demand. */
  readonly ofProfile: (profile: string, transaction: SqlExecutor) => Promise<readonly SealedWebhook[]>;
  /** Also finds a deleted webhook: what was under way may still go out. */
  readonly findSettings: (id: string) => Promise<WebhookSettings | undefined>;
  /** Newest first. */
  readonly versions: (id: string, page: WebhookVersionsQuery) => Promise<KeysetPage<StoredVersion>>;
}

const listingOf = (ofProfile: string): string => `
select * from hookplate.webhook
where deleted_at is null and ($1::text is null or id > $1) and ${ofProfile} order by id limit $2`;

const counting = 'select profile, count(*) as n from hookplate.webhook where deleted_at is null group by 1';

const idColumn = { id: 'text' };

/** What an event needs: diagnostics may be long. */
const inUse = 'id, profile, name, settings, version, created_at, updated_at, updated_by';

const listingSome = `
select ${inUse} from hookplate.webhook where deleted_at is null and id in (select * from ${unnestColumns(idColumn)})`;

const ofOneProfile = `
select ${inUse} from hookplate.webhook where profile = $1 and deleted_at is null order by id`;

const listingVersions =
  'select * from hookplate.webhook_version where webhook = $1 and ($2::integer is null or version < $2) order by version desc limit $3';

const byId = createKeyset<Row>(['text'], row => [textOf(row, 'id')]);
const newestFirst = createKeyset<Row>(['integer'], row => [numberOf(row, 'version')]);

/** How many of these rows have at most so many bytes together; at least one, and at most `limit`. */
function fitting(rows: readonly Row[], limit: number, maxBytes = Number.POSITIVE_INFINITY): number {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += (bytesOf(row, 'settings')?.length ?? 0) + (bytesOf(row, 'diagnostics')?.length ?? 0);
    return index >= limit || (index > 0 && bytes > maxBytes);
  });
  return end === -1 ? limit : end;
}

function createWebhookQueries(
  { executor, within }: Connection,
  vault: WebhookVault,
): Omit<WebhookQueries, 'find'> {
  return {
    list: async ({ profile, cursor, limit, maxBytes }) => {
      const values: unknown[] = [...byId.keysIn(cursor), limit + 1];
      const parameterOf = (value: unknown): string => `$${values.push(value)}`;
      const ofProfile = profile === undefined ? 'true' : hasProfile('profile', profile, parameterOf);
      const { rows } = await executor.query(listingOf(ofProfile), values);
      const { items, next } = byId.pageOf(rows, fitting(rows, limit, maxBytes));
      return {
        items: items.flatMap(row => vault.whereOpen(row, 'id', () => vault.webhookOf(row)) ?? []),
        next,
      };
    },
    countByProfile: async () => {
      const { rows } = await executor.query(counting);
      return new Map(rows.map(row => [textOf(row, 'profile'), numberOf(row, 'n')]));
    },
    targetsOf: async ids => {
      if (ids.length === 0) return new Map();
      const { rows } = await executor.query(
        listingSome,
        columnArrays(
          idColumn,
          ids.map(id => ({ id })),
        ),
      );
      return new Map(
        rows.map(row => {
          const url = vault.whereOpen(row, 'id', () => vault.webhookOf(row).settings.config.url);
          return [textOf(row, 'id'), { profile: textOf(row, 'profile'), origin: originOf(url ?? '') }];
        }),
      );
    },
    versionsOf: async ids => {
      if (ids.length === 0) return new Map();
      const rows = ids.map(id => ({ id }));
      const found = await executor.query(listingSome, columnArrays(idColumn, rows));
      return new Map(found.rows.map(row => [textOf(row, 'id'), numberOf(row, 'version')]));
    },
    profileOf: async id => {
      const { rows } = await executor.query('select profile from hookplate.webhook where id = $1', [id]);
      return rows[0] && textOf(rows[0], 'profile');
    },
    ofProfile: async (profile, transaction) => {
      const { rows } = await within(transaction).query(ofOneProfile, [profile]);
      return rows.map(row => ({
        id: textOf(row, 'id'),
        name: optionalTextOf(row, 'name'),
        version: numberOf(row, 'version'),
        open: () => vault.webhookOf(row).settings,
      }));
    },
    findSettings: async id => {
      const { rows } = await executor.query('select * from hookplate.webhook where id = $1', [id]);
      return rows[0] && vault.webhookOf(rows[0]).settings;
    },
    versions: async (id, { cursor, limit, maxBytes }) => {
      const asked = [id, ...newestFirst.keysIn(cursor), limit + 1];
      const { rows } = await executor.query(listingVersions, asked);
      const { items, next } = newestFirst.pageOf(rows, fitting(rows, limit, maxBytes));
      return { items: items.map(vault.versionOf), next };
    },
  };
}

/** Where webhooks send to, by their ids. */
export type WebhookTargets = ReadonlyMap<
  string,
  {
    readonly profile: string;
    /** Undefined if it is not known: parts of it are variables, or no key opens it. */
    readonly origin: string | undefined;
  }
>;

/** Whether the webhook of an endpoint was deleted, or sends elsewhere by now. */
export function isFormer({ webhook, origin }: Endpoint, targets: WebhookTargets): boolean {
  if (webhook === undefined) return false;
  const target = targets.get(webhook);
  return !target || (target.origin ?? origin) !== origin;
}

/** A stored webhook, with its settings opened. */
export interface StoredWebhook {
  readonly id: string;
  readonly profile: string;
  readonly settings: WebhookSettings;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** What was found in this version; undefined if it has yet to be checked, or no key opens it. */
  readonly openDiagnostics: () => KeptDiagnostics | undefined;
}

export interface StoredVersion {
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly fields: readonly string[];
  /** Absent if no key opens them. */
  readonly settings: WebhookSettings | undefined;
  readonly changedAt: Date;
  readonly changedBy: string;
}

/** Seals the settings of webhooks for their rows, and opens them. */
interface WebhookVault {
  readonly seal: (id: string, version: number, settings: WebhookSettings) => Uint8Array;
  readonly sealDiagnostics: (id: string, version: number, diagnostics: KeptDiagnostics) => Uint8Array;
  /** @throws {DatabaseError} `wrong-key`. */
  readonly webhookOf: (row: Row) => StoredWebhook;
  readonly versionOf: (row: Row) => StoredVersion;
  /** Applies `make` to a row that a key opens; otherwise calls `onError` and returns undefined. */
  readonly whereOpen: <T>(row: Row, idColumn: string, make: () => T) => T | undefined;
}

function createWebhookVault(options: VaultOptions): WebhookVault {
  const { sealer } = options;
  const nameOf = (row: Row, idColumn: string, kind: 'webhook' | 'diagnostics'): string =>
    sealedNames[kind](textOf(row, idColumn), numberOf(row, 'version'));
  const open = (row: Row, idColumn: string): WebhookSettings =>
    openJson(row, 'settings', nameOf(row, idColumn, 'webhook'), sealer);
  const whereItOpens: WebhookVault['whereOpen'] = (row, idColumn, make) =>
    whereOpen(`Version ${numberOf(row, 'version')} of the webhook ${textOf(row, idColumn)}`, make, options);
  return {
    whereOpen: whereItOpens,
    seal: (id, version, settings) => sealJson(settings, sealedNames.webhook(id, version), sealer),
    sealDiagnostics: (id, version, diagnostics) =>
      sealJson(diagnostics, sealedNames.diagnostics(id, version), sealer),
    webhookOf: rowReader({
      id: textOf,
      profile: textOf,
      settings: row => open(row, 'id'),
      version: numberOf,
      createdAt: timeOf,
      updatedAt: timeOf,
      updatedBy: textOf,
      openDiagnostics: (row: Row) => (): KeptDiagnostics | undefined => {
        if (!bytesOf(row, 'diagnostics')) return undefined;
        try {
          return openJson(row, 'diagnostics', nameOf(row, 'id', 'diagnostics'), sealer);
        } catch {
          // They are looked for again.
          return undefined;
        }
      },
    }),
    versionOf: rowReader({
      version: numberOf,
      change: oneOfTexts<StoredVersion['change']>(),
      fields: textsOf,
      settings: row => whereItOpens(row, 'webhook', () => open(row, 'webhook')),
      changedAt: timeOf,
      changedBy: textOf,
    }),
  };
}

/** The names of the settings that changed; never their values. */
function changedFields(before: WebhookSettings | undefined, after: WebhookSettings): readonly string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .toSorted();
}

/** The settings by name; the marks of secret headers count as part of the headers. */
function fieldsOf(settings: WebhookSettings | undefined): Readonly<Record<string, unknown>> {
  if (!settings) return {};
  const { config, secretHeaders, signingSecret } = settings;
  const { headers, ...rest } = config;
  return { ...rest, ...(headers && { headers: [headers, secretHeaders] }), signingSecret };
}

/** Versions of a webhook that are opened at once. */
const batchVersions = 100;

/** All versions of a webhook, newest first. */
export async function* everyVersion(
  id: string,
  store: Pick<WebhookQueries, 'versions'>,
): AsyncGenerator<StoredVersion> {
  let cursor: string | undefined;
  do {
    const page = await store.versions(id, { cursor, limit: batchVersions });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}

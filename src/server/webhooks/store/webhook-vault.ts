import { bytesOf, numberOf, type Row, textOf, timeOf } from '../../../outbox/database/row.ts';
import type { Sealer } from '../../../outbox/encryption/sealer.ts';
import { OutboxError } from '../../../outbox/outbox-error.ts';
import type { WebhookSettings } from '../webhook-settings.ts';

/** A webhook as it is stored. */
export interface StoredWebhook {
  readonly id: string;
  readonly profile: string;
  readonly settings: WebhookSettings;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** A change of a webhook. */
export interface StoredVersion {
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly fields: readonly string[];
  /** Absent where no key opens them. */
  readonly settings: WebhookSettings | undefined;
  readonly changedAt: Date;
  readonly changedBy: string;
}

export interface WebhookVaultOptions {
  readonly sealer: Sealer;
  /** Told of each row that is left out, because no key opens it. */
  readonly onError: (error: unknown) => void;
}

/** Seals the settings of webhooks for their rows, and opens them again. */
export interface WebhookVault {
  readonly seal: (id: string, version: number, settings: WebhookSettings) => Uint8Array;
  /** @throws {OutboxError} `wrong-key`. */
  readonly webhookOf: (row: Row) => StoredWebhook;
  readonly versionOf: (row: Row) => StoredVersion;
  /** What is made of an open row; nothing, and a word to whoever watches over the server, where no key opens it. */
  readonly whereOpen: <T>(row: Row, idColumn: string, make: () => T) => T | undefined;
}

export function createWebhookVault({ sealer, onError }: WebhookVaultOptions): WebhookVault {
  const whereOpen: WebhookVault['whereOpen'] = (row, idColumn, make) => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof OutboxError && error.code === 'wrong-key')) throw error;
      const place = `Version ${numberOf(row, 'version')} of the webhook ${textOf(row, idColumn)}`;
      onError(new OutboxError('wrong-key', `${place}: ${error.message}`, { cause: error }));
      return undefined;
    }
  };
  return {
    whereOpen,
    seal: (id, version, settings) =>
      sealer.seal(Buffer.from(JSON.stringify(settings)), sealedName(id, version)),
    webhookOf: row => webhookOf(row, open(row, textOf(row, 'id'), sealer)),
    versionOf: row => {
      const settings = whereOpen(row, 'webhook', () => open(row, textOf(row, 'webhook'), sealer));
      return versionOf(row, settings);
    },
  };
}

/** Rows hold settings sealed, each under its own name, so that those of one webhook cannot be put into another's. */
export function sealedName(id: string, version: number): string {
  return `webhook ${id} ${version}`;
}

function open(row: Row, id: string, sealer: Sealer): WebhookSettings {
  const name = sealedName(id, numberOf(row, 'version'));
  const bytes = sealer.open(bytesOf(row, 'settings') ?? new Uint8Array(), name);
  return JSON.parse(Buffer.from(bytes).toString());
}

function webhookOf(row: Row, settings: WebhookSettings): StoredWebhook {
  return {
    id: textOf(row, 'id'),
    profile: textOf(row, 'profile'),
    settings,
    version: numberOf(row, 'version'),
    createdAt: timeOf(row, 'created_at') ?? new Date(0),
    updatedAt: timeOf(row, 'updated_at') ?? new Date(0),
    updatedBy: textOf(row, 'updated_by'),
  };
}

function versionOf({ fields, ...row }: Row, settings: WebhookSettings | undefined): StoredVersion {
  return {
    version: numberOf(row, 'version'),
    // Its column holds nothing else.
    change: textOf(row, 'change') as StoredVersion['change'],
    fields: Array.isArray(fields) ? fields.map(String) : [],
    settings,
    changedAt: timeOf(row, 'changed_at') ?? new Date(0),
    changedBy: textOf(row, 'changed_by'),
  };
}

import * as v from 'valibot';
import { entityTag } from '../routes/entity-tag.ts';
import { defaultPage, formatCursor, pageQuery, parseCursor, plainText } from '../routes/page.ts';
import { unknownCursor } from '../routes/read-request.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import { everyVersion } from './store/every-version.ts';
import { unknownWebhook } from './store/webhook-store.ts';
import type { WebhookRoutesOptions } from './webhook-changes.ts';
import { versionPage, webhookPage, webhookParams, webhookSchema } from './webhook-schemas.ts';
import { viewVersion, viewWebhook } from './webhook-view.ts';

const etag = { ETag: 'The version, for `If-Match`.' };
const unknown = { 404: 'No webhook with this id.', 409: 'No encryption key opens it any more.' };

const listWebhooks = ({ store, catalogue }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    role: 'viewer',
    query: v.strictObject({ ...pageQuery, profile: v.optional(plainText) }),
    answers: { 200: { description: 'A page of webhooks, by their ids.', schema: webhookPage } },
    handle: async ({ query: { profile, cursor, limit = defaultPage }, caller }) => {
      const after = cursor === undefined ? undefined : textIn(cursor);
      const { webhooks, next } = await store.list({ profile, after, limit });
      const items = webhooks.map(webhook => viewWebhook(webhook, caller, catalogue));
      const body = { items, ...(next !== undefined && { next: formatCursor([next]) }) };
      return { status: 200, body };
    },
  });

const getWebhook = ({ store, catalogue }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks/{id}',
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    role: 'viewer',
    params: webhookParams,
    answers: { 200: { description: 'The webhook.', schema: webhookSchema, headers: etag } },
    problems: unknown,
    handle: async ({ params: { id }, caller }) => {
      const stored = await store.find(id);
      if (!stored) throw unknownWebhook();
      const headers = { etag: entityTag(stored.version) };
      return { status: 200, body: viewWebhook(stored, caller, catalogue), headers };
    },
  });

const listVersions = ({ store }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks/{id}/versions',
    operationId: 'listVersions',
    summary: 'Who changed what of a webhook, and when; also of one that was deleted',
    role: 'viewer',
    params: webhookParams,
    query: v.strictObject(pageQuery),
    answers: { 200: { description: 'A page of changes, the newest first.', schema: versionPage } },
    problems: unknown,
    handle: async ({ params: { id }, query: { cursor, limit = defaultPage }, caller }) => {
      const before = cursor === undefined ? 2 ** 31 - 1 : versionIn(cursor);
      const found = await store.versions(id, before, limit + 1);
      if (found.length === 0 && cursor === undefined) throw unknownWebhook();
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const secretHeaders = new Set<string>();
      for await (const { settings } of everyVersion(id, store)) {
        for (const name of settings?.secretHeaders ?? []) secretHeaders.add(name);
      }
      const items = page.map(version => viewVersion(version, caller, [...secretHeaders]));
      return { status: 200, body: { items, ...(last && { next: formatCursor([String(last.version)]) }) } };
    },
  });

/** Reads the webhooks of profiles, and who changed what of them. */
export function webhookRoutes(options: WebhookRoutesOptions): readonly Route[] {
  return [listWebhooks, getWebhook, listVersions].map(route => route(options));
}

function versionIn(cursor: string): number {
  const version = textIn(cursor);
  if (/^[1-9]\d{0,8}$/.test(version)) return Number(version);
  throw unknownCursor();
}

function textIn(cursor: string): string {
  const [text] = parseCursor(cursor, 1) ?? [];
  if (text !== undefined) return text;
  throw unknownCursor();
}

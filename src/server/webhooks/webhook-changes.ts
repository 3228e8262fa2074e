import { randomBytes } from 'node:crypto';
import { entityTag, matchedVersions } from '../routes/entity-tag.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import { assertStorable, assertWhole, type Catalogue, settingsOf } from './check-webhook.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { describedInput, webhookInput, webhookParams, webhookSchema } from './webhook-schemas.ts';
import { viewWebhook } from './webhook-view.ts';

export interface WebhookRoutesOptions {
  readonly store: WebhookStore;
  readonly catalogue: Catalogue;
  readonly now: () => number;
}

const etag = { ETag: 'The version, for `If-Match`.' };
const unknown = { 404: 'No webhook with this id.' };
const stale = { 412: 'Somebody has changed it since.', 428: '`If-Match` is missing.' };

const createWebhook = ({ store, catalogue, now }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks',
    operationId: 'createWebhook',
    summary: 'Add a webhook to its profile',
    role: 'editor',
    body: webhookInput,
    bodyDescription: describedInput(catalogue),
    answers: {
      201: {
        description: 'The webhook, with warnings.',
        schema: webhookSchema,
        headers: { ...etag, Location: 'Where it is.' },
      },
    },
    problems: { 409: 'Its id is taken.', 422: 'It has errors, with diagnostics for each field.' },
    handle: async ({ body, caller, raw }) => {
      const settings = settingsOf(body, { catalogue, stored: undefined, now: now() });
      assertStorable(settings);
      const id = settings.config.id ?? `wh_${randomBytes(16).toString('base64url')}`;
      const stored = await store.create(id, settings, caller.name);
      const location = `${new URL(raw.url).pathname}/${id}`;
      const headers = { etag: entityTag(stored.version), location };
      return { status: 201, body: viewWebhook(stored, caller, catalogue), headers };
    },
  });

const putWebhook = ({ store, catalogue, now }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'PUT',
    path: '/api/webhooks/{id}',
    operationId: 'putWebhook',
    summary: 'Change a webhook; one that no encryption key opens, with all of its secrets',
    role: 'editor',
    params: webhookParams,
    body: webhookInput,
    bodyDescription: describedInput(catalogue),
    ifMatch: 'required',
    answers: { 200: { description: 'The webhook, with warnings.', schema: webhookSchema, headers: etag } },
    problems: { ...unknown, ...stale, 422: 'It has errors, with diagnostics for each field.' },
    handle: async ({ params: { id }, body, caller, headers }) => {
      const matched = matchedVersions(headers);
      const stored = await store.update(id, {
        by: caller.name,
        matched,
        settings: before => {
          if (!before) assertWhole(body);
          const settings = settingsOf(body, { catalogue, stored: before, now: now() });
          assertStorable(settings, id);
          return settings;
        },
      });
      return {
        status: 200,
        body: viewWebhook(stored, caller, catalogue),
        headers: { etag: entityTag(stored.version) },
      };
    },
  });

const deleteWebhook = ({ store }: WebhookRoutesOptions): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; what it has raised still goes out',
    role: 'editor',
    params: webhookParams,
    ifMatch: 'required',
    answers: { 204: { description: 'It is deleted.' } },
    problems: { ...unknown, ...stale },
    handle: async ({ params: { id }, caller, headers }) => {
      await store.remove(id, { by: caller.name, matched: matchedVersions(headers) });
      return { status: 204, body: undefined };
    },
  });

/** Adds, changes and deletes the webhooks of profiles; each change is kept as a version. */
export function webhookChanges(options: WebhookRoutesOptions): readonly Route[] {
  return [createWebhook, putWebhook, deleteWebhook].map(route => route(options));
}

import * as v from 'valibot';
import { previewWebhook } from '../../../webhook/preview/preview.ts';
import { attemptSchema, requestSchema, viewAttempt, viewRequest } from '../../deliveries/delivery-schemas.ts';
import { asJson } from '../../routes/as-json.ts';
import { defineRoute, type Route } from '../../routes/route.ts';
import { type Catalogue, diagnosticsOf, settingsOf } from '../check-webhook.ts';
import { mergeSecrets } from '../merge-secrets.ts';
import { createRedaction } from '../redaction.ts';
import { unknownWebhook, type WebhookStore } from '../store/webhook-store.ts';
import {
  diagnosticSchema,
  draftInput,
  draftTestInput,
  testInput,
  webhookParams,
} from '../webhook-schemas.ts';
import { maskHeader, type WebhookSettings } from '../webhook-settings.ts';
import { viewDiagnostic } from '../webhook-view.ts';
import type { ConnectionTest, ConnectionTester } from './test-connection.ts';

export interface TrialRoutesOptions {
  readonly store: WebhookStore;
  readonly tester: ConnectionTester;
  readonly catalogue: Catalogue;
  readonly now: () => number;
}

const diagnosed = v.object({ diagnostics: v.array(diagnosticSchema) });

const previewSchema = v.object({
  diagnostics: v.array(diagnosticSchema),
  events: v.array(
    v.object({
      kind: v.picklist(['request', 'failure']),
      event: v.record(v.string(), v.unknown()),
      request: v.optional(requestSchema),
      curl: v.optional(v.string()),
      parts: v.optional(v.array(v.record(v.string(), v.unknown()))),
      body: v.optional(v.record(v.string(), v.unknown())),
      error: v.optional(v.object({ code: v.string(), message: v.string() })),
    }),
  ),
  coverage: v.record(v.string(), v.unknown()),
});

const testSchema = v.object({
  event: v.string(),
  request: requestSchema,
  attempt: v.pipe(attemptSchema, v.description('The only one: tests are not retried.')),
});

const tested = { 200: { description: 'What was sent, and what came back.', schema: testSchema } };
const unknown = { 404: 'No webhook with this id.', 409: 'No encryption key opens it any more.' };
const unsendable = {
  422: 'It has errors, the event is off, or its URL leads elsewhere and a secret has to be given again.',
};

const validate = ({ store, catalogue, now }: TrialRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/validate',
    operationId: 'validateWebhook',
    summary: 'Say what is wrong with a draft',
    role: 'editor',
    body: draftInput,
    answers: { 200: { description: 'Errors and warnings.', schema: diagnosed } },
    problems: unknown,
    handle: async ({ body }) => {
      const stored = await storedOf(body.id, store);
      const diagnostics = diagnosticsOf(body, { catalogue, stored, now: now() });
      return { status: 200, body: { diagnostics: diagnostics.map(viewDiagnostic) } };
    },
  });

const preview = ({ store, catalogue, now }: TrialRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/preview',
    operationId: 'previewWebhook',
    summary: 'Show what a draft would send; sends nothing',
    role: 'editor',
    body: draftInput,
    answers: { 200: { description: 'The request of each event that is on.', schema: previewSchema } },
    problems: unknown,
    handle: async ({ body }) => {
      const stored = await storedOf(body.id, store);
      const time = now();
      const merged = mergeSecrets(body, stored, time);
      const { headers } = merged.config;
      const { secretHeaders } = merged.secrets;
      const shown = {
        ...merged.config,
        ...(Array.isArray(headers) && { headers: headers.map(header => maskHeader(header, secretHeaders)) }),
      };
      const { events, coverage } = previewWebhook(shown, { events: catalogue, now: () => time });
      const diagnostics = diagnosticsOf(body, { catalogue, stored, now: time }).map(viewDiagnostic);
      const made = events.map(event =>
        event.kind === 'request'
          ? event
          : { ...event, error: { code: event.error.code, message: event.error.message } },
      );
      const previewed = { diagnostics, events: made, coverage };
      return { status: 200, body: asJson<v.InferInput<typeof previewSchema>>(previewed) };
    },
  });

const testDraft = ({ store, tester, catalogue, now }: TrialRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/test',
    operationId: 'testDraft',
    summary: 'Test Connection of a draft: sends one event at once',
    role: 'editor',
    body: draftTestInput,
    answers: tested,
    problems: { ...unknown, ...unsendable },
    handle: async ({ body }) => {
      const stored = await storedOf(body.id, store);
      const settings = settingsOf(body, { catalogue, stored, now: now() });
      return { status: 200, body: viewTest(await tester.test(settings, body.event), settings) };
    },
  });

const testStored = ({ store, tester }: TrialRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Test Connection of a stored webhook: sends one event at once',
    role: 'editor',
    params: webhookParams,
    body: testInput,
    answers: tested,
    problems: { ...unknown, ...unsendable },
    handle: async ({ params: { id }, body }) => {
      const stored = await store.find(id);
      if (!stored) throw unknownWebhook();
      const { settings } = stored;
      return { status: 200, body: viewTest(await tester.test(settings, body.event), settings) };
    },
  });

/** Tries webhooks out before they are saved, or after. */
export function trialRoutes(options: TrialRoutesOptions): readonly Route[] {
  return [validate, preview, testDraft, testStored].map(route => route(options));
}

async function storedOf(id: string | undefined, store: WebhookStore): Promise<WebhookSettings | undefined> {
  if (id === undefined) return undefined;
  const stored = await store.find(id);
  if (!stored) throw unknownWebhook();
  return stored.settings;
}

function viewTest({ event, request, attempt }: ConnectionTest, settings: WebhookSettings) {
  const redaction = createRedaction([settings], request);
  return { event, request: viewRequest(request, redaction), attempt: viewAttempt(attempt, redaction) };
}

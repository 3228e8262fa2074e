import { validateWebhook } from '../../webhook/check.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { type CatalogueData, catalogueOfData } from '../../webhook/events/sampled-catalogue.ts';
import type { Branch, Coverage } from '../../webhook/preview/coverage.ts';
import { type BodyCheck, type PreviewPart, previewWebhook } from '../../webhook/preview/preview.ts';
import { receiverOf } from '../../webhook/receivers/named-receiver.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import {
  hidden,
  mapSecrets,
  maskSecrets,
  type SecretOptions,
  secretsOf,
  withoutMarks,
} from '../../webhook/secrets/secrets.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { receiversWith } from './known-receivers.ts';

/** A configuration to check, in a form that can be sent to a worker. */
export interface CheckJob extends CatalogueData {
  readonly config: unknown;
  /** The receivers that it may name besides those of the gallery. */
  readonly receivers: readonly KnownReceiver[];
}

/** The result of a check. */
export interface Checked {
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** One for each event that is switched on; empty if there are errors. */
  readonly events: readonly PreviewedEvent[];
  /** The branches that events visit, with the samples that show them. */
  readonly coverage: Coverage<AnyEvent>;
  /** The payload that its message becomes; undefined if it has none, or if there are errors. */
  readonly payload: string | undefined;
  /** The receiver that the configuration names, if it is known. */
  readonly receiver: KnownReceiver | undefined;
}

export type PreviewedEvent =
  | {
      readonly kind: 'request';
      readonly name: string;
      readonly request: WebhookRequest;
      readonly curl: string;
      readonly parts: readonly PreviewPart[];
      readonly branches: readonly Branch[];
      /** Only for a request with a body. */
      readonly body?: BodyCheck | undefined;
    }
  | { readonly kind: 'failure'; readonly name: string; readonly message: string };

/** Which addresses are called although they are not public, the server knows that delivers. */
const knownToServers = 'refused-address';

/** Mistakes in the configuration never throw. */
export function runCheck({ config, events, samples, receivers: own }: CheckJob): Checked {
  const receivers = receiversWith(own);
  const catalogue = catalogueOfData({ events, samples });
  const preview = previewWebhook(masked(config), { events: catalogue, receivers });
  return {
    diagnostics: (hasNewSecret(config)
      ? validateWebhook(maskStored(config), { events: catalogue, receivers })
      : preview.diagnostics
    ).filter(({ code }) => code !== knownToServers),
    events: preview.events.map(each => {
      const { event: name } = each.event;
      if (each.kind === 'failure') return { kind: 'failure', name, message: each.error.message };
      const { request, curl, parts, branches, body } = each;
      return { kind: 'request', name, request, curl, parts, branches, body };
    }),
    coverage: preview.coverage,
    payload: preview.payload,
    receiver: receiverOf(readGiven(config), receivers),
  };
}

const declared: SecretOptions = { level: 'declared' };

/** The configuration for the engine, with asterisks for stored secrets, which are not known here. */
function maskStored(config: unknown): unknown {
  return maskUnsaid(mapSecrets(config, declared, value => (typeof value === 'string' ? value : hidden)));
}

/** Also has asterisks for secrets that were just typed: a preview is shown and copied. */
function masked(config: unknown): unknown {
  return maskUnsaid(maskSecrets(config, declared));
}

/** Once a header is no longer marked, its value may still be a secret that has to be entered again. */
function maskUnsaid(config: unknown): unknown {
  const { settings, headers } = readGiven(withoutMarks(config));
  if (headers.length === 0) return settings;
  return {
    ...settings,
    headers: headers.map(header => ({ ...header.settings, value: header.value ?? hidden })),
  };
}

/** Whether the configuration has newly typed secrets, which may contain mistakes. */
function hasNewSecret(config: unknown): boolean {
  return secretsOf(config, declared).some(({ node }) => typeof node === 'string');
}

import { validateWebhook } from '../../webhook/check.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type {
  AnyEvent,
  EventCatalogue,
  EventDescription,
  EventMap,
} from '../../webhook/events/event-catalogue.ts';
import type { Branch, Coverage } from '../../webhook/preview/coverage.ts';
import { type PreviewPart, previewWebhook } from '../../webhook/preview/preview.ts';
import {
  hidden,
  hideSecrets,
  mapSecrets,
  type SecretOptions,
  secretsOf,
  withoutMarks,
} from '../../webhook/secrets/secrets.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';

/** A configuration to check, in a form that a worker can be given: a catalogue without its functions, and a sample of each event. */
export interface CheckJob {
  readonly config: unknown;
  readonly events: Readonly<Record<string, EventDescription>>;
  readonly samples: readonly AnyEvent[];
}

/** The result of a check. */
export interface Checked {
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** One for each event that is switched on; none where there are errors. */
  readonly events: readonly PreviewedEvent[];
  /** The branches that some event visits, and for each the samples that show it. */
  readonly coverage: Coverage<AnyEvent>;
}

export type PreviewedEvent =
  | {
      readonly kind: 'request';
      readonly name: string;
      readonly request: WebhookRequest;
      readonly curl: string;
      readonly parts: readonly PreviewPart[];
      readonly branches: readonly Branch[];
    }
  | { readonly kind: 'failure'; readonly name: string; readonly message: string };

/** Never throws for mistakes in the configuration. */
export function runCheck({ config, events, samples }: CheckJob): Checked {
  const catalogue = catalogueOf(events, samples);
  const preview = previewWebhook(withoutSecrets(config), { events: catalogue });
  return {
    diagnostics: hasNewSecret(config)
      ? validateWebhook(withoutStored(config), { events: catalogue })
      : preview.diagnostics,
    events: preview.events.map(each => {
      const { event: name } = each.event;
      if (each.kind === 'failure') return { kind: 'failure', name, message: each.error.message };
      const { request, curl, parts, branches } = each;
      return { kind: 'request', name, request, curl, parts, branches };
    }),
    coverage: preview.coverage,
  };
}

const declared: SecretOptions = { level: 'declared' };

/** As the engine takes it, with asterisks for the secrets that are stored and so not known here. */
function withoutStored(config: unknown): unknown {
  return withoutUnsaid(mapSecrets(config, declared, value => (typeof value === 'string' ? value : hidden)));
}

/** The same with asterisks also for the secrets that were just written: a preview is looked at and copied. */
function withoutSecrets(config: unknown): unknown {
  return withoutUnsaid(hideSecrets(config, declared));
}

/** Of a header that is not marked any more, the value may still be one to be written again. */
function withoutUnsaid(config: unknown): unknown {
  const { settings, headers } = readGiven(withoutMarks(config));
  if (headers.length === 0) return settings;
  return {
    ...settings,
    headers: headers.map(header => ({ ...header.settings, value: header.value ?? hidden })),
  };
}

/** Whether something was just written as a secret, in which something may be wrong. */
function hasNewSecret(config: unknown): boolean {
  return secretsOf(config, declared).some(({ node }) => typeof node === 'string');
}

function catalogueOf(events: CheckJob['events'], samples: readonly AnyEvent[]): EventCatalogue<EventMap> {
  const sample = (name: string): AnyEvent => samples.find(({ event }) => event === name) ?? { event: name };
  const unknown = (): never => {
    throw new Error('Nothing happens here: these are samples.');
  };
  // Samples have the date that they were made with.
  return { names: Object.keys(events), events, create: unknown, sample } as EventCatalogue<EventMap>;
}

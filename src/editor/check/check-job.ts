import { validateWebhook } from '../../webhook/check.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type {
  AnyEvent,
  EventCatalogue,
  EventDescription,
  EventMap,
} from '../../webhook/events/event-catalogue.ts';
import type { Branch, Coverage } from '../../webhook/preview/coverage.ts';
import { type PreviewPart, previewWebhook } from '../../webhook/preview/preview.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { hasNewSecret, withoutSecrets, withoutStored } from './masked-config.ts';

/** A configuration to check, as it can be handed to a worker: a catalogue without its functions, and a sample of each event. */
export interface CheckJob {
  readonly config: unknown;
  readonly events: Readonly<Record<string, EventDescription>>;
  readonly samples: readonly AnyEvent[];
}

/** What was found out about a configuration. */
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

/** Never throws for what is wrong with the configuration. */
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

function catalogueOf(events: CheckJob['events'], samples: readonly AnyEvent[]): EventCatalogue<EventMap> {
  const sample = (name: string): AnyEvent => samples.find(({ event }) => event === name) ?? { event: name };
  const unknown = (): never => {
    throw new Error('Nothing happens here: these are samples.');
  };
  // Samples have the date that they were made with.
  return { names: Object.keys(events), events, create: unknown, sample } as EventCatalogue<EventMap>;
}

import type { PreviewBody, ShownDiagnostic } from '../../api/answers.ts';
import { asJson } from '../../api/as-json.ts';
import { invalidFields } from '../../api/problem.ts';
import { createCatalogues, type ServedCatalogue } from '../../events/catalogues.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { compileWebhook } from '../../webhook/compile.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import type { WebhookConfig } from '../../webhook/config/settings.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { type CatalogueData, catalogueOfData } from '../../webhook/events/sampled-catalogue.ts';
import { previewWebhook } from '../../webhook/preview/preview.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { maskSecrets } from '../../webhook/secrets/secrets.ts';
import { anAllowList } from '../../webhook/webhook-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { catalogueOf } from '../catalogues.ts';
import {
  type CheckRules,
  checkedSettings,
  checkWithin,
  diagnosticsOfGiven,
  findTooLong,
  type GivenWebhook,
  mergeSecrets,
} from '../webhooks/given-webhook.ts';
import type { WebhookSettings } from '../webhooks/webhook-settings.ts';
import { AnswerRoom, sizeOf } from './answer-room.ts';
import type { TemplateLimits } from './template-work-options.ts';

/** A webhook as given by a caller, and what is known about it. */
interface Given {
  readonly given: GivenWebhook;
  readonly stored: WebhookSettings | undefined;
  readonly now: number;
}

/** Everything that a request makes the engine do with templates of a caller, as data that can be sent to a thread. */
export interface TemplateTasks {
  /** The mistakes of a configuration. */
  readonly validate: { readonly input: Given; readonly output: readonly ShownDiagnostic[] };
  /** The requests that it would make. */
  readonly preview: { readonly input: Given & Sampled; readonly output: PreviewBody };
  /** 422 for a configuration with errors. */
  readonly check: { readonly input: Given; readonly output: CheckAnswer };
  /** 422 for a configuration with errors, or a request that cannot be made. */
  readonly testGiven: { readonly input: Given & Sampled & Wanted; readonly output: TestRequest };
  /** 422 for a request that cannot be made. */
  readonly testStored: {
    readonly input: Sampled & Wanted & { readonly settings: WebhookSettings };
    readonly output: TestRequest;
  };
  /** The diagnostics of a stored webhook, which may quote its secrets. */
  readonly diagnose: {
    readonly input: { readonly settings: WebhookSettings };
    readonly output: readonly ShownDiagnostic[];
  };
}

/** Each throws a `Problem` for what is the caller's mistake. */
export type TemplateWork = {
  readonly [K in keyof TemplateTasks]: (input: TemplateTasks[K]['input']) => TemplateTasks[K]['output'];
};

interface Wanted {
  /** The event to test. Default: the first that is on. */
  readonly event: string | undefined;
}

interface Sampled {
  /** A sample of each event of its catalogue, as of now. */
  readonly samples: readonly AnyEvent[];
}

interface CheckAnswer {
  readonly settings: WebhookSettings;
  /** Its warnings, which may quote its secrets. */
  readonly diagnostics: readonly ShownDiagnostic[];
}

export interface TestRequest {
  readonly settings: WebhookSettings;
  readonly event: string;
  readonly request: WebhookRequest;
}

/** What stays the same for all work, as data. */
export interface WorkSettings {
  /** Those of the default catalogue. */
  readonly events: CatalogueData['events'];
  /** Those of the named ones. */
  readonly catalogues: Readonly<Record<string, CatalogueData['events']>>;
  readonly allow: readonly string[];
  readonly receivers: readonly KnownReceiver[];
  readonly limits: TemplateLimits;
}

export function createTemplateWork({
  allow: ranges,
  receivers,
  limits,
  ...data
}: WorkSettings): TemplateWork {
  const allow = anAllowList(ranges, 'allow');
  const unsampled = (events: CatalogueData['events']) => catalogueOfData({ events, samples: [] });
  const named = Object.entries(data.catalogues).map(([name, events]) => [name, unsampled(events)] as const);
  const catalogues = createCatalogues({
    events: unsampled(data.events),
    catalogues: Object.fromEntries(named),
  });
  const rules: CheckRules = { catalogues, allow, receivers, limits };
  /** In an answer with one webhook. */
  const roomBeside = ({ config }: WebhookSettings): AnswerRoom => {
    const room = new AnswerRoom(limits.maxAnswerBytes);
    room.takeWebhook(config);
    return room;
  };
  return {
    validate: ({ given, stored, now }) =>
      new AnswerRoom(limits.maxAnswerBytes).fit(diagnosticsOfGiven(given, { ...rules, stored, now })),
    preview: input => preview(input, rules),
    check: ({ given, stored, now }) => {
      const { settings, diagnostics } = checkedSettings(given, { ...rules, stored, now });
      return { settings, diagnostics: roomBeside(settings).fit(diagnostics) };
    },
    testGiven: ({ given, stored, now, ...test }) => {
      const { settings } = checkedSettings(given, { ...rules, stored, now });
      return testRequest(settings, test, rules);
    },
    testStored: ({ settings, ...test }) => {
      const tooLong = findTooLong(settings.config, limits);
      if (tooLong.length > 0) throw invalidFields(tooLong);
      return testRequest(settings, test, rules);
    },
    diagnose: ({ settings }) => roomBeside(settings).fit(checkWithin(settings.config, rules).diagnostics),
  };
}

function preview({ given, stored, now, samples }: Given & Sampled, rules: CheckRules): PreviewBody {
  const { maxAnswerBytes } = rules.limits;
  const room = new AnswerRoom(maxAnswerBytes);
  const merged = mergeSecrets(given, stored, now);
  const diagnostics = room.fit(diagnosticsOfGiven(given, { ...rules, stored, now }));
  const found = rules.catalogues.find(readGiven(merged.config).catalogue);
  if (!found || findTooLong(merged.config, rules.limits).length > 0) {
    return { diagnostics, events: [], coverage: noCoverage };
  }
  const catalogue = catalogueOfData({ events: found.events, samples });
  const { secretHeaders } = merged.beside;
  const shown = maskSecrets(merged.config, { level: 'declared', secretHeaders });
  const { receivers } = rules;
  const previewed = previewWebhook(shown, { events: catalogue, receivers, maxOutputBytes: maxAnswerBytes });
  // An event without its request has less than this.
  room.take(previewed.events.length * 1024);
  const events = previewed.events.map(each => {
    if (each.kind === 'failure') {
      const { code, message } = each.error;
      return { ...each, error: { code, message } };
    }
    if (room.holds(each)) return each;
    const { parts: _, branches: __, ...bare } = each;
    if (room.holds(bare)) return bare;
    const { event, kind: _request } = each;
    return { kind: 'failure' as const, event: { event: event.event }, error: tooLongToShow };
  });
  const coverage = room.holds(previewed.coverage) ? previewed.coverage : noCoverage;
  return asJson<PreviewBody>({ diagnostics, events, coverage });
}

const noCoverage = { contexts: [], unvisited: [] };
const tooLongToShow = {
  code: 'answer-too-long',
  message: 'The request of this event is too long to be shown beside the others.',
};

/**
 * @throws {Problem} 422 if its catalogue is unknown, the event, or every event, is off, or its template cannot be
 * rendered.
 */
function testRequest(
  settings: WebhookSettings,
  { event: wanted, samples }: Wanted & Sampled,
  { catalogues, receivers, limits: { maxAnswerBytes } }: CheckRules,
): TestRequest {
  const { events } = catalogueOf(settings.config.catalogue, catalogues);
  const catalogue = catalogueOfData({ events, samples });
  const event = eventOf(settings, wanted, catalogue);
  // The config was checked against this catalogue, whose events TypeScript does not know here.
  const config = settings.config as WebhookConfig<ServedCatalogue>;
  try {
    const webhook = compileWebhook(config, {
      events: catalogue,
      receivers,
      maxOutputBytes: maxAnswerBytes,
    });
    const request = webhook.testRequest({ event });
    if (!request) throw invalidFields([{ field: 'event', code: 'event-off', message: 'This event is off.' }]);
    // The answer of the receiver stands beside it.
    if (sizeOf(request) <= maxAnswerBytes / 2) return { settings, event, request };
    const message = `The sample of this event makes a request of more than ${maxAnswerBytes / 2} bytes, which is not tested.`;
    throw invalidFields([{ field: '', code: 'too-long', message }]);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const message = 'The sample of this event cannot be written.';
    throw invalidFields([{ field: '', code: error.code, message }]);
  }
}

function eventOf(
  { config }: WebhookSettings,
  wanted: string | undefined,
  { names }: ServedCatalogue,
): string {
  const enabled = names.filter(name => config.events[name] === true);
  const event = wanted ?? enabled[0];
  if (event !== undefined && enabled.includes(event)) return event;
  const message =
    enabled.length === 0
      ? 'No event is switched on, so there is nothing to send.'
      : `This event is off; those that are on: ${enabled.join(', ')}.`;
  throw invalidFields([{ field: 'event', code: 'event-off', message }]);
}

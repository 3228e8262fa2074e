import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  diagnosedSchema,
  keptPlaceholderSchema,
  type NewShownWebhook,
  newWebhookSchema,
  previewSchema,
  type ShownConfig,
  type ShownDiagnostic,
  type ShownWebhook,
  type TestBody,
  testSchema,
  versionPage,
  versionSchema,
  type WebhookVersion,
  webhookPage,
  webhookSchema,
} from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { entityTag, etag, ifMatch, matchedVersions, staleProblem } from '../../api/entity-tag.ts';
import { pageQuery, plainText } from '../../api/field-schemas.ts';
import { invalidFields } from '../../api/problem.ts';
import { type Caller, countedAs, includesRole, knowsProfile } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { usualPage } from '../../database/keyset-page.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import { settingSchemas } from '../../webhook/config/read-config.ts';
import { publicNames, type Text, settings as webhookSettings } from '../../webhook/config/settings.ts';
import { keptPlaceholder } from '../../webhook/secrets/secrets.ts';
import { hideStored, originOf } from '../../webhook/secrets/stored-secrets.ts';
import type { Reach } from '../access/reach.ts';
import { formerUntil } from '../kept-secret.ts';
import { viewAttempt, viewRequest } from '../message-routes.ts';
import type { RouteContext } from '../route-context.ts';
import { threadMemoryMb } from '../templates/template-threads.ts';
import type { TemplateLimits, TemplateWorkSettings } from '../templates/template-work-options.ts';
import type { ConnectionTest } from './connection-test.ts';
import {
  assertSameId,
  assertSigningSaid,
  assertStorable,
  type GivenWebhook,
  maxBytesOf,
} from './given-webhook.ts';
import { diagnosticsOf } from './kept-diagnostics.ts';
import { ownIdPrefix } from './own-ids.ts';
import { createRedaction } from './redaction.ts';
import { type WebhookSettings, withoutSecrets } from './webhook-settings.ts';
import { everyVersion, type StoredVersion, type StoredWebhook, unknownWebhook } from './webhook-store.ts';

/** Routes that read, change and try out the webhooks of profiles. */
export function webhookRoutes(options: RouteContext): readonly Route[] {
  // Fixed paths come before those with an id in the same place.
  const trials = [validate, preview, testDraft, testStored];
  const reads = [listWebhooks, getWebhook, listVersions];
  return [...trials, ...reads, createWebhook, putWebhook, deleteWebhook].map(route => route(options));
}

export const unknownProblem = { 404: 'No webhook with this id.' };
export const unopenedProblem = { 409: 'No encryption key opens it any more.' };
const wrong = 'It has errors, with diagnostics for each field.';
function unsendable({ maxAnswerBytes }: TemplateLimits): string {
  const tooLong = `its request has more than ${maxAnswerBytes / 2} bytes`;
  return `It has errors, the event is off, ${tooLong}, or its URL leads elsewhere and a secret has to be given again.`;
}

/** Problems of routes that check templates in threads, and that refuse some in these words. */
function checkProblems(
  { threads, deadlineMs, maxPerCaller, maxQueued }: TemplateWorkSettings,
  refused?: string,
): Problems {
  if (threads === 0) return refused === undefined ? {} : { 422: refused };
  const seconds = deadlineMs / 1000;
  return {
    422: `${refused === undefined ? '' : `${refused} `}Its templates take more than ${threadMemoryMb} MiB of memory to check.`,
    429: `${maxPerCaller} configurations of this caller are being checked, or wait for it.`,
    503: `${maxQueued} configurations of all callers wait to be checked, or this one has waited for ${seconds} s.`,
    504: `Its templates take longer than ${seconds} s to check; nothing was saved or sent.`,
  };
}

function throttledProblem(
  templates: TemplateWorkSettings,
  { maxTestsPerMinute }: RouteContext['limits'],
): Problems {
  const others = checkProblems(templates)[429];
  const throttled = `${maxTestsPerMinute} tests were sent for this profile within a minute.`;
  return { 429: others === undefined ? throttled : `${throttled} Or: ${others}` };
}

type Problems = Readonly<Record<number, string>>;

const bounded = ({ maxAnswerBytes }: TemplateLimits): string =>
  `The answer has at most ${maxAnswerBytes} bytes`;
const tested = { 200: { description: 'The request that was sent, and its outcome.', schema: testSchema } };

/** The schema of a webhook's configuration in requests: that of the package, with limits and placeholders for secrets. */
function configInputSchema(catalogues: Catalogues, limits: TemplateLimits) {
  const forText = (setting: Text, schema: v.GenericSchema): v.GenericSchema => {
    const limited = setting.isTemplate ? limitedText(setting, schema, limits) : schema;
    // What is left out is kept.
    return setting.isSecret === undefined ? limited : v.optional(v.union([limited, keptPlaceholderSchema]));
  };
  return v.strictObject({
    ...settingSchemas(catalogues.default, forText),
    ...catalogueEntries(catalogues),
  });
}

function limitedText(setting: Text, schema: v.GenericSchema, limits: TemplateLimits): v.GenericSchema {
  const most = maxBytesOf(setting, limits);
  const what = setting.description?.replace(/\.$/, '') ?? 'A template';
  return v.pipe(
    schema as v.GenericSchema<string>,
    // No text has more characters than bytes.
    v.maxLength(most),
    v.description(`${what}, of at most ${most} bytes in UTF-8.`),
  );
}

/** The settings that depend on the catalogue, for all of them. */
function catalogueEntries({ all, default: byDefault }: Catalogues) {
  const names = [...all.keys()].filter(name => name !== '');
  if (names.length === 0) return {};
  const ofEach = (setting: 'events' | 'messages', what: string) =>
    [...all].map(([name, catalogue]) =>
      v.pipe(
        settingSchemas(catalogue)[setting],
        v.title(name === '' ? `${what} of the default catalogue` : `${what} of the catalogue ${name}`),
      ),
    );
  return {
    profile: v.optional(settingSchemas(byDefault).profile),
    catalogue: v.optional(
      v.pipe(v.picklist(names), v.description(webhookSettings.catalogue.description ?? '')),
    ),
    events: v.union(ofEach('events', 'Events')),
    messages: v.optional(v.union(ofEach('messages', 'Messages about events'))),
  };
}

/** The engine itself checks the rest: diagnostics say more than a schema can. */
const anyConfig = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description('A configuration, possibly incomplete.'),
);

const signingSecret = v.optional(
  v.pipe(
    v.unknown(),
    v.description(
      '`whsec_` and base64 of 24 to 64 bytes; `null` for none. What is left out is made, or kept.',
    ),
  ),
);

const webhookInput = v.strictObject({ config: anyConfig, signingSecret });

function describedInput({ catalogues, templates }: RouteContext) {
  return v.strictObject({
    config: configInputSchema(catalogues, templates),
    signingSecret: v.optional(v.union([v.string(), keptPlaceholderSchema, v.null()])),
  });
}

const anId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

const triedInput = v.strictObject({
  config: anyConfig,
  signingSecret,
  id: v.optional(v.pipe(anId, v.description('The stored webhook whose secrets are used if none are given.'))),
});

const triedTestInput = v.strictObject({ ...triedInput.entries, event: v.optional(v.string()) });
const testInput = v.strictObject({
  event: v.optional(v.pipe(v.string(), v.description('Default: the first event that is switched on.'))),
});

export const webhookParams = v.strictObject({ id: anId });

const validate = ({ reach, threads, templates, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/validate',
    operationId: 'validateWebhook',
    summary: 'Say what is wrong with a configuration, which is not stored',
    role: 'editor',
    about: 'profiles',
    body: triedInput,
    answers: {
      200: {
        description: `Errors and warnings, at most ${templates.maxDiagnostics}, and then how many more there are. ${bounded(templates)}: fixes are left out first.`,
        schema: diagnosedSchema,
      },
    },
    problems: { ...unknownProblem, ...unopenedProblem, ...checkProblems(templates) },
    handle: async ({ body, caller }) => {
      const stored = await storedOf(body.id, reach(caller).webhooks);
      const given = { given: body, stored, now: now() };
      const diagnostics = await threads.run('validate', given, countedAs(caller));
      return { status: 200, body: { diagnostics } };
    },
  });

const preview = ({ reach, threads, templates, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/preview',
    operationId: 'previewWebhook',
    summary: 'Show what a configuration would send; sends nothing',
    role: 'editor',
    about: 'profiles',
    body: triedInput,
    answers: {
      200: {
        description: `The request of each event that is on. ${bounded(templates)}: \`parts\` and \`branches\` are left out first, then whole requests.`,
        schema: previewSchema,
      },
    },
    problems: { ...unknownProblem, ...unopenedProblem, ...checkProblems(templates) },
    handle: async ({ body, caller }) => {
      const stored = await storedOf(body.id, reach(caller).webhooks);
      const time = now();
      const samples = threads.samples(time, readGiven(body.config).catalogue);
      const given = { given: body, stored, now: time, samples };
      return { status: 200, body: await threads.run('preview', given, countedAs(caller)) };
    },
  });

const testDraft = ({ reach, tester, threads, templates, rates, limits, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/test',
    operationId: 'testDraft',
    summary: 'Test Connection of a configuration: sends one event at once',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    body: triedTestInput,
    answers: tested,
    problems: {
      ...unknownProblem,
      ...unopenedProblem,
      ...checkProblems(templates, unsendable(templates)),
      ...throttledProblem(templates, limits),
    },
    handle: async ({ body, caller }) => {
      const stored = await storedOf(body.id, reach(caller).webhooks);
      const time = now();
      const samples = threads.samples(time, readGiven(body.config).catalogue);
      const given = { given: body, stored, now: time, event: body.event, samples };
      const request = await threads.run('testGiven', given, countedAs(caller));
      useTest(request.settings, caller, rates);
      return { status: 200, body: viewTest(await tester.test(request), request.settings) };
    },
  });

const testStored = ({ reach, tester, threads, templates, rates, limits, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Test Connection of a stored webhook: sends one event at once',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    params: webhookParams,
    body: testInput,
    answers: tested,
    problems: {
      ...unknownProblem,
      ...unopenedProblem,
      ...checkProblems(templates, unsendable(templates)),
      ...throttledProblem(templates, limits),
    },
    handle: async ({ params: { id }, body, caller }) => {
      const stored = await reach(caller).webhooks.find(id);
      if (!stored) throw unknownWebhook();
      const { settings } = stored;
      const samples = threads.samples(now(), settings.config.catalogue);
      const given = { settings, event: body.event, samples };
      const request = await threads.run('testStored', given, countedAs(caller));
      useTest(settings, caller, rates);
      return { status: 200, body: viewTest(await tester.test(request), settings) };
    },
  });

/** @throws {Problem} 429 if the profile has sent too many tests. */
function useTest({ config }: WebhookSettings, caller: Caller, { tests }: RouteContext['rates']): void {
  // Whoever is limited uses up nothing of other profiles, whatever a draft names.
  const { profile: named = '' } = config;
  const profile = knowsProfile(caller, named) ? named : (caller.profiles?.[0] ?? '');
  tests.use(new Map([[profile, 1]]), 'Too many tests were sent for this profile.');
}

async function storedOf(
  id: string | undefined,
  webhooks: Reach['webhooks'],
): Promise<WebhookSettings | undefined> {
  if (id === undefined) return undefined;
  const stored = await webhooks.find(id);
  if (!stored) throw unknownWebhook();
  return stored.settings;
}

function viewTest({ event, request, attempt }: ConnectionTest, settings: WebhookSettings): TestBody {
  const redaction = createRedaction([settings], request);
  return { event, request: viewRequest(request, redaction), attempt: viewAttempt(attempt, redaction) };
}

const listWebhooks = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      ...pageQuery,
      profile: v.optional(plainText),
      summary: v.optional(
        v.pipe(v.literal('true'), v.description('Leaves out configurations and warnings, also for editors.')),
      ),
    }),
    answers: {
      200: {
        description: `A page of webhooks, by their ids. ${bounded(options.templates)}: a page may be shorter than asked for.`,
        schema: webhookPage,
      },
    },
    handle: async ({ query: { profile, summary, cursor, limit = usualPage }, caller }) => {
      const maxBytes = summary ? undefined : pageBytes(options.templates);
      const { items, next } = await options.reach(caller).webhooks.list({ profile, cursor, limit, maxBytes });
      const diagnostics = summary ? [] : await diagnosticsFor(caller, items, options);
      const shown = items.map((webhook, index) =>
        summary ? summaryOf(webhook) : viewWebhook(webhook, caller, diagnostics[index]),
      );
      return { status: 200, body: { items: shown, ...(next !== undefined && { next }) } };
    },
  });

const getWebhook = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks/{id}',
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    role: 'viewer',
    about: 'profiles',
    params: webhookParams,
    answers: { 200: { description: 'The webhook.', schema: webhookSchema, headers: etag } },
    problems: { ...unknownProblem, ...unopenedProblem },
    handle: async ({ params: { id }, caller }) => {
      const stored = await options.reach(caller).webhooks.find(id);
      if (!stored) throw unknownWebhook();
      const [diagnostics] = await diagnosticsFor(caller, [stored], options);
      const headers = { etag: entityTag(stored.version) };
      return { status: 200, body: viewWebhook(stored, caller, diagnostics), headers };
    },
  });

const listVersions = ({ reach, templates }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/webhooks/{id}/versions',
    operationId: 'listVersions',
    summary: 'Who changed what of a webhook, and when; also of one that was deleted',
    role: 'viewer',
    about: 'profiles',
    params: webhookParams,
    query: v.strictObject(pageQuery),
    answers: {
      200: {
        description: `A page of changes, the newest first. ${bounded(templates)}: a page may be shorter than asked for.`,
        schema: versionPage,
      },
    },
    problems: { ...unknownProblem, ...unopenedProblem },
    handle: async ({ params: { id }, query: { cursor, limit = usualPage }, caller }) => {
      const { webhooks } = reach(caller);
      const page = await webhooks.versions(id, { cursor, limit, maxBytes: pageBytes(templates) });
      if (page.items.length === 0 && cursor === undefined) throw unknownWebhook();
      const secretHeaders = new Set<string>();
      for await (const { settings } of everyVersion(id, webhooks)) {
        for (const name of settings?.secretHeaders ?? []) secretHeaders.add(name);
      }
      const items = page.items.map(version => viewVersion(version, caller, [...secretHeaders]));
      return { status: 200, body: { items, ...(page.next !== undefined && { next: page.next }) } };
    },
  });

const createWebhook = (options: RouteContext): Route => {
  const { reach, templates, limits } = options;
  return defineRoute({
    method: 'POST',
    path: '/api/webhooks',
    operationId: 'createWebhook',
    summary: 'Add a webhook to its profile',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    body: webhookInput,
    bodyDescription: describedInput(options),
    answers: {
      201: {
        description: 'The webhook, with warnings. It is signed unless its signing secret is `null`.',
        schema: newWebhookSchema,
        headers: { ...etag, Location: 'Where it is.' },
      },
    },
    problems: {
      409: `Its id is taken, or its profile has ${limits.maxWebhooks} webhooks.`,
      ...checkProblems(templates, wrong),
    },
    handle: async ({ body: said, caller, raw }) => {
      const given = { ...said, makesSecret: true };
      const checked = await checkedBy(caller, { given, stored: undefined }, options);
      const { settings } = checked;
      assertOwnId(settings.config, caller);
      const id = settings.config.id ?? `wh_${randomBytes(16).toString('base64url')}`;
      const stored = await reach(caller).webhooks.create(id, checked, caller.name, limits.maxWebhooks);
      const location = `${new URL(raw.url).pathname}/${id}`;
      const headers = { etag: entityTag(stored.version), location };
      const warnings = withoutSecrets(checked.diagnostics.items, settings);
      const body = { ...viewWebhook(stored, caller, warnings), ...madeIn(settings) };
      return { status: 201, body, headers };
    },
  });
};

/** The signing secret that the server has made just now, if it has. */
function madeIn(
  { signingSecret: madeSecret, isSecretMade }: WebhookSettings,
  before?: WebhookSettings,
): Pick<NewShownWebhook, 'madeSecret'> {
  const isNew = isSecretMade && madeSecret !== undefined && madeSecret !== before?.signingSecret;
  return isNew ? { madeSecret } : {};
}

/** @throws {Problem} 422 for an id that may be one of another profile. */
function assertOwnId({ id, profile = '' }: WebhookSettings['config'], { profiles }: Caller): void {
  const prefix = ownIdPrefix(profile);
  if (profiles === undefined || id === undefined || id.startsWith(prefix)) return;
  const message = `Leave it out, or let it begin with \`${prefix}\`: whoever does not see all profiles can choose no other.`;
  throw invalidFields([{ field: 'id', code: 'invalid-field', message }]);
}

const putWebhook = (options: RouteContext): Route => {
  const { reach, templates, limits } = options;
  return defineRoute({
    method: 'PUT',
    path: '/api/webhooks/{id}',
    operationId: 'putWebhook',
    summary: 'Change a webhook; one that no encryption key opens, with all of its secrets',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    params: webhookParams,
    body: webhookInput,
    bodyDescription: describedInput(options),
    headers: ifMatch,
    answers: {
      200: {
        description:
          'The webhook, with warnings. A signing secret that the server has made is replaced where the webhook leads to another server, or has another profile.',
        schema: newWebhookSchema,
        headers: etag,
      },
    },
    problems: { ...unknownProblem, ...staleProblem, ...checkProblems(templates, wrong) },
    handle: async ({ params: { id }, body, caller, headers }) => {
      let warnings: readonly ShownDiagnostic[] = [];
      let made: Partial<NewShownWebhook> = {};
      const stored = await reach(caller).webhooks.update(id, {
        by: caller.name,
        matched: matchedVersions(headers),
        max: limits.maxWebhooks,
        computeSettings: async before => {
          if (!before) assertSigningSaid(body);
          const checked = await checkedBy(caller, { given: body, stored: before }, options);
          assertSameId(checked.settings, id);
          warnings = withoutSecrets(checked.diagnostics.items, checked.settings);
          made = madeIn(checked.settings, before);
          return checked;
        },
      });
      return {
        status: 200,
        body: { ...viewWebhook(stored, caller, warnings), ...made },
        headers: { etag: entityTag(stored.version) },
      };
    },
  });
};

const deleteWebhook = ({ reach }: RouteContext): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; what waits for it is cancelled',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    params: webhookParams,
    headers: ifMatch,
    answers: { 204: { description: 'It is deleted.' } },
    problems: { ...unknownProblem, ...staleProblem },
    handle: async ({ params: { id }, caller, headers }) => {
      await reach(caller).webhooks.remove(id, { by: caller.name, matched: matchedVersions(headers) });
      return { status: 204, body: undefined };
    },
  });

/** The bytes of settings on one page: as many again are left for what stands beside them. */
function pageBytes({ maxAnswerBytes }: TemplateLimits): number {
  return maxAnswerBytes / 2;
}

/**
 * Checks a webhook before it is stored, with what was found in it.
 *
 * @throws {Problem} 422 if it has errors, or cannot be stored.
 */
async function checkedBy(
  caller: Caller,
  given: { readonly given: GivenWebhook; readonly stored: WebhookSettings | undefined },
  { threads, now }: RouteContext,
) {
  const { settings, diagnostics } = await threads.run('check', { ...given, now: now() }, countedAs(caller));
  assertStorable(settings);
  const rules = threads.rulesOf(settings.config.catalogue);
  return { settings, diagnostics: { rules, items: diagnostics } };
}

/** The diagnostics of stored webhooks, for those who may edit them. */
async function diagnosticsFor(
  caller: Caller,
  webhooks: readonly StoredWebhook[],
  options: RouteContext,
): Promise<readonly (readonly ShownDiagnostic[])[]> {
  return includesRole(caller.role, 'editor') ? diagnosticsOf(webhooks, countedAs(caller), options) : [];
}

/**
 * A webhook as a caller may see it: those who may not edit it see only the host of the URL, and neither headers nor
 * payload.
 */
function viewWebhook(
  stored: StoredWebhook,
  caller: Caller,
  diagnostics: readonly ShownDiagnostic[] = [],
): ShownWebhook {
  const summary = summaryOf(stored);
  if (!includesRole(caller.role, 'editor')) return summary;
  return { ...summary, config: viewConfig(stored.settings), diagnostics };
}

/** What everybody may see of a webhook. */
function summaryOf(stored: StoredWebhook): ShownWebhook {
  const { id, profile, settings, version, createdAt, updatedAt, updatedBy } = stored;
  const { config } = settings;
  const { method, url, events } = config;
  const latest = formerUntil(settings, 0);
  const shown = publicNames.flatMap(name => (config[name] === undefined ? [] : [[name, config[name]]]));
  return {
    id,
    profile,
    ...Object.fromEntries(shown),
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    ...(method !== undefined && { method }),
    host: URL.parse(originOf(url) ?? '')?.host ?? '',
    events: Object.keys(events).filter(name => events[name] === true),
    ...(settings.signingSecret !== undefined && { signingSecret: keptPlaceholder }),
    ...(latest && { formerUntil: latest.toISOString() }),
  };
}

/** The configuration with `{ "set": true }` for each secret. */
function viewConfig(settings: WebhookSettings): ShownConfig {
  const { headers, events, ...rest } = settings.config;
  const config = {
    ...rest,
    events: Object.fromEntries(Object.entries(events).map(([name, on]) => [name, on === true])),
    ...(headers && { headers }),
  };
  // It was checked before it was stored.
  return hideStored({ config, secretHeaders: settings.secretHeaders }) as ShownConfig;
}

/**
 * One version, as a caller may see it. A header that is marked as secret in any version has its value hidden in all of
 * them.
 */
function viewVersion(
  stored: StoredVersion,
  caller: Caller,
  secretHeaders: readonly string[],
): WebhookVersion {
  const { settings } = stored;
  const isSeen = includesRole(caller.role, 'editor');
  return asAnswer(versionSchema, {
    ...stored,
    unreadable: settings ? undefined : true,
    config: settings && isSeen ? viewConfig({ ...settings, secretHeaders }) : undefined,
  });
}

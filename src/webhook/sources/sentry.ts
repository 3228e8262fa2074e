import { optional } from '../../template/resolve/variables.ts';
import { defineEvents } from '../events/define-events.ts';
import type { FactsOf } from '../events/event-catalogue.ts';
import { type GivenObject, readerOf, sampleOf } from './given-json.ts';
import type { Source, SourceCatalogue } from './source.ts';

/** From the worst to the mildest. */
const levels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;

/** What the alert rules for issues of Sentry report. */
export const sentryEvents = defineEvents({
  variables: {
    title: 'string',
    level: levels,
    rule: 'string',
    message: optional('string'),
    culprit: optional('string'),
    environment: optional('string'),
    release: optional('string'),
    platform: optional('string'),
    project: optional('string'),
    issueId: optional('string'),
    eventId: 'string',
    url: optional('string'),
    tags: 'json',
    payload: 'json',
  },
  events: {
    'issue.alert': {
      title: 'An issue set off an alert',
      description: 'An event of an issue fulfilled the conditions of an alert rule.',
      sample: date => sampleOf(sampleBody(date), factsOf),
    },
  },
});

function factsOf(body: GivenObject, payload: unknown) {
  const data = body.object('data');
  const event = data.object('event');
  const tags = tagsOf(event.json('tags'));
  // https://develop.sentry.dev/sdk/foundations/transport/event-payloads/: `error` where nothing else is said.
  const level = levels.find(each => each === event.json('level')) ?? 'error';
  return {
    title: event.text('title'),
    level,
    rule: data.text('triggered_rule'),
    message: event.textIf('message') ?? event.objectIf('metadata').textIf('value'),
    culprit: event.textIf('culprit'),
    environment: event.textIf('environment') ?? tags.get('environment'),
    release: event.textIf('release') ?? tags.get('release'),
    platform: event.textIf('platform'),
    project: event.idIf('project'),
    issueId: event.idIf('issue_id'),
    eventId: event.text('event_id'),
    url: event.textIf('web_url'),
    tags: Object.fromEntries(tags),
    payload,
  };
}

/** A list of names with their values; others are left out. */
function tagsOf(given: unknown): ReadonlyMap<string, string> {
  const pairs: readonly unknown[] = Array.isArray(given) ? given : [];
  return new Map(
    pairs.flatMap(pair => {
      const [name, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
      return typeof name === 'string' && typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

function sampleBody(date: Date) {
  return {
    action: 'triggered',
    data: {
      event: {
        event_id: 'e4874d664c3540c1a32eab185f12c5ab',
        issue_id: '1117540176',
        title: 'TypeError: price is undefined',
        culprit: 'totalOf(src/cart.ts)',
        level: 'error',
        platform: 'javascript',
        project: 1,
        release: 'shop@2.1.0',
        datetime: date.toISOString(),
        message: '',
        metadata: { type: 'TypeError', value: 'price is undefined' },
        tags: [
          ['environment', 'production'],
          ['level', 'error'],
        ],
        web_url:
          'https://sentry.io/organizations/acme/issues/1117540176/events/e4874d664c3540c1a32eab185f12c5ab/',
      },
      triggered_rule: 'Errors of customers',
    },
  };
}

/** The issue alerts of an internal integration of Sentry. */
export const sentry: Source = {
  id: 'sentry',
  name: 'Sentry',
  catalogue: sentryEvents as SourceCatalogue,
  signatures: [{ kind: 'hmac-sha256', header: 'sentry-hook-signature', encoding: 'hex' }],
  secretFrom: 'sender',
  headers: ['sentry-hook-resource'],
  read: readerOf((body, headers, payload) => {
    if (headers['sentry-hook-resource'] !== 'event_alert')
      return { ignored: 'Sentry sent another resource than `event_alert`, which is an issue alert.' };
    const facts = factsOf(body, payload) satisfies FactsOf<typeof sentryEvents, 'issue.alert'>;
    const date = body.object('data').object('event').dateIf('datetime');
    return { event: 'issue.alert', facts, ...(date && { date }) };
  }),
  setUp: `In the settings of the organization, where its own integrations are (*Developer Settings*, or *Custom Integrations*), create
an internal integration:

- Webhook URL: \`ADDRESS\`
- Let alert rules notify it: turn on *Alert Rule Action*

Its client secret is the secret of this source: \`SECRET\`. Then choose the integration as the action of an alert rule for issues.`,
  documentation: [
    'https://docs.sentry.io/integrations/integration-platform/',
    'https://docs.sentry.io/integrations/integration-platform/webhooks/',
    'https://docs.sentry.io/integrations/integration-platform/webhooks/issue-alerts/',
    'https://develop.sentry.dev/sdk/foundations/transport/event-payloads/',
  ],
  checked: '2026-11',
};

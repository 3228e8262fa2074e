import { listOf, optional } from '../../template/resolve/variables.ts';
import { defineEvents } from '../events/define-events.ts';
import type { FactsOf } from '../events/event-catalogue.ts';
import {
  alertVariables,
  eventOfGroup,
  groupVariables,
  readAlert,
  readGroup,
  sampleGroup,
} from './alert-group.ts';
import { type GivenObject, readerOf, sampleOf } from './given-json.ts';
import type { Source, SourceCatalogue } from './source.ts';

/** The notifications of Grafana Alerting, each about a group of alerts. */
export const grafanaEvents = defineEvents({
  variables: {
    ...groupVariables,
    organization: optional('string'),
    message: optional('string'),
    alerts: listOf({
      ...alertVariables,
      silenceUrl: optional('string'),
      dashboardUrl: optional('string'),
      panelUrl: optional('string'),
      imageUrl: optional('string'),
      values: 'json',
    }),
  },
  events: {
    'alerts.firing': {
      title: 'Alerts are firing',
      description: 'At least one alert of the group is firing.',
      sample: date => sampleOf(sampleBody('alerts.firing', date), factsOf),
    },
    'alerts.resolved': {
      title: 'Alerts are resolved',
      description: 'No alert of the group is firing any more.',
      sample: date => sampleOf(sampleBody('alerts.resolved', date), factsOf),
    },
  },
});

function factsOf(body: GivenObject, payload: unknown) {
  const alerts = body.objects('alerts').map(alert => ({
    ...readAlert(alert),
    silenceUrl: alert.textIf('silenceURL'),
    dashboardUrl: alert.textIf('dashboardURL'),
    panelUrl: alert.textIf('panelURL'),
    imageUrl: alert.textIf('imageURL'),
    values: alert.json('values') ?? {},
  }));
  const [organization, message] = [body.idIf('orgId'), body.textIf('message')];
  return { ...readGroup(body, alerts, payload), organization, message, alerts };
}

function sampleBody(event: string, date: Date) {
  const { alerts, ...group } = sampleGroup(event, date);
  const at = 'https://grafana.example.com';
  return {
    ...group,
    receiver: 'hookplate',
    orgId: 1,
    version: '1',
    groupKey: '{}:{alertname="InstanceDown"}',
    externalURL: `${at}/`,
    message: '1 alert: InstanceDown',
    alerts: alerts.map(alert => ({
      ...alert,
      generatorURL: `${at}/alerting/grafana/a1b2c3/view`,
      silenceURL: `${at}/alerting/silence/new?alertmanager=grafana`,
      values: { B: 0, C: 1 },
    })),
  };
}

/** The webhook contact point of Grafana Alerting. */
export const grafana: Source = {
  id: 'grafana',
  name: 'Grafana Alerting',
  catalogue: grafanaEvents as SourceCatalogue,
  signatures: [
    {
      kind: 'hmac-sha256',
      header: 'x-grafana-alerting-signature',
      encoding: 'hex',
      timestamp: {
        header: 'x-grafana-alerting-timestamp',
        between: ':',
        toleranceSeconds: 300,
        // An alert that goes on firing is sent again after `repeat_interval`, and its values may be the same.
        tellsReminders: true,
      },
    },
    { kind: 'token', header: 'authorization', prefix: 'Bearer ', sendsReminders: true },
  ],
  secretFrom: 'server',
  headers: [],
  read: readerOf((body, _, payload) => {
    const event = eventOfGroup(body);
    const facts = factsOf(body, payload) satisfies FactsOf<typeof grafanaEvents, typeof event>;
    if (facts.alerts.length === 0) return { ignored: 'The notification has no alerts.' };
    return { event, facts, ordered: facts.groupKey };
  }),
  setUp: `Among the contact points of *Alerting*, add one with the integration *Webhook*:

- URL: \`ADDRESS\`
- HTTP Method: \`POST\`
- Max Alerts: 500, so that a group never has more bytes than are taken
- Secret of the HMAC signature: \`SECRET\`
- Header of the HMAC signature: \`X-Grafana-Alerting-Signature\`
- Header of its timestamp: \`X-Grafana-Alerting-Timestamp\`

A Grafana without these settings sends the secret itself: leave the scheme of the \`Authorization\` header as \`Bearer\`, and enter
\`SECRET\` as its credentials. Do not set a custom payload.`,
  documentation: [
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
    'https://github.com/grafana/alerting/blob/fdde1a13fb092b2f83219aa70a8ff169c83434ad/http/hmac.go',
    'https://github.com/grafana/alerting/blob/18302ca04eeb1ed7007c9443becf0a591e04a77c/receivers/webhook/v1/config.go',
  ],
  checked: '2026-11',
};

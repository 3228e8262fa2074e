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

/** The notifications of Alertmanager, each about a group of alerts. */
export const alertmanagerEvents = defineEvents({
  variables: { ...groupVariables, notificationReason: optional('string'), alerts: listOf(alertVariables) },
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
  const alerts = body.objects('alerts').map(readAlert);
  const notificationReason = body.textIf('notification_reason');
  return { ...readGroup(body, alerts, payload), notificationReason, alerts };
}

function sampleBody(event: string, date: Date) {
  return {
    version: '4',
    ...sampleGroup(event, date),
    receiver: 'hookplate',
    groupKey: '{}:{alertname="InstanceDown"}',
    externalURL: 'https://alertmanager.example.com',
  };
}

/** The webhook of Prometheus Alertmanager, with version 4 of its payload. */
export const alertmanager: Source = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  catalogue: alertmanagerEvents as SourceCatalogue,
  // A notification is sent again after `repeat_interval`, with the same body.
  signatures: [{ kind: 'token', header: 'authorization', prefix: 'Bearer ', sendsReminders: true }],
  secretFrom: 'server',
  headers: [],
  read: readerOf((body, _, payload) => {
    if (body.text('version') !== '4')
      return { unreadable: '`version` is not `4`, which is the only version of the payload that is known.' };
    const event = eventOfGroup(body);
    const facts = factsOf(body, payload) satisfies FactsOf<typeof alertmanagerEvents, typeof event>;
    if (facts.alerts.length === 0) return { ignored: 'The notification has no alerts.' };
    return { event, facts, ordered: facts.groupKey };
  }),
  setUp: `In \`alertmanager.yml\`, add a receiver, and name it in \`route\`:

\`\`\`yaml
receivers:
  - name: hookplate
    webhook_configs:
      - url: ADDRESS
        send_resolved: true
        max_alerts: 500
        http_config:
          authorization:
            credentials: SECRET
\`\`\``,
  documentation: [
    'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
    'https://prometheus.io/docs/alerting/latest/notifications/',
    'https://github.com/prometheus/alertmanager/blob/main/template/template.go',
  ],
  checked: '2026-11',
};

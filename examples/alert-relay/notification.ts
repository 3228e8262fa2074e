/**
 * What Alertmanager sends about a group of two alerts: version 4 of its payload.
 *
 * @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */
export function notification(status: 'firing' | 'resolved') {
  const startsAt = '2026-11-20T08:15:00.000Z';
  const endsAt = status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-11-20T08:40:00.000Z';
  const commonLabels = { alertname: 'InstanceDown', job: 'node', severity: 'critical' };
  const alert = (instance: string, fingerprint: string) => ({
    status,
    labels: { ...commonLabels, instance },
    annotations: { summary: `${instance} has been down for > 5 min, "node" & all` },
    ...{ startsAt, endsAt },
    generatorURL: 'http://prometheus.example.com/graph?g0.expr=up+%3D%3D+0&g0.tab=1',
    fingerprint,
  });
  return {
    version: '4',
    groupKey: '{}:{alertname="InstanceDown"}',
    truncatedAlerts: 0,
    status,
    receiver: 'hookplate',
    groupLabels: { alertname: 'InstanceDown' },
    commonLabels,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.com',
    alerts: [
      alert('db-1.example.com:9100', 'b8c1c5d0a7e64f21'),
      alert('db_2.example.com:9100', '0f6e2a9d44c1b573'),
    ],
  };
}

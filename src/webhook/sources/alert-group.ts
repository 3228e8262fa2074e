import { optional } from '../../template/resolve/variables.ts';
import type { GivenObject } from './given-json.ts';

const statuses = ['firing', 'resolved'] as const;

/** What an alert has in the notifications of Alertmanager, and of those that took them over from there. */
export const alertVariables = {
  name: 'string',
  status: statuses,
  severity: optional('string'),
  instance: optional('string'),
  summary: optional('string'),
  description: optional('string'),
  startsAt: optional('date'),
  endsAt: optional('date'),
  generatorUrl: optional('string'),
  fingerprint: optional('string'),
  labels: 'json',
  annotations: 'json',
} as const;

/** What the group has that a notification is about, all but its alerts. */
export const groupVariables = {
  name: 'string',
  severity: optional('string'),
  summary: optional('string'),
  description: optional('string'),
  firingCount: 'number',
  resolvedCount: 'number',
  truncatedCount: optional('number'),
  receiver: 'string',
  externalUrl: 'string',
  groupKey: 'string',
  groupLabels: 'json',
  commonLabels: 'json',
  commonAnnotations: 'json',
  payload: 'json',
} as const;

/** The name of the event that a group reports. */
export function eventOfGroup(group: GivenObject): `alerts.${(typeof statuses)[number]}` {
  return `alerts.${group.oneOf('status', statuses)}`;
}

export function readAlert(alert: GivenObject) {
  const labels = alert.object('labels');
  const annotations = alert.objectIf('annotations');
  return {
    name: labels.textIf('alertname') ?? 'Alert without a name',
    status: alert.oneOf('status', statuses),
    severity: labels.textIf('severity'),
    instance: labels.textIf('instance'),
    summary: annotations.textIf('summary'),
    description: annotations.textIf('description'),
    startsAt: alert.dateIf('startsAt'),
    endsAt: alert.dateIf('endsAt'),
    generatorUrl: alert.textIf('generatorURL'),
    fingerprint: alert.textIf('fingerprint'),
    labels: alert.json('labels'),
    annotations: alert.json('annotations') ?? {},
  };
}

type Alert = Pick<ReturnType<typeof readAlert>, 'name' | 'status'>;

export function readGroup(group: GivenObject, alerts: readonly Alert[], payload: unknown) {
  const labels = group.objectIf('commonLabels');
  const annotations = group.objectIf('commonAnnotations');
  const firingCount = alerts.filter(({ status }) => status === 'firing').length;
  return {
    name: namesOf(alerts),
    severity: labels.textIf('severity'),
    summary: annotations.textIf('summary'),
    description: annotations.textIf('description'),
    firingCount,
    resolvedCount: alerts.length - firingCount,
    // Nearly always none.
    truncatedCount: group.numberIf('truncatedAlerts') || undefined,
    receiver: group.text('receiver'),
    externalUrl: group.text('externalURL'),
    groupKey: group.text('groupKey'),
    groupLabels: group.json('groupLabels') ?? {},
    commonLabels: group.json('commonLabels') ?? {},
    commonAnnotations: group.json('commonAnnotations') ?? {},
    payload,
  };
}

/** As many names as a title can take. */
const maxNames = 5;

/** The names of alerts, each once: `InstanceDown, DiskFull`. */
function namesOf(alerts: readonly Alert[]): string {
  const names = [...new Set(alerts.map(({ name }) => name))];
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A notification about one alert, as both send it. */
export function sampleGroup(event: string, date: Date) {
  const status = event.endsWith('resolved') ? 'resolved' : 'firing';
  const labels = {
    alertname: 'InstanceDown',
    instance: 'db-1.example.com:9100',
    job: 'node',
    severity: 'critical',
  };
  const annotations = {
    summary: 'db-1.example.com is down',
    description: 'db-1.example.com:9100 of job node has been down for more than 5 minutes.',
  };
  const startsAt = new Date(date.getTime() - 300_000).toISOString();
  const endsAt = status === 'resolved' ? date.toISOString() : '0001-01-01T00:00:00Z';
  const fingerprint = 'b8c1c5d0a7e64f21';
  return {
    status,
    truncatedAlerts: 0,
    groupLabels: { alertname: labels.alertname },
    commonLabels: labels,
    commonAnnotations: annotations,
    alerts: [{ status, labels, annotations, startsAt, endsAt, fingerprint }],
  };
}

import { expect, it } from 'vitest';
import { alertmanager } from '../../../src/webhook/sources/alertmanager.ts';

const alert = {
  status: 'firing',
  labels: { alertname: 'DiskFull', severity: 'warning' },
  annotations: { summary: 'A disk is full' },
  startsAt: '2026-11-23T21:14:03.157076123Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.example.com/graph',
  fingerprint: 'c6eadffa33fcdf37',
};
const body = {
  version: '4',
  groupKey: '{}:{}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'hookplate',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example.com',
  alerts: [alert, { ...alert, labels: { alertname: 'InstanceDown' } }],
};

it('reads a group of alerts', () => {
  const reading = alertmanager.read({ headers: {}, body });
  expect(reading).toMatchObject({
    event: 'alerts.firing',
    facts: {
      name: 'DiskFull, InstanceDown',
      firingCount: 2,
      alerts: [{ startsAt: new Date('2026-11-23T21:14:03.157Z'), endsAt: undefined }, {}],
      payload: body,
    },
  });
});

it('says where it cannot be read', () => {
  expect(
    alertmanager.read({ headers: {}, body: { ...body, alerts: [alert, { ...alert, labels: [] }] } }),
  ).toEqual({
    unreadable: '`alerts[1].labels` is not an object.',
  });
});

import type { JsonSchema } from '../../output/json/schema/schema.ts';
import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text } from './schemas.ts';
import { plain } from './writing.ts';

const labelSet: JsonSchema = {
  type: 'object',
  additionalProperties: text('Labels and annotations are texts.'),
};

/** Alerts of Prometheus Alertmanager: those with the same labels are the same alert. */
export const alertmanager: Receiver = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  category: 'monitoring',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/api/v2/alerts',
  contentType: 'application/json',
  schema: {
    type: 'array',
    description: 'A list of alerts.',
    items: object(
      {
        labels: { $ref: '#/$defs/labelSet', description: 'What tells the alert from all others.' },
        annotations: { $ref: '#/$defs/labelSet', description: 'What else is known of the alert.' },
        startsAt: text('When it began, in ISO 8601.'),
        endsAt: text('When it was over, in ISO 8601.'),
        generatorURL: text('An address where people find more.'),
      },
      { required: ['labels'] },
    ),
    $defs: { labelSet },
  },
  documentation: [
    'https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml',
    'https://prometheus.io/docs/alerting/latest/clients/',
  ],
  checked: '2026-11',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const time = message.isOver('endsAt', 'startsAt');
    return `[
  {
    "labels": {
      "alertname": "hookplate",
      "subject": "${message.subject(plain, 200)}"
    },
    "annotations": {
      "summary": "${message.title(plain, 1000)}",
      "severity": "${message.level({ critical: 'critical', error: 'error', warning: 'warning', info: 'info', ok: 'info' })}",
      "description": "${message.details(plain, 20_000)}"
    },
    "${time}": $date$
  }
]`;
  },
};

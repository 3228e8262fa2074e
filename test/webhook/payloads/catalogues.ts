import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';

/** A shop's events: each one has facts that the others lack. */
export const shop = defineEvents({
  variables: {
    order: {
      number: 'string',
      url: 'string',
      currency: ['EUR', 'GBP', 'USD'],
      totalCents: 'number',
      customer: { name: 'string', email: optional('string'), phone: optional('string') },
    },
    lines: listOf({
      title: 'string',
      sku: 'string',
      count: 'number',
      cents: 'number',
      note: optional('string'),
    }),
  },
  events: {
    'order.paid': {
      title: 'An order was paid',
      variables: { paidWith: ['card', 'invoice', 'voucher'], giftNote: optional('string') },
    },
    'order.shipped': {
      title: 'An order was shipped',
      variables: {
        carrier: 'string',
        trackingUrl: optional('string'),
        parcels: listOf({ id: 'string', kilograms: 'number', skus: listOf('string') }),
      },
    },
    'order.cancelled': {
      title: 'An order was cancelled',
      variables: { reason: optional('string'), cancelledBy: ['customer', 'shop'] },
    },
    'order.refunded': {
      title: 'An order was refunded',
      variables: { refundCents: 'number', isPartial: 'boolean', refundedAt: 'date' },
    },
  },
});

const attachments = listOf({ name: 'string', url: 'string', bytes: 'number' });

/** A help desk's events: lists in groups, and lists in the items of lists. */
export const tickets = defineEvents({
  variables: {
    ticket: {
      id: 'number',
      subject: 'string',
      url: 'string',
      priority: ['low', 'normal', 'high', 'urgent'],
      tags: listOf('string'),
      dueAt: optional('date'),
      requester: { name: 'string', email: 'string' },
      assignee: optional({ name: 'string', email: optional('string') }),
    },
  },
  events: {
    'ticket.opened': { title: 'A ticket was opened', variables: { description: 'string', attachments } },
    'ticket.commented': {
      title: 'A ticket was commented',
      variables: {
        comments: listOf({
          author: 'string',
          text: 'string',
          isInternal: 'boolean',
          at: 'date',
          attachments,
        }),
      },
    },
    'ticket.escalated': {
      title: 'A ticket was escalated',
      variables: { level: 'number', because: 'string', watchers: listOf('string'), custom: 'json' },
    },
    'ticket.closed': {
      title: 'A ticket was closed',
      variables: {
        resolution: ['solved', 'duplicate', 'spam'],
        openHours: 'number',
        rating: optional('number'),
      },
    },
  },
});

const alert = { id: 'string', rule: 'string', severity: ['info', 'warning', 'critical'] } as const;

/** A monitor's events: an alert that begins and ends, and a check that has gone silent. */
export const monitor = defineEvents({
  variables: {
    service: { name: 'string', environment: ['production', 'staging'], url: 'string' },
    labels: listOf({ name: 'string', value: 'string' }),
  },
  events: {
    'alert.firing': {
      title: 'An alert is firing',
      variables: {
        alert,
        startedAt: 'date',
        hosts: listOf({
          name: 'string',
          isDown: 'boolean',
          load: optional('number'),
          tags: listOf('string'),
        }),
        runbook: optional('string'),
      },
    },
    'alert.resolved': {
      title: 'An alert was resolved',
      variables: { alert, startedAt: 'date', seconds: 'number', resolvedBy: optional('string') },
    },
    'check.silent': {
      title: 'A check says nothing any more',
      variables: { check: 'string', lastSeenAt: optional('date'), missed: 'number' },
    },
  },
});

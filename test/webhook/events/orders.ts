import { defineEvents } from '../../../src/webhook/events/define-events.ts';

/** A catalogue of an application that has nothing to do with processes. */
export const orders = defineEvents({
  variables: { order: { id: 'number', customer: 'string', total: 'number' }, isTest: 'boolean' },
  events: {
    'order.placed': {
      title: 'An order was placed',
      sample: { order: { id: 7, customer: 'Ada "Countess" Lovelace', total: 12.5 }, isTest: false },
    },
    'order.paid': {
      title: 'An order was paid',
      description: 'The money has arrived.',
      variables: { paidWith: ['card', 'invoice'], paidAt: 'date' },
      sample: paidAt => ({ order: { id: 7, total: 12.5 }, paidWith: 'card', paidAt }),
    },
    'order.cancelled': {
      title: 'An order was cancelled',
      variables: { reason: 'string' },
      constants: { isTest: false },
    },
  },
});

import { optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';

/** A catalogue of an application that has nothing to do with processes. */
export const orders = defineEvents({
  variables: {
    order: optional({ id: 'number', customer: optional('string'), total: optional('number') }),
    isTest: optional('boolean'),
  },
  events: {
    'order.placed': {
      title: 'An order was placed',
      sample: { order: { id: 7, customer: 'Ada "Countess" Lovelace', total: 12.5 }, isTest: false },
    },
    'order.paid': {
      title: 'An order was paid',
      description: 'The money has arrived.',
      variables: { paidWith: optional(['card', 'invoice']), paidAt: optional('date') },
      sample: paidAt => ({ order: { id: 7, total: 12.5 }, paidWith: 'card', paidAt }),
    },
    'order.cancelled': {
      title: 'An order was cancelled',
      variables: { reason: optional('string') },
      constants: { isTest: false },
    },
  },
});

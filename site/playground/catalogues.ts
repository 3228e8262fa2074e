import { type AnyCatalogue, defineEvents, listOf, optional, processEvents } from 'hookplate';

/** Events of an application that one can choose, with a name for people. */
export interface Choice {
  readonly title: string;
  readonly events: AnyCatalogue;
}

const shop = defineEvents({
  variables: {
    order: { id: 'number', customer: 'string', url: 'string' },
    items: listOf({ name: 'string', count: 'number', price: 'number' }),
  },
  events: {
    'order.placed': {
      title: 'An order was placed',
      variables: { note: optional('string') },
      sample: {
        order: { id: 1042, customer: 'Ada "Countess" Lovelace', url: 'https://shop.example.com/orders/1042' },
        items: [
          { name: 'Teapot <large>', count: 1, price: 24.5 },
          { name: '3" saucer', count: 4, price: 6 },
        ],
        note: 'Ring twice,\nthe bell is old.',
      },
    },
    'order.cancelled': {
      title: 'An order was cancelled',
      variables: { reason: 'string' },
      sample: {
        order: { id: 1043, customer: 'Grace Hopper', url: 'https://shop.example.com/orders/1043' },
        items: [],
        reason: 'Changed her mind',
      },
    },
  },
});

const tickets = defineEvents({
  variables: {
    ticket: {
      id: 'number',
      subject: 'string',
      priority: ['low', 'normal', 'urgent'],
      tags: listOf('string'),
      dueAt: optional('date'),
    },
  },
  events: {
    'ticket.opened': {
      title: 'A ticket was opened',
      variables: { requester: { name: 'string', email: 'string' } },
      sample: {
        ticket: { id: 7, subject: 'The "export" button', priority: 'urgent', tags: ['web', 'EU'] },
        requester: { name: 'Ada', email: 'ada@example.com' },
      },
    },
    'ticket.closed': {
      title: 'A ticket was closed',
      variables: { resolution: ['solved', 'duplicate'], rating: optional('number') },
      sample: {
        ticket: { id: 7, subject: 'The "export" button', priority: 'urgent', tags: [] },
        resolution: 'solved',
        rating: 5,
      },
    },
  },
});

const monitor = defineEvents({
  variables: {
    service: { name: 'string', url: 'string' },
    severity: ['warning', 'critical'],
    groupKey: 'string',
  },
  events: {
    'alert.firing': {
      title: 'An alert is firing',
      variables: { reason: 'string', hosts: listOf({ name: 'string', load: optional('number') }) },
      sample: {
        service: { name: 'Checkout \\ EU', url: 'https://shop.example.com/health?full=1&x=a b' },
        severity: 'critical',
        groupKey: 'checkout-eu',
        reason: 'No answer for 30 s: "ETIMEDOUT"',
        hosts: [{ name: 'web-1', load: 7.25 }, { name: 'web-2' }],
      },
    },
    'alert.resolved': {
      title: 'An alert was resolved',
      variables: { seconds: 'number' },
      sample: {
        service: { name: 'Checkout \\ EU', url: 'https://shop.example.com/health?full=1&x=a b' },
        severity: 'critical',
        groupKey: 'checkout-eu',
        seconds: 754,
      },
    },
  },
});

/** By the names that addresses have for them. */
export const choices: ReadonlyMap<string, Choice> = new Map([
  ['shop', { title: 'A shop', events: shop }],
  ['tickets', { title: 'A help desk', events: tickets }],
  ['monitor', { title: 'Monitoring', events: monitor }],
  ['processes', { title: 'Processes', events: processEvents }],
]);

/** What somebody sees first who brings events of an own application. */
export const exampleOfOwn = JSON.stringify(
  {
    events: {
      'invoice.paid': {
        title: 'An invoice was paid',
        schema: {
          properties: {
            number: { type: 'string' },
            total: { type: 'number' },
            lines: {
              type: 'array',
              items: { properties: { title: { type: 'string' } }, required: ['title'] },
            },
          },
          required: ['number', 'total', 'lines'],
        },
        sample: { number: 'R-17', total: 99.5, lines: [{ title: 'Hosting "S"' }] },
      },
    },
  },
  undefined,
  2,
);

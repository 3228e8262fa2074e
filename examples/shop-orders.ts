import { defineEvents, listOf, type WebhookConfig } from '../src/index.ts';

/** Events of a shop. */
export const shopEvents = defineEvents({
  variables: {
    order: { id: 'number', customer: 'string' },
    lines: listOf({ title: 'string', count: 'number', price: 'number' }),
  },
  events: {
    'order.paid': {
      title: 'An order was paid',
      variables: { total: 'number' },
      sample: {
        order: { id: 1042, customer: 'Ada "Countess" Lovelace' },
        lines: [
          { title: 'Teapot <large>', count: 1, price: 24.5 },
          { title: 'Cup & saucer', count: 4, price: 6 },
        ],
        total: 48.5,
      },
    },
    'order.cancelled': {
      title: 'An order was cancelled',
      variables: { reason: 'string' },
      sample: {
        order: { id: 1043, customer: 'Grace' },
        lines: [],
        reason: 'Changed her mind',
      },
    },
  },
});

/** A message of blocks, one with the lines of the order, as Slack's Block Kit has them. */
export function orderMessage(origin: string): WebhookConfig<typeof shopEvents> {
  return {
    id: 'orders',
    events: { 'order.paid': true, 'order.cancelled': true },
    method: 'POST',
    url: `${origin}/services/T0/B1/XXX`,
    contentType: 'application/json',
    payload: `{
  "text": "Order $order.id$ $if(event == "order.paid")$paid$else$cancelled$endif$",
  "blocks": [
    { "type": "header", "text": { "type": "plain_text", "text": "$order.customer; max="150"$" } }
    $if(lines)$,
    {
      "type": "section",
      "fields": [
        $for(line in lines)$
        { "type": "plain_text", "text": "$line.count$ × $line.title$: $line.price; format="0.00"$" }$sep$,
        $endfor$
      ]
    }
    $endif$
  ]
}`,
  };
}

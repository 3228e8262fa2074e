import { defineEvents, listOf } from 'hookplate';
import 'hookplate/editor';

/* A page that embeds `<webhook-editor>`: it declares the events and passes in the configuration saved before. */

const orders = defineEvents({
  variables: {
    order: { id: 'number', customer: 'string' },
    items: listOf({ sku: 'string', count: 'number', price: 'number' }),
  },
  events: {
    'order.placed': {
      title: 'An order was placed',
      sample: {
        order: { id: 7, customer: 'Ada "Countess" Lovelace' },
        items: [
          { sku: 'A1', count: 2, price: 9.5 },
          { sku: '3"', count: 1, price: 4 },
        ],
      },
    },
    'order.cancelled': { title: 'An order was cancelled', variables: { reason: 'string' } },
  },
});

const ofProcesses = {
  profile: 'Nightly copy',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://chat.example.com/hooks/42?profile=$profile$',
  headers: [{ name: 'X-Profile', value: '$profile$' }],
  contentType: 'application/json',
  payload: `{
  "text": "$profile$ $event$",
  "at": "$date; format="yyyy-MM-dd HH:mm"$",
  "errors": $if(isError)$$errorCount$$else$0$endif$
}`,
};
const ofOrders = {
  events: { 'order.placed': true },
  method: 'POST',
  url: 'https://chat.example.com/hooks/42',
  contentType: 'application/json',
  payload: `{
  "text": "$order.customer$ ordered",
  "fields": [$for(item in items if item.count > 0)$
    { "title": "$item.sku$", "value": "$item.count$ x $item.price; format="0.00"$" }$sep$,
  $endfor$]
}`,
};

const editor = document.querySelector('webhook-editor');
if (!editor) throw new Error('The page has no <webhook-editor>.');
const isAboutOrders = location.search === '?orders';
if (isAboutOrders) editor.events = orders;
editor.config = isAboutOrders ? ofOrders : ofProcesses;

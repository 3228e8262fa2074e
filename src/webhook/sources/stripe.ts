import { listOf, optional } from '../../template/resolve/variables.ts';
import { defineEvents } from '../events/define-events.ts';
import type { FactsOf } from '../events/event-catalogue.ts';
import { type GivenObject, identityOf, readerOf, sampleOf } from './given-json.ts';
import type { Source, SourceCatalogue } from './source.ts';

/**
 * All but UGX, of whose amounts the same page says that they have two decimals nevertheless, as those of ISK have.
 *
 * @see https://docs.stripe.com/currencies#zero-decimal
 */
const withoutDecimals = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
];
/**
 * Only earlier versions of that page list these.
 *
 * @see https://web.archive.org/web/20220618095455/https://stripe.com/en-mt/docs/currencies
 */
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/** What Stripe reports of invoices, by its own names. */
export const stripeEvents = defineEvents({
  variables: {
    number: 'string',
    status: optional('string'),
    currency: 'string',
    amountDue: 'number',
    amountPaid: 'number',
    amountRemaining: 'number',
    customerName: optional('string'),
    customerEmail: optional('string'),
    customerId: optional('string'),
    reason: optional('string'),
    dueAt: optional('date'),
    attemptCount: optional('number'),
    nextAttemptAt: optional('date'),
    items: listOf({ description: 'string', amount: 'number', quantity: optional('number') }),
    url: optional('string'),
    pdfUrl: optional('string'),
    invoiceId: 'string',
    isLive: 'boolean',
    payload: 'json',
  },
  events: {
    'invoice.finalized': {
      title: 'An invoice was finalized',
      sample: date => sampleOf(sampleBody(date, 'open'), factsOf),
    },
    'invoice.finalization_failed': {
      title: 'An invoice could not be finalized',
      sample: date => sampleOf(sampleBody(date, 'draft'), factsOf),
    },
    'invoice.sent': {
      title: 'An invoice was sent',
      sample: date => sampleOf(sampleBody(date, 'open'), factsOf),
    },
    'invoice.paid': {
      title: 'An invoice was paid',
      sample: date => sampleOf(sampleBody(date, 'paid'), factsOf),
    },
    'invoice.payment_failed': {
      title: 'The payment of an invoice failed',
      sample: date => sampleOf(sampleBody(date, 'open'), factsOf),
    },
    'invoice.payment_action_required': {
      title: 'The payment of an invoice waits for the customer',
      sample: date => sampleOf(sampleBody(date, 'open'), factsOf),
    },
    'invoice.overdue': {
      title: 'An invoice is overdue',
      sample: date => sampleOf(sampleBody(date, 'open'), factsOf),
    },
    'invoice.marked_uncollectible': {
      title: 'An invoice was marked uncollectible',
      sample: date => sampleOf(sampleBody(date, 'uncollectible'), factsOf),
    },
    'invoice.voided': {
      title: 'An invoice was voided',
      sample: date => sampleOf(sampleBody(date, 'void'), factsOf),
    },
  },
});

function factsOf(body: GivenObject, payload: unknown) {
  const invoice = body.object('data').object('object');
  const invoiceId = invoice.text('id');
  const currency = invoice.text('currency').toUpperCase();
  const amount = (of: GivenObject, name: string): number => inUnits(of.number(name), currency);
  return {
    // A draft has none.
    number: invoice.textIf('number') ?? invoiceId,
    status: invoice.textIf('status'),
    currency,
    amountDue: amount(invoice, 'amount_due'),
    amountPaid: amount(invoice, 'amount_paid'),
    amountRemaining: amount(invoice, 'amount_remaining'),
    customerName: invoice.textIf('customer_name'),
    customerEmail: invoice.textIf('customer_email'),
    customerId: invoice.textIf('customer') ?? invoice.objectIf('customer').textIf('id'),
    reason: invoice.objectIf('last_finalization_error').textIf('message'),
    dueAt: invoice.epochSecondsIf('due_date'),
    attemptCount: invoice.numberIf('attempt_count'),
    nextAttemptAt: invoice.epochSecondsIf('next_payment_attempt'),
    items: invoice
      .objectIf('lines')
      .objectsIf('data')
      .map(line => ({
        description: line.textIf('description') ?? 'item without a description',
        amount: amount(line, 'amount'),
        quantity: line.numberIf('quantity'),
      })),
    url: invoice.textIf('hosted_invoice_url'),
    pdfUrl: invoice.textIf('invoice_pdf'),
    invoiceId,
    isLive: body.booleanIf('livemode') ?? false,
    payload,
  };
}

/** Stripe gives amounts in the smallest unit that it knows of a currency. */
function inUnits(amount: number, currency: string): number {
  if (withoutDecimals.includes(currency)) return amount;
  return amount / (withThreeDecimals.includes(currency) ? 1000 : 100);
}

function sampleBody(date: Date, status: string) {
  const seconds = Math.floor(date.getTime() / 1000);
  const isPaid = status === 'paid';
  const isDraft = status === 'draft';
  return {
    id: 'evt_1QExampleExampleExample01',
    object: 'event',
    livemode: true,
    created: seconds,
    data: {
      object: {
        id: 'in_1QExampleExampleExample02',
        object: 'invoice',
        ...(!isDraft && { number: 'F7D5B2A1-0042' }),
        status,
        currency: 'eur',
        amount_due: 4900,
        amount_paid: isPaid ? 4900 : 0,
        amount_remaining: isPaid ? 0 : 4900,
        customer: 'cus_QExample000001',
        customer_name: 'Ada Example',
        customer_email: 'ada@example.com',
        ...(isDraft && { last_finalization_error: { message: 'The address of the customer is missing.' } }),
        due_date: seconds + 14 * 86_400,
        attempt_count: 1,
        lines: { data: [{ description: '1 × Team plan', amount: 4900, quantity: 1 }] },
        hosted_invoice_url: 'https://invoice.stripe.com/i/acct_example/test_example',
      },
    },
  };
}

/** The invoices of a Stripe account. */
export const stripe: Source = {
  id: 'stripe',
  name: 'Stripe',
  catalogue: stripeEvents as SourceCatalogue,
  signatures: [
    {
      kind: 'hmac-sha256',
      header: 'stripe-signature',
      encoding: 'hex',
      prefix: 'v1=',
      isList: true,
      timestamp: { header: 'stripe-signature', prefix: 't=', between: '.', toleranceSeconds: 300 },
    },
  ],
  secretFrom: 'sender',
  headers: [],
  read: readerOf((body, _, payload) => {
    const type = body.text('type');
    const event = stripeEvents.names.find(name => name === type);
    if (event === undefined)
      return { ignored: 'Stripe sent an event that is none of those about invoices that are known.' };
    const facts = factsOf(body, payload) satisfies FactsOf<typeof stripeEvents, typeof event>;
    const date = body.epochSecondsIf('created');
    return { event, facts, ...(date && { date }), ...identityOf(body.textIf('id')) };
  }),
  setUp: `In the Dashboard, where its webhooks are, create an event destination that is a webhook endpoint:

- Endpoint URL: \`ADDRESS\`
- Payload: snapshot events, not thin ones
- Events: those about invoices that you want, such as \`invoice.paid\` and \`invoice.payment_failed\`; only an automation of your
  account sends \`invoice.overdue\`

The signing secret that Stripe shows for it (\`whsec_…\`) is the secret of this source: \`SECRET\`.`,
  documentation: [
    'https://docs.stripe.com/webhooks/signatures',
    'https://docs.stripe.com/workbench/event-destinations',
    'https://docs.stripe.com/api/events/types',
    'https://docs.stripe.com/api/invoices/object',
    'https://docs.stripe.com/currencies',
    'https://docs.stripe.com/changelog/acacia/2024-09-30/billing-due-date-webhooks',
  ],
  checked: '2026-11',
};

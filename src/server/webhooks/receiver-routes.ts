import * as v from 'valibot';
import {
  itemsOf,
  receiverSchema,
  type ShownReceiver,
  type WholeReceiver,
  wholeReceiverSchema,
} from '../../api/answers.ts';
import { asJson } from '../../api/as-json.ts';
import { invalidRequest, Problem } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { Catalogues, ServedCatalogue } from '../../events/catalogues.ts';
import type { GivenReceiver } from '../../webhook/receivers/define-receiver.ts';
import {
  draftMessage,
  draftWebhook,
  explainUnknownEvent,
  type MessageDraft,
} from '../../webhook/receivers/draft-webhook.ts';
import type { Receiver, ReceiverCategory } from '../../webhook/receivers/receiver.ts';
import { unknownCatalogue } from '../catalogues.ts';
import type { RouteContext } from '../route-context.ts';

/** Routes for what webhooks can be for. */
export function receiverRoutes(options: RouteContext): readonly Route[] {
  return [listReceivers, getReceiver].map(route => route(options));
}

const catalogueQuery = v.strictObject({
  catalogue: v.optional(
    v.pipe(v.string(), v.description('Whose events the messages report; else those of the default one.')),
  ),
});

const draftQuery = v.strictObject({
  ...catalogueQuery.entries,
  events: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'The names of the events that the message reports, separated by commas; else all events of the catalogue.',
      ),
    ),
  ),
});

const listReceivers = ({ receivers, catalogues }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/receivers',
    operationId: 'listReceivers',
    summary: 'List the receivers that webhooks may name: those of the server, and those of the gallery',
    role: 'viewer',
    about: 'nobody',
    query: catalogueQuery,
    answers: { 200: { description: 'All receivers.', schema: itemsOf(receiverSchema) } },
    handle: async ({ query }) => {
      const catalogue = askedCatalogue(query, catalogues);
      const items = receivers.map(each => {
        const {
          headers: _,
          schema: __,
          payload: ___,
          message: ____,
          messageDraft: _____,
          ...shown
        } = shownOf(each, catalogue);
        return asJson<ShownReceiver>(shown);
      });
      return { status: 200, body: { items } };
    },
  });

const getReceiver = ({ receivers, catalogues }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/receivers/{id}',
    operationId: 'getReceiver',
    summary: 'Read a receiver: what it accepts, with a message for events of the catalogue',
    role: 'viewer',
    about: 'nobody',
    params: v.object({ id: v.pipe(v.string(), v.description('The id of a receiver.')) }),
    answers: { 200: { description: 'The receiver.', schema: wholeReceiverSchema } },
    query: draftQuery,
    problems: { 404: 'There is no receiver with this id.' },
    handle: async ({ params: { id }, query }) => {
      const catalogue = askedCatalogue(query, catalogues);
      const receiver = receivers.find(each => each.id === id);
      if (!receiver) throw new Problem(404, 'unknown-receiver', 'No receiver with this id.');
      const events = askedEvents(query, catalogue);
      return { status: 200, body: asJson<WholeReceiver>(shownOf(receiver, catalogue, events)) };
    },
  });

function askedCatalogue(
  { catalogue: name }: { readonly catalogue?: string | undefined },
  catalogues: Catalogues,
) {
  const found = catalogues.find(name);
  if (!found) throw invalidRequest('query', [unknownCatalogue(catalogues)]);
  return found;
}

/** In the order of the catalogue, so that the same events get the same message. */
function askedEvents(
  { events }: { readonly events?: string | undefined },
  catalogue: ServedCatalogue,
): readonly string[] {
  if (events === undefined) return catalogue.names;
  const asked = events.split(',');
  const message = explainUnknownEvent(asked, catalogue);
  if (message !== undefined)
    throw invalidRequest('query', [{ field: 'events', code: 'unknown-event', message }]);
  return catalogue.names.filter(name => asked.includes(name));
}

/** A receiver with the address and the message for these events, which functions make. */
function shownOf(receiver: GivenReceiver, catalogue: ServedCatalogue, events = catalogue.names): ShownFacts {
  const { url: _, payload: __, category = 'generic', ...others } = receiver;
  const facts = { ...others, category };
  if (!isWhole(receiver)) return facts;
  const { receiver: ___, ...draft } = draftWebhook(receiver, catalogue, events);
  const { messages } = draftMessage(receiver, catalogue) ?? {};
  const messageDraft = messages && { messages };
  return { ...facts, ...draft, ...(messageDraft && { messageDraft }) };
}

type ShownFacts = Omit<GivenReceiver, 'url' | 'payload'> & {
  readonly category: ReceiverCategory;
  readonly url?: string;
  readonly payload?: string;
  readonly messageDraft?: Pick<MessageDraft, 'messages'>;
};

function isWhole(receiver: GivenReceiver): receiver is Receiver {
  return receiver.url !== undefined;
}

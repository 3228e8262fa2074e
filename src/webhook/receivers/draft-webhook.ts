import { youCanUse } from '../../diagnostics/catalogue/list.ts';
import type { WebhookHeader } from '../config/settings.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import type { Receiver } from './receiver.ts';

/** The settings of a configuration that its receiver decides. */
export interface WebhookDraft {
  readonly receiver: string;
  readonly method: WebhookRequest['method'];
  readonly url: string;
  readonly headers?: readonly WebhookHeader[];
  readonly contentType?: string;
  readonly payload?: string;
}

/**
 * A webhook to begin with, which reports events of a catalogue to a receiver: all of them unless it is told their names. What each user has to fill in is
 * written in capitals: `YOUR_TOKEN`.
 *
 * @throws {TypeError} for a name that the catalogue does not have.
 */
export function draftWebhook(
  receiver: Receiver,
  catalogue: AnyCatalogue,
  names: readonly string[] = catalogue.names,
): WebhookDraft {
  const unknown = explainUnknownEvent(names, catalogue);
  if (unknown !== undefined) throw new TypeError(unknown);
  const reported = { names, events: catalogue.events };
  const { id, method, url, headers, contentType, payload } = receiver;
  return {
    receiver: id,
    method,
    url: typeof url === 'string' ? url : url(reported),
    ...(headers && { headers }),
    ...(contentType !== undefined && { contentType }),
    ...(payload && { payload: payload(reported) }),
  };
}

/** Explains the first name that the catalogue does not have; undefined if it has all of them. */
export function explainUnknownEvent(names: readonly string[], catalogue: AnyCatalogue): string | undefined {
  const unknown = names.find(name => !catalogue.names.includes(name));
  if (unknown === undefined) return undefined;
  return `There is no event \`${unknown}\` in the catalogue: ${youCanUse(catalogue.names)}`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { ResentBody, ShownEndpoint, ShownMessagePage } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { ApiError, apiErrorOf } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import type { Studio } from '../frame/screen.ts';
import { ask } from '../parts/acting.ts';
import { counted, formatFound } from '../parts/counts.ts';
import { ago, until } from '../parts/time.ts';
import { disablingOf, outcomeOf } from './message-words.ts';

/** `Team chat · chat.example.com`, or only the host if neither its webhook nor a program has named it. */
export function endpointName({ name, givenName, origin }: ShownEndpoint): string {
  const host = URL.parse(origin)?.host ?? origin;
  const called = name ?? givenName;
  return called === undefined ? host : `${called} · ${host}`;
}

/**
 * Why it is disabled, or how it fails: `The receiver answered with 503: the receiver is not ready. 40 failures, the first 3 h ago; the next
 * attempt is in 5 min; it will be disabled in 21 h if nothing gets through`.
 */
export function endpointStory(endpoint: ShownEndpoint, now: number): TemplateResult | typeof nothing {
  const { failures, failingSince, disabledAt, disablesAt, nextAttemptAt } = endpoint;
  const counts = html`${counted(failures, 'failure')}, the first ${ago(failingSince, now)}`;
  const hasFailed = failures > 0 && failingSince !== undefined;
  if (disabledAt !== undefined) {
    const before = hasFailed ? html` Before: ${lastFailureOf(endpoint)} ${counts}.` : nothing;
    return html`${disablingStory(endpoint, now)}${before}`;
  }
  if (!hasFailed) return nothing;
  const next =
    nextAttemptAt === undefined ? nothing : html`; the next attempt is ${until(nextAttemptAt, now)}`;
  return html`${lastFailureOf(endpoint)} ${counts}${next}; it will be disabled ${ago(disablesAt, now)} if nothing gets through.`;
}

/** Whether a message waits for its next attempt there; else what failed can be resent. */
export function isWaitedFor({ nextAttemptAt }: ShownEndpoint): boolean {
  return nextAttemptAt !== undefined;
}

/** The word of the button that asks to send again what an endpoint that fails has not got. */
export function sendAgainWord(endpoint: ShownEndpoint): string {
  return isWaitedFor(endpoint) ? 'Retry now …' : 'Resend …';
}

/** `Disabled 3 min ago by ada: moves to a new host.` */
export function disablingStory(endpoint: ShownEndpoint, now: number): TemplateResult {
  const { disabledAt, disabledBecause, disabledBy } = endpoint;
  const by = disabledBecause === 'asked' ? ` by ${disabledBy ?? 'somebody'}` : '';
  const why = disablingOf(endpoint);
  const advice = disabledBecause === 'gone' ? adviceOf(endpoint) : nothing;
  return html`Disabled ${ago(disabledAt, now)}${by}${why === undefined ? '' : `: ${why}`}.${advice}`;
}

/** Leads to the webhook that should be checked, if one still sends to the address. */
function adviceOf({ webhook, profile, former }: ShownEndpoint): TemplateResult | typeof nothing {
  if (webhook === undefined || profile === undefined || former) return nothing;
  const path = pathOf('profiles', profile, 'webhooks', webhook);
  return html` The address may no longer exist: <a href=${path}>check the webhook</a> before you enable it.`;
}

function lastFailureOf({ lastFailure }: ShownEndpoint): unknown {
  return lastFailure === undefined ? nothing : codeIn(outcomeOf(lastFailure));
}

/** More than so many are spread over time when their endpoint is enabled. */
const atOnce = 100;
/** How many leave each second at first: a receiver that was down for hours should not be overrun by what it missed. */
export const usualPerSecond = 10;
export const always = '1970-01-01T00:00:00Z';

/**
 * Asks, once it knows how many have failed, whether to enable an endpoint and resend those; resolves to their number, or to
 * undefined if nobody wants to.
 */
export async function enableAndResend({ api }: Studio, endpoint: ShownEndpoint): Promise<number | undefined> {
  const filter = { endpoint: endpoint.id, state: 'given-up' };
  const query = { ...filter, count: 'true', limit: 1 };
  const { count = 0 } = await api.get<ShownMessagePage>('api/messages', { query });
  const rate = count > atOnce ? { perSecond: usualPerSecond } : {};
  const isSure = await ask({
    title: `Enable ${endpointName(endpoint)}?`,
    text:
      count === 0
        ? 'No message to it has failed.'
        : `${formatFound(count)} ${count === 1 ? 'message' : 'messages'} to it failed, and ${count === 1 ? 'is' : 'are'} sent again${count > atOnce ? `, ${usualPerSecond} a second` : ''}.`,
    action: count === 0 ? 'Enable' : `Enable and resend ${formatFound(count)}`,
    look: 'primary',
  });
  if (!isSure) return undefined;
  await api.send('POST', `${pathOf('api', 'endpoints', endpoint.id)}/enable`);
  const body = { ...filter, since: always, ...rate };
  try {
    return (await api.send<ResentBody>('POST', 'api/messages/resend', { body })).body.resent;
  } catch (error) {
    const { code, message } = apiErrorOf(error);
    const half = `${endpointName(endpoint)} is enabled, but what had failed was not sent again: use Resend … on Messages. ${message}`;
    throw new ApiError(code, 0, half);
  }
}

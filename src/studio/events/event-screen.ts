import { css, html, nothing, type TemplateResult } from 'lit';
import { RotateCcw } from 'lucide-static';
import type { EventDetails, ShownMessageDetails, ShownWebhook } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { apiErrorOf } from '../api/api.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { may, reasonAgainst, Screen, type Studio } from '../frame/screen.ts';
import { messageBadge } from '../messages/message-states.ts';
import { headingOf } from '../messages/message-words.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { counted } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel, profileWord } from '../parts/profile-label.ts';
import { ago } from '../parts/time.ts';
import { webhooksOf } from '../webhooks/webhooks-of.ts';
import { eventBadge, eventOrigin } from './event-list.ts';

interface Found {
  readonly event: EventDetails;
  /** Those about it that are still there. */
  readonly messages: readonly ShownMessageDetails[];
  /** The webhooks of its profile that report events of its catalogue; for editors. */
  readonly webhooks: readonly ShownWebhook[];
}

/** More messages of one event are only counted. */
const maxMessages = 20;

/** One event: its facts, and what became of it. */
export class EventScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  readonly #acting = new Acting(this);

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind, data }) =>
        (kind === 'event' && data.id === this.param('id')) ||
        (kind === 'message' && this.#found.value?.event.messages?.includes(data.id) === true),
      refresh: () => this.#found.reload(),
    });
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const event = this.#found.value?.event;
    const { source } = event ?? {};
    return html`<p class="crumbs">
        <a href="events">Events</a>${source === undefined ? nothing : html` / <a href=${pathOf('sources', source)}>${source}</a>`}
      </p>
      <h1 tabindex="-1">${event ? (event.event ?? 'No event') : 'Event'}</h1>
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  get #path(): string {
    return pathOf('api', 'events', this.param('id'));
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const event = await findEvent(this.studio, this.param('id'), signal);
    const messages = await Promise.all(
      (event.messages ?? [])
        .slice(0, maxMessages)
        .map(id => api.get<ShownMessageDetails>(pathOf('api', 'messages', id), { signal }).catch(unlessGone)),
    );
    const { profile, catalogue, facts } = event;
    const webhooks = facts ? await webhooksOf(profile, { api, signal }) : [];
    return {
      event,
      messages: messages.filter(message => message !== undefined),
      webhooks: webhooks.filter(webhook => webhook.catalogue === catalogue),
    };
  }

  #show(found: Found): TemplateResult {
    const { event, messages } = found;
    const { messages: ids = [] } = event;
    const { problem } = this.#acting;
    const more = ids.length - messages.length;
    return html`<section class="panel" aria-label="Event">
        <div class="heading">
          <span class="large">${eventBadge(event)}</span>
          <div class="buttons">${sampleLinks(found)} ${this.#replayButton(event)}</div>
        </div>
        ${refusal(problem)}
        ${event.problem === undefined ? nothing : html`<p class="notice warning"><span>${codeIn(event.problem)}</span></p>`}
        ${event.waitsFor === undefined ? nothing : html`<p class="notice warning"><span>${whyItWaits[event.waitsFor]}</span></p>`}
        ${factsOf(event)}
      </section>
      <section aria-labelledby="messages">
        <h2 id="messages">Messages</h2>
        ${ids.length === 0 ? html`<p class="quiet">${whyNone(event)}</p>` : nothing}
        ${messages.length === 0 ? nothing : html`<ul class="cards">${messages.map(messageCard)}</ul>`}
        ${more > 0 ? html`<p class="quiet">${counted(more, 'more message', 'more messages')}, or no longer there.</p>` : nothing}
      </section>
      ${contentOf(event, this.studio)}`;
  }

  #replayButton({ process }: EventDetails): TemplateResult {
    return actionButton({
      word: 'Replay',
      svg: RotateCcw,
      reason:
        process === undefined
          ? reasonAgainst(this.studio, 'operator')
          : 'A process raises its events only once.',
      isBusy: this.#acting.doing !== undefined,
      act: () => void this.#replay(),
    });
  }

  async #replay(): Promise<void> {
    const isSure = await ask({
      title: 'Replay this event?',
      text: `It counts once more, as if it had just been reported: the webhooks that its ${profileWord()} has now are notified.`,
      action: 'Replay',
    });
    if (!isSure) return;
    await this.#acting.act('replay', async () => {
      const { body } = await this.studio.api.send<{ readonly id: string }>('POST', `${this.#path}/replay`);
      this.studio.announce('It is replayed. This is the new event.');
      await this.studio.router.go(pathOf('events', body.id));
    });
  }
}

/** With its content, if the user may see it and a key still opens it. */
async function findEvent(studio: Studio, id: string, signal?: AbortSignal): Promise<EventDetails> {
  const path = pathOf('api', 'events', id);
  const call = signal ? { signal } : {};
  if (may(studio, 'editor')) {
    try {
      return await studio.api.get<EventDetails>(path, { query: { include: 'content' }, ...call });
    } catch (error) {
      if (apiErrorOf(error).status !== 409) throw error;
    }
  }
  return studio.api.get<EventDetails>(path, call);
}

function unlessGone(error: unknown): undefined {
  if (apiErrorOf(error).status !== 404) throw error;
}

const whyItWaits: Readonly<Record<NonNullable<EventDetails['waitsFor']>, string>> = {
  'unknown-event':
    'No process that has looked at it knows this event and its facts. It is tried again: a newer version of the application may know it.',
  'wrong-key': 'No process that has looked at it has the encryption key of its facts. It is tried again.',
  failed: 'The messages about it could not be stored. That is tried again.',
};

function whyNone({ event, messages, waitsFor }: EventDetails): string {
  if (event === undefined) return 'No one was notified: no event was made of it.';
  if (waitsFor !== undefined) return 'No messages about it could be made yet.';
  if (messages === undefined) return 'The messages about it are being made.';
  return `No webhook of the ${profileWord()} reports this event.`;
}

/** Leads to the preview of a webhook that reports such events. */
function sampleLinks({
  event: { id, profile, catalogue, facts },
  webhooks,
}: Found): TemplateResult | typeof nothing {
  if (!facts) return nothing;
  const to = (webhook: string): string =>
    withQuery(pathOf('profiles', profile, 'webhooks', webhook), { sample: id });
  const add = withQuery(pathOf('profiles', profile, 'add'), { sample: id, catalogue });
  const [first, ...others] = webhooks;
  if (!first) return html`<a class="button" href=${add}>Add a webhook with it as sample</a>`;
  if (others.length === 0) return html`<a class="button" href=${to(first.id)}>Use as sample</a>`;
  return html`<button type="button" class="button" popovertarget="sample-of">Use as sample …</button>
    <div id="sample-of" popover class="menu choices">
      <p class="quiet">In the preview of</p>
      ${webhooks.map(webhook => html`<a href=${to(webhook.id)}>${webhook.name ?? webhook.host}</a>`)}
    </div>`;
}

function factsOf(stored: EventDetails): TemplateResult {
  const { id, profile, catalogue, event, process, storedAt, reportedBy, replayOf } = stored;
  return html`<dl class="facts">
    <dt>Source</dt>
    <dd>${eventOrigin(stored)}</dd>
    <dt>${profileLabel()}</dt>
    <dd><a href=${pathOf('profiles', profile)}>${profile}</a></dd>
    ${event === undefined ? nothing : html`<dt>Event</dt><dd><code>${event}</code>${catalogue === undefined ? nothing : ` of ${catalogue}`}</dd>`}
    <dt>Stored</dt>
    <dd>${ago(storedAt, Date.now())}${reportedBy === undefined ? nothing : ` for ${reportedBy}`}</dd>
    ${process === undefined ? nothing : html`<dt>Process</dt><dd><a href=${pathOf('processes', process)}><code>${process}</code></a></dd>`}
    ${replayOf === undefined ? nothing : html`<dt>Replay of</dt><dd><a href=${pathOf('events', replayOf)}><code>${replayOf}</code></a></dd>`}
    <dt>Id</dt>
    <dd class="line"><code>${id}</code> <copy-button .text=${id} label="Copy the id"></copy-button></dd>
  </dl>`;
}

function messageCard(message: ShownMessageDetails): TemplateResult {
  const { id, method, host } = message;
  return html`<li>
    <div>
      <a href=${pathOf('messages', id)}><strong>${headingOf(message)}</strong></a>
      <span class="under">${method} ${host}</span>
    </div>
    ${messageBadge(message, Date.now())}
  </li>`;
}

/** Its facts, and what they were read from if a source sent it. */
function contentOf({ facts, content }: EventDetails, studio: Studio): TemplateResult {
  const why = may(studio, 'editor')
    ? 'It is not kept any more, or no encryption key opens it.'
    : 'It may hold secrets: it is shown to editors.';
  return html`<div class="columns">
    ${
      facts
        ? html`<section class="panel" aria-labelledby="read">
            <h2 id="read">Facts</h2>
            <pre class="text" tabindex="0">${JSON.stringify(facts, null, 2)}</pre>
          </section>`
        : nothing
    }
    ${
      facts && !isSent(content)
        ? nothing
        : html`<section class="panel" aria-labelledby="content">
            <h2 id="content">${content === undefined ? 'Content' : 'What was sent'}</h2>
            ${content === undefined ? html`<p class="quiet">${why}</p>` : html`<pre class="text" tabindex="0">${textOf(content)}</pre>`}
          </section>`
    }
  </div>`;
}

function isSent(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'headers' in content;
}

/** Headers and body of what a source sent, as text; of other events the facts. */
function textOf(content: unknown): string {
  if (typeof content !== 'object' || content === null || !('headers' in content))
    return JSON.stringify(content, null, 2);
  const { headers, body, text } = content as {
    readonly headers: object;
    readonly body?: unknown;
    readonly text?: string;
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = text ?? (body === undefined ? 'The body is not text.' : JSON.stringify(body, null, 2));
  return [...lines, '', shown].join('\n').trim();
}

export const eventStyles = css`
  .choices a {
    overflow-wrap: anywhere;
  }
`;

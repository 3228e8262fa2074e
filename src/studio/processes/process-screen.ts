import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { CircleStop, Play } from 'lucide-static';
import type { ProcessDetails, ProcessState, ShownMessage } from '../../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { KeptFocus, reasonAgainst, Screen, type Studio } from '../frame/screen.ts';
import { messageBadge } from '../messages/message-states.ts';
import { headingOf, isGivenUp, isRetried } from '../messages/message-words.ts';
import { Acting, actionButton, actionLink, ask, refusal } from '../parts/acting.ts';
import { formatCount } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { processBadge, processBadges } from '../parts/states.ts';
import { agoAt } from '../parts/time.ts';
import { formatElapsed, newRun, shortPid } from './process-list.ts';

/** One process: its progress, its events, and a button to stop it or to run its flow again. */
export class ProcessScreen extends Screen {
  /** The name of its flow, once that is known. */
  #flow: string | undefined;

  protected override render(): TemplateResult {
    const pid = this.param('pid');
    const onFound = ({ detail: { projectId, taskId } }: CustomEvent<ProcessDetails>): void => {
      const flow = `${projectId} / ${taskId}`;
      if (flow === this.#flow) return;
      this.#flow = flow;
      this.requestUpdate();
    };
    // One text: a second one beside it would be seen to move.
    const heading =
      this.#flow === undefined ? `Process ${shortPid(pid)}` : `${this.#flow} · ${shortPid(pid)}`;
    return html`<p class="crumbs"><a href="processes">Processes</a></p>
      <h1 tabindex="-1">${heading}</h1>
      <process-view .studio=${this.studio} .pid=${pid} @found=${onFound}></process-view>`;
  }
}

/** `<process-view>`: a process, live from its start to its end. Event: `found`, with its details. */
export class ProcessView extends LitElement {
  static override readonly properties = { studio: { attribute: false }, pid: { attribute: false } };

  declare studio: Studio;
  declare pid: string;
  readonly #process = new Loaded(this, async signal => {
    const found = await this.studio.api.get<ProcessDetails>(pathOf('api', 'processes', this.pid), { signal });
    this.#tell(found.status);
    this.dispatchEvent(new CustomEvent('found', { detail: found }));
    return found;
  });
  readonly #acting = new Acting(this);
  readonly #following = new Following(this, {
    concerns: change => this.#concerns(change),
    refresh: () => this.#process.reload(),
  });
  #told: ProcessState | undefined;

  constructor() {
    super();
    new Ticking(this, 1000);
    // The button to interrupt disappears when the process ends.
    new KeptFocus(this, () => this.querySelector('section'));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('pid')) void this.#process.restart();
  }

  protected override render(): TemplateResult {
    return loaded(this.#process, process => this.#show(process));
  }

  #show(process: ProcessDetails): TemplateResult {
    const { status, error, recordsProcessed, errorCount, projectId, taskId, profile } = process;
    const now = Date.now();
    const isOver = process.endedAt !== null;
    return html`<section class="panel" aria-label="Process" tabindex="-1">
        <div class="heading">
          <span class="large">${processBadge(status)}</span>
          ${isOver ? runAgain(process) : this.#interruptButton(process)}
        </div>
        ${status === 'running' ? html`<progress aria-label="Progress: ${formatCount(recordsProcessed)} records"></progress>` : nothing}
        ${error === undefined ? nothing : html`<p class="notice ${processBadges[status].tone}">${error}</p>`}
        ${refusal(this.#acting.problem)}
        <dl class="facts">
          <dt>Flow</dt>
          <dd><a href=${pathOf('flows', projectId, taskId)}>${projectId} / ${taskId}</a></dd>
          ${profile === undefined ? nothing : html`<dt>${profileLabel()}</dt><dd><a href=${pathOf('profiles', profile)}>${profile}</a></dd>`}
          <dt>Records processed</dt>
          <dd>${formatCount(recordsProcessed)}</dd>
          <dt>Objects with errors</dt>
          <dd>${formatCount(errorCount)}</dd>
          <dt>Started</dt>
          <dd>${process.startedAt === null ? 'Not yet' : agoAt(process.startedAt, now)}</dd>
          ${process.endedAt === null ? nothing : html`<dt>Ended</dt><dd>${agoAt(process.endedAt, now)}</dd>`}
          <dt>Duration</dt>
          <dd>${formatElapsed(process, now)}</dd>
          <dt>Process id</dt>
          <dd class="line"><code>${process.pid}</code> <copy-button .text=${process.pid} label="Copy the process id"></copy-button></dd>
        </dl>
        ${isOver && profile !== undefined ? html`<p class="hint">The body that it ran with is not kept, because it may hold secrets: <em>Run again …</em> offers the sample body of the flow.</p>` : nothing}
      </section>
      ${eventLine(process, now)}`;
  }

  #interruptButton(process: ProcessDetails): TemplateResult {
    return actionButton({
      word: 'Interrupt',
      svg: CircleStop,
      look: 'danger',
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
      act: () => void this.#interrupt(process),
    });
  }

  async #interrupt({ pid, projectId, taskId }: ProcessDetails): Promise<void> {
    const isSure = await ask({
      title: 'Interrupt this process?',
      text: `${projectId} / ${taskId} will be told to stop. The work done so far is kept, and Errored is sent to the webhooks that report it.`,
      action: 'Interrupt',
      otherwise: 'Let it run',
    });
    if (!isSure) return;
    const { api } = this.studio;
    await this.#acting.act('interrupt', () => api.send('GET', pathOf('api', 'v2', 'interrupt', pid)));
    this.#following.soon();
  }

  #concerns(change: Change): boolean {
    const { value } = this.#process;
    if (!value) return false;
    if (change.kind === 'message') return change.data.profile === value.profile;
    if (change.kind !== 'process' || change.data.pid !== value.pid) return false;
    const { recordsProcessed, errorCount } = change.data;
    this.#process.value = { ...value, recordsProcessed, errorCount };
    this.requestUpdate();
    return change.data.status !== value.status;
  }

  /** Announces to screen readers how the process ended. */
  #tell(status: ProcessState): void {
    const isNews = this.#told !== undefined && this.#told !== status;
    this.#told = status;
    if (isNews) this.studio.announce(`The process is ${processBadges[status].word.toLowerCase()}.`);
  }
}

/** Leads to the flow with a new run opened; nowhere if the server has the flow no more. */
function runAgain({ projectId, taskId, profile }: ProcessDetails): TemplateResult | typeof nothing {
  if (profile === undefined) return nothing;
  const path = withQuery(pathOf('flows', projectId, taskId), { run: newRun });
  return actionLink({ word: 'Run again …', svg: Play, path });
}

/** Names the profile, which is not known where the flow is gone. */
function unreported(profile: string | undefined): TemplateResult {
  if (profile === undefined) return html`<p class="quiet">No webhook reports it.</p>`;
  return html`<p class="quiet">No webhook of <a href=${pathOf('profiles', profile)}>${profile}</a> reports it.</p>`;
}

/** The events of a process, in order, with their messages. */
function eventLine({ pid, profile, events }: ProcessDetails, now: number): TemplateResult {
  return html`<section class="events" aria-labelledby="events">
    <div class="heading">
      <h2 id="events">Events</h2>
      <a href=${withQuery('messages', { process: pid })}>See all its messages</a>
    </div>
    ${
      events.length === 0
        ? html`<p class="quiet">No events yet. Started comes first.</p>`
        : html`<ol class="event-line">
            ${events.map(
              ({ event, raisedAt, messages }) =>
                html`<li>
                  <h3>${event}</h3>
                  <p class="quiet">${agoAt(raisedAt, now)}</p>
                  ${messages.length === 0 ? unreported(profile) : messageList(messages, now)}
                </li>`,
            )}
          </ol>`
    }
  </section>`;
}

function messageList(messages: readonly ShownMessage[], now: number): TemplateResult {
  return html`<ul>
    ${messages.map(message => {
      const { id, host, name = host } = message;
      const next = whatNext(message);
      return html`<li>
        ${messageBadge(message, now)}
        <a href=${pathOf('messages', id)}>${name}</a>
        ${name === host ? nothing : html`<span class="quiet">${host}</span>`}
        ${next === undefined ? nothing : html`<a class="next" href=${pathOf('messages', id)} aria-label="${next}: ${headingOf(message)}">${next}</a>`}
      </li>`;
    })}
  </ul>`;
}

/** What its page is for; undefined where nothing failed. */
function whatNext(message: ShownMessage): string | undefined {
  if (isGivenUp(message)) return 'See why, and resend';
  return isRetried(message) ? 'See why' : undefined;
}

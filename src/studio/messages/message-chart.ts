import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ShownMessagePage, Stats } from '../../api/answers.ts';
import type { Studio } from '../frame/screen.ts';
import { formatCount, formatFound } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { failureNotice, Loaded } from '../parts/loaded.ts';
import { clockTime, clockZone, until } from '../parts/time.ts';
import { type MessageListFilter, withoutTimes } from './message-filter.ts';
import type { Plot } from './plot.ts';

/**
 * `<message-chart>`: messages that match a filter, but for state and time, and were delivered or given up in the last 24
 * hours, by the hour, as a chart and as a table.
 */
export class MessageChart extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    filter: { attribute: false },
    retrying: { attribute: false },
    waiting: { attribute: false },
  };

  declare studio: Studio;
  declare filter: MessageListFilter;
  /** How many of them are retried at present, and when; once it is known. */
  declare retrying: ShownMessagePage | undefined;
  /** How many of them wait for their first attempt. */
  declare waiting: ShownMessagePage | undefined;
  readonly #stats = new Loaded(this, signal => {
    const query = { ...withoutTimes(this.filter), since: firstHour(Date.now()) };
    return this.studio.api.get<Stats>('api/stats', { query, signal });
  });
  #plot: Plot | undefined;
  /** If the browser cannot draw the chart, everybody sees the table. */
  #canDraw = true;

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#stats.reload(),
      restMs: 3000,
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('filter')) return;
    const before = changed.get('filter') as MessageListFilter | undefined;
    const textOf = (filter: MessageListFilter): string => JSON.stringify(withoutTimes(filter));
    if (!before || textOf(before) !== textOf(this.filter)) void this.#stats.reload();
  }

  /** Whether not all messages are counted. */
  get #isFiltered(): boolean {
    return Object.values(withoutTimes(this.filter)).some(value => value !== undefined);
  }

  protected override render(): TemplateResult {
    const { value, problem } = this.#stats;
    return html`<section class="panel chart" aria-labelledby="chart">
      <div class="heading">
        <h2 id="chart">The last 24 hours${this.#isFiltered ? ', filtered' : ''}</h2>
        ${value ? this.#legend(value) : nothing}
      </div>
      ${problem && !value ? failureNotice(problem, () => void this.#stats.reload()) : nothing}
      <div class="plot" aria-hidden="true" ?hidden=${!this.#canDraw}></div>
      ${value ? html`<div class=${this.#canDraw ? 'unseen' : ''}>${table(value)}</div>` : nothing}
    </section>`;
  }

  protected override updated(): void {
    this.#draw().catch(() => {
      if (this.#canDraw) this.requestUpdate();
      this.#canDraw = false;
    });
  }

  #legend(stats: Stats): TemplateResult {
    const { delivered, failed } = totals(stats);
    return html`<p class="legend">
      <span class="key delivered">${formatCount(delivered)} delivered</span>
      <span class="key failed">${formatCount(failed)} failed</span>
      ${this.#retried()} ${this.#waited()}
      <span class="quiet">Times in ${clockZone()}</span>
    </p>`;
  }

  /** `12 retrying, the next attempt is in 5 min` */
  #retried(): TemplateResult | typeof nothing {
    const { count = 0, nextAttemptAt } = this.retrying ?? {};
    if (count === 0) return nothing;
    const next = nextAttemptAt && html`, the next attempt is ${until(nextAttemptAt, Date.now())}`;
    return html`<span class="warning">${formatCount(count)} retrying${next}</span>`;
  }

  #waited(): TemplateResult | typeof nothing {
    const { count = 0 } = this.waiting ?? {};
    return count === 0 ? nothing : html`<span>${formatFound(count)} waiting</span>`;
  }

  /** The drawing script is loaded late: no other page needs it. */
  async #draw(): Promise<void> {
    const { value } = this.#stats;
    const place = this.querySelector<HTMLElement>('.plot');
    if (!value || !place) return;
    const { createPlot } = await import('./plot.ts');
    if (!this.isConnected) return;
    this.#plot ??= createPlot(place);
    this.#plot.show(value.buckets);
  }
}

/** Hours follow the reader's clock; the last one has not ended yet. */
function firstHour(now: number): string {
  return new Date(new Date(now).setMinutes(0, 0, 0) - 23 * 3_600_000).toISOString();
}

function totals({ buckets }: Stats): { readonly delivered: number; readonly failed: number } {
  const delivered = buckets.reduce((sum, { succeeded }) => sum + succeeded, 0);
  return { delivered, failed: buckets.reduce((sum, { failed }) => sum + failed, 0) };
}

/** The chart as a table, for people who cannot see it. */
function table({ buckets }: Stats): TemplateResult {
  const shown = buckets.filter(({ succeeded, failed }) => succeeded + failed > 0);
  return html`<table>
    <caption>Messages by the hour, of the last 24 hours, in ${clockZone()}</caption>
    <thead>
      <tr><th scope="col">Hour</th><th scope="col">Delivered</th><th scope="col">Failed</th></tr>
    </thead>
    <tbody>
      ${shown.map(
        ({ from, succeeded, failed }) =>
          html`<tr><th scope="row">${clockTime(new Date(from))}</th><td>${succeeded}</td><td>${failed}</td></tr>`,
      )}
    </tbody>
  </table>`;
}

export const chartStyles = css`
  .chart .plot {
    position: relative;
    height: 140px;
    overflow: hidden;
  }
  .plot > .reading {
    position: absolute;
    top: 0;
    padding: 0 8px;
    color: var(--hookplate-ground);
    background: var(--hookplate-text);
    border-radius: 6px;
    font-size: 13px;
    white-space: nowrap;
    pointer-events: none;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    font-size: 13px;
  }
  .key::before {
    display: inline-block;
    width: 12px;
    height: 12px;
    margin-inline-end: 8px;
    background: var(--hookplate-delivered);
    border-radius: 2px;
    vertical-align: -1px;
    content: '';
  }
  .key.failed::before {
    background: var(--hookplate-error);
  }
  .legend > .warning {
    color: var(--tone);
  }
  @media (width < 560px) {
    .chart .plot {
      height: 96px;
    }
    /* Keeps room for the figures, which come later. */
    .chart .heading {
      align-content: start;
      min-height: 76px;
    }
  }
  @media (forced-colors: active) {
    .plot,
    .key::before {
      forced-color-adjust: none;
    }
  }
`;

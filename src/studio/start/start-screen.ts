import { html, nothing, type TemplateResult } from 'lit';
import { CircleCheck } from 'lucide-static';
import { Screen } from '../frame/screen.ts';
import { Following } from '../parts/following.ts';
import { icon } from '../parts/icon.ts';
import { loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { Ticking } from '../parts/ticking.ts';
import { processTable } from '../processes/process-table.ts';
import { type NextStep, nextSteps } from './next-steps.ts';
import { type Overview, readOverview } from './overview.ts';

/** What there is to do, and what happens now. */
export class StartScreen extends Screen {
  readonly #overview = new Loaded(this, signal => readOverview(this.studio.api, Date.now(), signal));

  constructor() {
    super();
    new Ticking(this, 1000);
    new Following(this, { concerns: () => true, refresh: () => this.#overview.reload(), restMs: 2000 });
  }

  protected override firstUpdated(): void {
    void this.#overview.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Overview</h1>
      ${loaded(this.#overview, overview => show(overview))}`;
  }
}

function show(overview: Overview): TemplateResult {
  const { running } = overview;
  const ended = overview.processes.filter(({ endedAt }) => endedAt !== null);
  const steps = nextSteps(overview);
  const table = { flows: 'shown' } as const;
  return html`<section aria-labelledby="to-do">
      <h2 id="to-do">To do</h2>
      ${steps.length === 0 ? allIsWell() : html`<ul class="cards">${steps.map(card)}</ul>`}
    </section>
    ${running.length === 0 ? nothing : html`<section aria-labelledby="now"><h2 id="now">Now</h2>${processTable(running, table)}</section>`}
    ${
      ended.length === 0
        ? nothing
        : html`<section aria-labelledby="latest">
            <h2 id="latest">Latest processes</h2>
            ${processTable(ended, table)}
            <p><a href="processes">All processes</a></p>
          </section>`
    }`;
}

function allIsWell(): TemplateResult {
  return html`<div class="notice good">
    ${icon(CircleCheck)}
    <p>Nothing: all endpoints are well, and in the last day no delivery failed and no process ended in error.</p>
  </div>`;
}

function card({ tone, svg, title, why, path, word }: NextStep): TemplateResult {
  return html`<li class=${tone}>
    ${icon(svg)}
    <div class="grow"><strong>${title}</strong><span class="under">${why}</span></div>
    <a class="button small" href=${path}>${word}</a>
  </li>`;
}

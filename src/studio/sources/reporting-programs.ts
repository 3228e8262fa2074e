import { html, type TemplateResult } from 'lit';
import type { CatalogueBody } from '../../api/answers.ts';
import { createEventList, lastEvents } from '../events/event-list.ts';
import { Screen } from '../frame/screen.ts';

type ReportedEvent = Pick<CatalogueBody['events'][number], 'name' | 'sample'>;

/** `<reporting-programs>`: how programs report events without a source, and what they have reported. */
export class ReportingPrograms extends Screen {
  static override readonly properties = { ...Screen.properties, event: { attribute: false } };

  /** One of the default catalogue, which may be empty. */
  declare event: ReportedEvent | undefined;
  readonly #list = createEventList(this, () => ({ source: '' }));

  protected override firstUpdated(): void {
    void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`${howTo(this.event ?? { name: 'Started', sample: {} })}
      ${lastEvents(this.#list)}`;
  }
}

/** How a program reports an event. */
function howTo({ name, sample }: ReportedEvent): TemplateResult {
  const { event: _event, date: _date, ...rest } = sample;
  const profile = 'PROFILE';
  // The name of the profile is one of the facts of a process.
  const facts = 'profile' in rest ? { ...rest, profile } : rest;
  const address = new URL('api/v2/events', document.baseURI).href;
  const body = JSON.stringify({ id: 'ID', event: name, profile, facts }, null, 2);
  // Lines of a template would lose their indentation in the build.
  const command = [
    `curl ${address} \\`,
    "  -H 'Authorization: Bearer TOKEN' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
  return html`<section class="panel" aria-labelledby="add">
    <div class="heading">
      <h2 id="add" tabindex="-1">CloudEvents or JSON</h2>
      <a class="button" href="sources">Close</a>
    </div>
    <p>A program of your own needs no source: it reports events with <code>POST /api/v2/events</code>, as CloudEvents 1.0 or plainly as JSON. Make an <a href="tokens">API token</a> with the role <strong>reporter</strong> for it, which may do this and nothing else.</p>
    <div class="snippet">
      <pre class="text" tabindex="0">${command}</pre>
      <copy-button .text=${command} shown="Copy" label="Copy the command"></copy-button>
    </div>
    <p class="hint">An event is accepted once with the same <code>id</code>, so that the program may send it again. All events are listed under <a href="events">Events</a>.</p>
  </section>`;
}

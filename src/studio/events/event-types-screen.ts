import { css, html, nothing, type TemplateResult } from 'lit';
import type { CatalogueBody } from '../../api/answers.ts';
import { withAsked } from '../frame/router.ts';
import { Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { field } from '../parts/form.ts';
import { Loaded, loaded } from '../parts/loaded.ts';

type EventType = CatalogueBody['events'][number];

/** The events that webhooks may report, with a sample and the schema of each. */
export class EventTypesScreen extends Screen {
  readonly #catalogue = new Loaded(this, signal =>
    this.studio.api.get<CatalogueBody>('api/catalogue', { signal }),
  );

  protected override firstUpdated(): void {
    void this.#catalogue.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Event types</h1>
      <p class="lead">What a webhook can tell you about, and what each message knows of it.</p>
      ${loaded(this.#catalogue, found => this.#show(found))}`;
  }

  #show({ events, catalogues }: CatalogueBody): TemplateResult {
    const name = this.asked('catalogue');
    const chosen = catalogues.find(each => each.name === name)?.events ?? events;
    const names = [['', 'Default'] as const, ...catalogues.map(each => [each.name, each.name] as const)];
    return html`${
      catalogues.length === 0
        ? nothing
        : html`<div class="filters">
              ${field({
                label: 'Catalogue',
                choices: names,
                value: name ?? '',
                change: catalogue => this.studio.router.replace(withAsked(this.address, { catalogue })),
              })}
            </div>`
    }
      ${chosen.map(eventType)}`;
  }
}

function eventType({ name, title, description, sample, schema }: EventType): TemplateResult {
  return html`<section class="panel event-type" aria-label=${title}>
    <h2>${title}</h2>
    <p><code>${name}</code>${description === undefined ? nothing : html` · ${description}`}</p>
    <details>
      <summary>Sample</summary>
      ${json(sample, `A sample of ${title}`)}
    </details>
    <details>
      <summary>JSON Schema</summary>
      ${json(schema, `The JSON Schema of ${title}`)}
    </details>
  </section>`;
}

function json(value: object, label: string): TemplateResult {
  const text = JSON.stringify(value, undefined, 2);
  return html`<pre tabindex="0" aria-label=${label}><code>${text}</code></pre>
    <copy-button .text=${text} shown="Copy" label="Copy: ${label}"></copy-button>`;
}

adoptStyles(css`
  .event-type {
    display: grid;
    gap: 8px;
    margin-bottom: 16px;
  }
  .event-type pre {
    overflow: auto;
    max-height: 360px;
  }
`);

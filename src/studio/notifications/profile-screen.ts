import { html, type TemplateResult } from 'lit';
import type { Page, Webhook } from '../api/answers.ts';
import { Screen } from '../frame/screen.ts';
import { empty, loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';

/** The webhooks of a profile. */
export class ProfileScreen extends Screen {
  readonly #webhooks = new Loaded(this, signal =>
    this.studio.api.get<Page<Webhook>>('api/webhooks', {
      query: { profile: this.param('profile') },
      signal,
    }),
  );

  protected override firstUpdated(): void {
    void this.#webhooks.reload();
  }

  protected override render(): TemplateResult {
    return html`<p class="crumbs"><a href="profiles">Notifications</a></p>
      <h1 tabindex="-1">${this.param('profile')}</h1>
      ${loaded(this.#webhooks, ({ items }) =>
        items.length === 0
          ? empty('This profile has no webhooks yet', 'Nobody is told of its processes.')
          : html`<ul class="cards">
              ${items.map(({ id, method, host, events }) => html`<li>${id} ${method} ${host} ${events.join(', ')}</li>`)}
            </ul>`,
      )}`;
  }
}

customElements.define('profile-screen', ProfileScreen);

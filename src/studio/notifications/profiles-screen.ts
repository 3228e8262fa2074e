import { html, type TemplateResult } from 'lit';
import type { Items, Profile } from '../../api/answers.ts';
import { pathOf } from '../frame/router.ts';
import { Screen } from '../frame/screen.ts';
import { counted } from '../parts/counts.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';

/** All profiles, with their numbers of webhooks. */
export class ProfilesScreen extends Screen {
  readonly #profiles = new Loaded(this, signal =>
    this.studio.api.get<Items<Profile>>('api/profiles', { signal }),
  );

  protected override firstUpdated(): void {
    void this.#profiles.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Notifications</h1>
      <p class="lead">Each profile has its own webhooks, which are told when its processes start, complete or fail, and what <a href="sources">sources</a> report for it.</p>
      ${loaded(this.#profiles, ({ items }) => (items.length === 0 ? noProfiles() : profileList(items)))}`;
  }
}

function noProfiles(): TemplateResult {
  return empty(
    'There is no profile yet',
    'A profile comes with the tasks of the configuration: each task names one.',
  );
}

function profileList(items: readonly Profile[]): TemplateResult {
  return html`<ul class="cards">
    ${items.map(
      ({ name, webhooks }) =>
        html`<li>
          <a href=${pathOf('profiles', name)}>${name}</a>
          <span class="quiet">${webhooks === 0 ? 'No webhooks yet' : counted(webhooks, 'webhook')}</span>
        </li>`,
    )}
  </ul>`;
}

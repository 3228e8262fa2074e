import { html, type TemplateResult } from 'lit';
import { Plus } from 'lucide-static';
import type { OutcomesAnswer, Profile } from '../../api/answers.ts';
import { pathOf } from '../frame/router.ts';
import { may, Screen, seesAll } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { actionLink } from '../parts/acting.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { type Column, dataTable } from '../parts/data-table.ts';
import { Following } from '../parts/following.ts';
import { field } from '../parts/form.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel, profilesLabel, profilesWord, profileWord } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';
import { healthOfProfile, healthStyles, lastDay, together } from './health.ts';

interface Found {
  readonly profiles: readonly Profile[];
  readonly outcomes: OutcomesAnswer;
}

/** All profiles: how many webhooks each has, and how they fare. */
export class ProfilesScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  #searched = '';

  constructor() {
    super();
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#found.reload(),
      restMs: 10_000,
    });
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Webhooks</h1>
      <p class="lead">${seesAll(this.studio) ? ofAll() : `Each ${profileWord()} has webhooks of its own.`} Open one to see its webhooks, or to add another.</p>
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const [{ items }, outcomes] = await Promise.all([
      api.get<{ readonly items: readonly Profile[] }>('api/profiles', { signal }),
      api.get<OutcomesAnswer>('api/outcomes', { signal }),
    ]);
    return { profiles: items, outcomes };
  }

  #show({ profiles, outcomes }: Found): TemplateResult {
    const wanted = this.#searched.trim().toLowerCase();
    const shown = profiles.filter(({ name }) => name.toLowerCase().includes(wanted));
    const count = counted(profiles.length, profileWord(), profilesWord());
    return html`<form class="filters" role="search" @submit=${(event: Event) => this.#submit(event, shown)}>
        ${field({
          label: 'Search',
          kind: 'search',
          attributes: { placeholder: `Name of the ${profileWord()}` },
          value: this.#searched,
          input: text => {
            this.#searched = text;
            this.requestUpdate();
          },
        })}
      </form>
      <p class="quiet" role="status">${shown.length === profiles.length ? count : `${shown.length} of ${count}`}</p>
      ${shown.length === 0 ? this.#unknown() : profileTable(shown, outcomes)}`;
  }

  #submit(event: Event, [first, ...others]: readonly Profile[]): void {
    event.preventDefault();
    if (first && others.length === 0) void this.studio.router.go(pathOf('profiles', first.name));
  }

  #unknown(): TemplateResult {
    const name = this.#searched.trim();
    if (name === '')
      return empty(
        `There is no ${profileWord()} yet`,
        'Each flow of the configuration brings one. Without flows, enter a name above to create one, such as Operations.',
      );
    return empty(
      `There is no ${profileWord()} ${name}`,
      'It comes into being with its first webhook.',
      may(this.studio, 'editor') && seesAll(this.studio)
        ? actionLink({ word: 'Create it', svg: Plus, path: pathOf('profiles', name, 'add') })
        : '',
    );
  }
}

const ofAll = (): TemplateResult =>
  html`Each ${profileWord()} has webhooks of its own, which are told when its processes start, complete or fail, and of what <a href="sources">sources</a> report.`;

interface Row {
  readonly profile: Profile;
  readonly outcomes: ReturnType<typeof together>;
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Health',
    look: 'state-cell',
    cell: ({ profile, outcomes }) => badge(healthOfProfile(profile, outcomes)),
  },
  {
    get title() {
      return profileLabel();
    },
    look: 'breaks',
    cell: ({ profile: { name } }) => html`<a class="row-link" href=${pathOf('profiles', name)}>${name}</a>`,
  },
  { title: 'Webhooks', look: 'number', cell: ({ profile }) => formatCount(profile.webhooks) },
  { title: 'Last 24 h', isNamed: true, cell: ({ outcomes }) => lastDay(outcomes) },
];

function profileTable(profiles: readonly Profile[], { items }: OutcomesAnswer): TemplateResult {
  const rows = profiles.map(profile => ({
    profile,
    outcomes: together(items.filter(item => item.profile === profile.name)),
  }));
  const idOf = ({ profile }: Row): string => profile.name;
  return dataTable(rows, { name: `${profilesLabel()}, by their names`, look: 'cards-below', columns, idOf });
}

adoptStyles(healthStyles);
customElements.define('profiles-screen', ProfilesScreen);

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Plus, TriangleAlert } from 'lucide-static';
import type { CatalogueBody, Items, NewShownSource, ShownSource, ShownWebhook } from '../../api/answers.ts';
import { sources as gallery } from '../../webhook/sources/index.ts';
import type { Source } from '../../webhook/sources/source.ts';
import { sourcesHeading } from '../events/events-screen.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { KeptFocus, may, reasonAgainst, Screen } from '../frame/screen.ts';
import { Acting, actionButton, refusal } from '../parts/acting.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { type Column, dataTable } from '../parts/data-table.ts';
import { Following, Ticking } from '../parts/following.ts';
import { byFormHint, type Field, form } from '../parts/form.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel, profilesWord, profileWord } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';
import { ago, agoOrNever } from '../parts/time.ts';
import { webhooksOf } from '../webhooks/webhooks-of.ts';
import { addressFor, findProfiles } from './address.ts';
import { isReportedBy } from './kinds.ts';
import { rememberMade } from './made-secret.ts';

/** What is chosen for programs that report events themselves. */
const api = 'events';

interface Found {
  readonly items: readonly ShownSource[];
  readonly profiles: readonly string[];
  /** Those of all profiles. */
  readonly webhooks: readonly ShownWebhook[];
}

/** The programs whose events arrive, and how to add one. */
export class SourcesScreen extends Screen {
  readonly #sources: Loaded<Found> = new Loaded(this, async signal => {
    const { api } = this.studio;
    const [{ items }, profiles, webhooks] = await Promise.all([
      api.get<Items<ShownSource>>('api/sources', { signal }),
      findProfiles(api, signal),
      // Sources may report many events a second, and there may be many webhooks.
      this.#sources.value?.webhooks ?? webhooksOf(undefined, { api, signal }),
    ]);
    return { items, profiles, webhooks };
  });
  readonly #catalogue = new Loaded(this, signal =>
    this.studio.api.get<CatalogueBody>('api/catalogue', { signal }),
  );
  readonly #acting = new Acting(this);

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(this, () => this.querySelector<HTMLElement>('#add') ?? this.querySelector('h1'));
    new Following(this, {
      concerns: ({ kind, data }) => kind === 'event' && data.source !== undefined,
      refresh: () => this.#sources.reload(),
      restMs: 2000,
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    this.#acting.forget();
    // Only who adds a source chooses a catalogue.
    if (this.#adding !== undefined && !this.#catalogue.value) void this.#catalogue.reload();
  }

  protected override updated(changed: PropertyValues): void {
    const before = changed.get('address') as Screen['address'] | undefined;
    if (before && this.#adding !== undefined) this.querySelector<HTMLElement>('#add')?.focus();
  }

  protected override firstUpdated(): void {
    void this.#sources.reload();
  }

  /** The kind to add, or `choose`. */
  get #adding(): string | undefined {
    return this.asked('add');
  }

  protected override render(): TemplateResult {
    return html`${sourcesHeading('Sources')}
      <div class="heading">
        <p class="lead">A source is a program that sends events here, to an address of its own. The webhooks of its ${profilesWord()} pass them on.</p>
        ${this.#adding === undefined && this.#sources.value?.items.length !== 0 ? this.#addButton() : nothing}
      </div>
      ${this.#adding === undefined ? loaded(this.#sources, found => this.#show(found)) : this.#add(this.#adding)}`;
  }

  #addButton(): TemplateResult {
    return actionButton({
      word: 'Add source',
      svg: Plus,
      look: 'primary',
      reason: reasonAgainst(this.studio, 'editor'),
      act: () => void this.studio.router.go('sources?add=choose'),
    });
  }

  #show({ items, webhooks }: Found): TemplateResult {
    if (items.length > 0) return sourceTable(items, webhooks);
    return empty(
      'There is no source yet',
      `Add one for each program that should report here, such as Alertmanager or GitHub. You get an address and a secret to enter there; the webhooks of its ${profileWord()} then tell others what it reports.`,
      this.#addButton(),
    );
  }

  #add(adding: string): TemplateResult {
    if (!may(this.studio, 'editor'))
      return html`<p class="notice">Sources are added by editors; you are ${this.studio.session.role}.</p>`;
    if (adding === api)
      return loaded(
        this.#catalogue,
        ({ events }) =>
          html`<reporting-programs .studio=${this.studio} .address=${this.address} .event=${events[0]}></reporting-programs>`,
      );
    const kind = gallery.find(({ id }) => id === adding);
    if (!kind) return kinds();
    return loaded(this.#sources, found => this.#form(kind, found));
  }

  #form(kind: Source, { items, profiles }: Found): TemplateResult {
    const { problem, doing } = this.#acting;
    const isSent = kind.secretFrom === 'sender';
    const ids = items.map(({ id }) => id);
    return form({
      title: `Add ${kind.name}`,
      id: 'add',
      problem: refusal(problem, problem?.inFull),
      fields: [
        {
          label: 'Id',
          name: 'id',
          initial: freeId(kind.id, ids),
          attributes: {
            ...{ required: '', maxlength: '64', pattern: String.raw`[a-z0-9][a-z0-9\-]*` },
            ...{ title: 'Lower-case letters, digits and hyphens', ...byFormHint },
          },
        },
        {
          label: profileLabel(),
          name: 'profile',
          proposals: profiles,
          // The only one that is known stands there already.
          initial: profiles.length === 1 ? (profiles[0] ?? '') : '',
          attributes: {
            ...{ required: '', maxlength: '256', pattern: String.raw`.*\S.*` },
            ...{ title: `The name of the ${profileWord()}`, ...byFormHint },
          },
        },
        ...(kind.catalogue ? [] : [catalogueField(this.#catalogue.value)]),
        secretField,
      ],
      hint: html`Id and ${profileWord()} stand in the address; the id cannot be changed later. The source notifies the webhooks of this ${profileWord()} alone.
        ${
          isSent
            ? 'The sender makes the secret and shows it: paste it here, or later, once you have entered the address there.'
            : 'Left empty, a secret is made for it, and shown once: paste one here if the sender has it already.'
        }`,
      action: 'Add source',
      cancel: 'sources',
      isBusy: doing !== undefined,
      submit: text => {
        const [catalogue, secret] = [text('catalogue'), text('secret')];
        const asked = { id: text('id'), kind: kind.id, profiles: [text('profile')] };
        void this.#make({ ...asked, ...(catalogue && { catalogue }), ...(secret && { secret }) });
      },
    });
  }

  async #make(body: object): Promise<void> {
    const { studio } = this;
    await this.#acting.act('make', async () => {
      const { body: made } = await studio.api.send<NewShownSource>('POST', 'api/sources', { body });
      rememberMade(made.id, made.madeSecret);
      studio.announce(`The source ${made.id} is added.`);
      await studio.router.go(pathOf('sources', made.id));
    });
  }
}

/** All kinds, as links to their forms. */
function kinds(): TemplateResult {
  return html`<section aria-labelledby="add">
    <div class="heading">
      <h2 id="add" tabindex="-1">Which program sends events?</h2>
      <a class="button" href="sources">Cancel</a>
    </div>
    <ul class="cards kinds">
      ${gallery.map(
        ({ id, name, catalogue }) =>
          html`<li>
            <a href=${withQuery('sources', { add: id })}>${name}</a>
            <span class="under">${catalogue ? titlesOf(catalogue) : 'Any sender that keeps to this standard'}</span>
          </li>`,
      )}
      <li>
        <a href=${withQuery('sources', { add: api })}>CloudEvents or JSON</a>
        <span class="under">Any program of your own, over the HTTP API</span>
      </li>
    </ul>
  </section>`;
}

const maxTitles = 3;

function titlesOf({ names, events }: NonNullable<Source['catalogue']>): string {
  const titles = names.slice(0, maxTitles).map(name => events[name]?.title ?? name);
  return `${titles.join(' · ')}${names.length > maxTitles ? ' …' : ''}`;
}

/** Also where the secret is replaced. A browser is not asked to remember it. */
export const secretField: Field = {
  label: 'Secret',
  name: 'secret',
  kind: 'password',
  attributes: { maxlength: '256', autocomplete: 'new-password' },
};

function catalogueField(known: CatalogueBody | undefined): Field {
  const names = known?.catalogues.map(({ name }) => [name, name] as const) ?? [];
  return {
    label: 'Catalogue of its events',
    name: 'catalogue',
    choices: [['', 'The server’s own'], ...names],
  };
}

/** `github`, or `github-2` if that is taken. */
function freeId(kind: string, taken: readonly string[]): string {
  if (!taken.includes(kind)) return kind;
  let number = 2;
  while (taken.includes(`${kind}-${number}`)) number++;
  return `${kind}-${number}`;
}

function sourceTable(sources: readonly ShownSource[], webhooks: readonly ShownWebhook[]): TemplateResult {
  const now = Date.now();
  const columns: readonly Column<ShownSource>[] = [
    {
      title: 'Source',
      look: 'breaks',
      isHeading: true,
      cell: source => html`<a class="row-link" href=${pathOf('sources', source.id)}>${source.name}</a>
        <span class="under">${source.id}</span>
        ${source.secret.set ? nothing : lacksSecret()}
        ${isReportedBy(webhooks, source) ? nothing : html`<div>${badge({ word: 'Nobody is notified', svg: TriangleAlert, tone: 'warning' })}</div>`}`,
    },
    { title: 'Address', look: 'secondary breaks', cell: copiedAddress },
    {
      title: 'Last event',
      look: 'time',
      isNamed: true,
      cell: source => html`${agoOrNever(source.lastEventAt, now)}
        ${isRefused(source) ? html`<span class="under">${refused()} ${ago(source.lastRefusal?.at, now)}</span>` : nothing}`,
    },
    { title: 'Last 24 h', look: 'number', cell: lastDay },
  ];
  return dataTable(sources, { name: 'Sources, by their ids', columns, idOf: ({ id }) => id });
}

/** That for the first profile; its page has the others. */
function copiedAddress(source: ShownSource): TemplateResult {
  const [first = '', ...others] = source.profiles;
  const address = addressFor(source, first);
  return html`<span class="copied"><code>${address}</code> <copy-button .text=${address} label="Copy the address of ${source.id}"></copy-button></span>
    ${others.length === 0 ? nothing : html`<span class="under">and for ${counted(others.length, `other ${profileWord()}`, `other ${profilesWord()}`)}</span>`}`;
}

/** Nothing of it is taken until somebody gives one. */
export function lacksSecret(): TemplateResult {
  return badge({ word: 'Secret missing', svg: TriangleAlert, tone: 'warning' });
}

/** Whether the last call to its address was refused. */
export function isRefused({ lastRefusal, lastEventAt = '' }: ShownSource): boolean {
  return lastRefusal !== undefined && lastRefusal.at > lastEventAt;
}

function refused(): TemplateResult {
  return badge({ word: 'Refused', svg: TriangleAlert, tone: 'warning' });
}

function lastDay({ lastDay: { events, problems } }: ShownSource): TemplateResult {
  return html`${formatCount(events)}
    ${problems === 0 ? nothing : html`<span class="under">${counted(problems, 'without event', 'without event')}</span>`}`;
}

export const sourcesStyles = css`
  .kinds > li {
    align-content: start;
  }
  .kinds .under {
    flex-basis: 100%;
  }
  .kinds {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
  }
`;

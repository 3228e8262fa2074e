import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { KeyRound, Trash2 } from 'lucide-static';
import type { Items, NewShownSource, Profile, ShownSource } from '../../api/answers.ts';
import { sources as gallery } from '../../webhook/sources/index.ts';
import { pathOf } from '../frame/router.ts';
import { KeptFocus, reasonAgainst, Screen } from '../frame/screen.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { byWhom } from '../parts/author.ts';
import { Following } from '../parts/following.ts';
import { listStates } from '../parts/list-view.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { ago, agoAt } from '../parts/time.ts';
import { arrivalTable, createArrivalList } from './arrival-list.ts';
import { takeMade } from './made-secret.ts';
import { setUp } from './set-up.ts';
import { isRefused, lacksSecret, secretField } from './sources-screen.ts';

interface Found {
  readonly source: ShownSource;
  /** The names of those that are known; its address may end in others. */
  readonly profiles: readonly string[];
}

/** One source: what to enter in its sender, and what has arrived from it. */
export class SourceScreen extends Screen {
  readonly #found = new Loaded<Found>(this, async signal => {
    const { api } = this.studio;
    const [source, { items }] = await Promise.all([
      api.get<ShownSource>(this.#path, { signal }),
      api.get<Items<Profile>>('api/profiles', { signal }),
    ]);
    // Those that notify somebody come first.
    const profiles = items.toSorted((one, other) => Number(other.webhooks > 0) - Number(one.webhooks > 0));
    return { source, profiles: profiles.map(({ name }) => name) };
  });
  readonly #list = createArrivalList(this, () => ({ source: this.param('id') }));
  readonly #acting = new Acting(this);
  /** Shown until the page is left; it is not kept anywhere. */
  #made: string | undefined;
  /** The profile that the address ends in, once somebody has named one. */
  #profile: string | undefined;
  #isGiving = false;
  #asking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    new KeptFocus(this, () => this.querySelector('h1'));
    new Following(this, {
      concerns: ({ kind, data }) => kind === 'arrival' && data.source === this.param('id'),
      refresh: () => this.#found.reload(),
      restMs: 2000,
    });
  }

  /** A call that is refused is no arrival, of which the server would tell. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#asking = setInterval(() => document.hidden || void this.#found.reload(), 10_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#asking);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override firstUpdated(): void {
    this.#made = takeMade(this.param('id'));
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const { problem } = this.#acting;
    const source = this.#found.value?.source;
    return html`<p class="crumbs"><a href="sources">Sources</a></p>
      <div class="heading">
        <h1 tabindex="-1">${source ? headingOf(source) : this.param('id')}</h1>
        ${source ? this.#buttons(source) : nothing}
      </div>
      ${refusal(problem, problem?.inFull)}
      ${this.#made === undefined ? nothing : shownOnce(this.#made)}
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  get #path(): string {
    return pathOf('api', 'sources', this.param('id'));
  }

  #buttons(source: ShownSource): TemplateResult {
    const common = { reason: reasonAgainst(this.studio, 'editor'), isBusy: this.#acting.doing !== undefined };
    const word = source.secret.set ? 'New secret' : 'Enter the secret';
    return html`<div class="buttons">
      ${actionButton({ ...common, word, svg: KeyRound, act: () => void this.#renew(source) })}
      ${actionButton({ ...common, word: 'Remove', svg: Trash2, label: `Remove the source ${source.id}`, act: () => void this.#remove(source) })}
    </div>`;
  }

  #show(found: Found): TemplateResult {
    const { source } = found;
    return html`${this.#isGiving ? this.#secretForm(source) : nothing}
      ${isRefused(source) ? refusalNotice(source) : nothing}
      <div class="columns">
        ${this.#setUp(found)}
        <section class="panel" aria-labelledby="facts">
          <h2 id="facts">This source</h2>
          ${factsOf(source)}
        </section>
      </div>
      <section aria-labelledby="arrivals">
        <h2 id="arrivals">Last arrivals</h2>
        ${listStates(this.#list, {
          one: 'arrival',
          many: 'arrivals',
          none: () =>
            empty(
              'Nothing has arrived yet',
              'Waiting for the first event: it appears here by itself as soon as it arrives.',
            ),
          show: items => arrivalTable(items, this.#list, 'known'),
        })}
      </section>`;
  }

  #setUp({ source, profiles }: Found): TemplateResult {
    const kind = gallery.find(({ id }) => id === source.kind);
    const sender = kind?.catalogue ? kind.name : 'the sender';
    const profile = this.#profile ?? profiles[0] ?? '';
    const address =
      profile === '' ? source.address : source.address.replace('{profile}', encodeURIComponent(profile));
    const onInput = ({ target }: InputEvent): void => {
      this.#profile = (target as HTMLInputElement).value.trim();
      this.requestUpdate();
    };
    return html`<section class="panel" aria-labelledby="set-up">
      <h2 id="set-up">What to enter in ${sender}</h2>
      <label class="field channel">
        <span>Profile whose webhooks are notified</span>
        <input list="profiles" autocomplete="off" spellcheck="false" .value=${profile} @input=${onInput} />
        <datalist id="profiles">${profiles.map(name => html`<option value=${name}></option>`)}</datalist>
      </label>
      <div class="field">
        <span class="label">Address</span>
        <div class="line">
          <code>${address}</code>
          <copy-button .text=${address} shown="Copy" label="Copy the address of the source"></copy-button>
        </div>
      </div>
      ${kind ? setUp(kind, { address, secret: this.#made }) : nothing}
      ${
        kind?.secretFrom === 'server' && this.#made === undefined
          ? html`<p class="hint"><code>SECRET</code> stands for the secret, which was shown once. If nobody has it any more, make a new one.</p>`
          : nothing
      }
    </section>`;
  }

  /** For senders that make the secret themselves. */
  #secretForm(source: ShownSource): TemplateResult {
    const onSubmit = (event: SubmitEvent): void => {
      event.preventDefault();
      const secret = String(new FormData(event.currentTarget as HTMLFormElement).get('secret')).trim();
      void this.#rotate({ secret });
    };
    const close = (): void => {
      this.#isGiving = false;
      this.requestUpdate();
    };
    return html`<form class="panel" aria-labelledby="giving" @submit=${onSubmit}>
      <h2 id="giving" tabindex="-1">The secret that ${source.name} shows</h2>
      <div class="filters">
        ${secretField()}
        <button type="submit" class="button primary" ?disabled=${this.#acting.doing !== undefined}>Save</button>
        <button type="button" class="button" @click=${close}>Cancel</button>
      </div>
      <p class="hint">It is stored sealed, and not shown again.${source.secret.set ? ' The one before it counts for another day.' : ''}</p>
    </form>`;
  }

  async #renew({ id, kind, secret }: ShownSource): Promise<void> {
    if (gallery.find(each => each.id === kind)?.secretFrom === 'sender') {
      this.#isGiving = true;
      this.requestUpdate();
      await this.updateComplete;
      this.querySelector<HTMLElement>('[name=secret]')?.focus();
      return;
    }
    const isSure =
      !secret.set ||
      (await ask({
        title: `Make a new secret for ${id}?`,
        text: 'It is shown once, to be entered in the sender. The present one counts for another day.',
        action: 'New secret',
      }));
    if (isSure) await this.#rotate({});
  }

  async #rotate(body: { readonly secret?: string }): Promise<void> {
    const isDone = await this.#acting.act('rotate', async () => {
      const answer = await this.studio.api.send<NewShownSource>('POST', `${this.#path}/secret`, { body });
      const { madeSecret, ...source } = answer.body;
      if (this.#found.value) this.#found.value = { ...this.#found.value, source };
      this.#made = madeSecret;
    });
    if (!isDone) return;
    this.#isGiving = false;
    this.studio.announce('The secret is stored.');
    this.requestUpdate();
    await this.updateComplete;
    (this.querySelector<HTMLElement>('.made') ?? this.querySelector('h1'))?.focus();
  }

  async #remove({ id, version }: ShownSource): Promise<void> {
    const isSure = await ask({
      title: `Remove the source ${id}?`,
      text: 'What it sends is refused from now on. What has arrived stays, and is still delivered.',
      action: 'Remove',
    });
    if (!isSure) return;
    const isDone = await this.#acting.act('remove', () =>
      this.studio.api.send('DELETE', this.#path, { ifMatch: `"${version}"` }),
    );
    if (!isDone) return void this.#found.reload();
    this.studio.announce(`The source ${id} is removed.`);
    await this.studio.router.go('sources');
  }
}

const refusals: Readonly<Record<NonNullable<ShownSource['lastRefusal']>['because'], string>> = {
  'no-secret': 'no secret has been entered here that could prove who sent it.',
  unsigned: 'it was not signed. Check that the sender has the secret, and that it signs what it sends.',
  untimely:
    'it was signed too long ago, or in the future. Check the clocks of the sender and of this server.',
  'wrong-signature':
    'it was not signed with the secret of this source. Enter the secret in the sender again, or make a new one.',
};

/** Why the last call to its address left nothing behind. */
function refusalNotice({ lastRefusal }: ShownSource): TemplateResult | typeof nothing {
  if (!lastRefusal) return nothing;
  const { at, because } = lastRefusal;
  return html`<div class="notice warning">
    <p>A call was refused ${agoAt(at, Date.now())}: ${refusals[because]}</p>
  </div>`;
}

function headingOf({ id, kind, name }: ShownSource): string {
  return id === kind ? name : `${name} · ${id}`;
}

function shownOnce(secret: string): TemplateResult {
  return html`<section class="notice good made" tabindex="-1" aria-label="New secret">
    <p>
      Enter the secret in the sender now: it is not shown again.<br />
      <code>${secret}</code>
    </p>
    <copy-button .text=${secret} shown="Copy" label="Copy the new secret"></copy-button>
  </section>`;
}

function factsOf({ id, catalogue, secret, createdAt, updatedAt, updatedBy }: ShownSource): TemplateResult {
  const now = Date.now();
  return html`<dl class="facts">
    <dt>Id</dt>
    <dd><code>${id}</code></dd>
    ${catalogue === undefined ? nothing : html`<dt>Catalogue</dt><dd>${catalogue}</dd>`}
    <dt>Secret</dt>
    <dd>
      ${secret.set ? 'Set' : lacksSecret()}${secret.formerUntil === undefined ? nothing : html`; the one before it ends ${ago(secret.formerUntil, now)}`}
      ${secret.set ? nothing : html`<span class="under">Nothing is taken from it until the secret is entered here.</span>`}
    </dd>
    <dt>Added</dt>
    <dd>${ago(createdAt, now)}</dd>
    <dt>Changed</dt>
    <dd>${ago(updatedAt, now)} ${byWhom(updatedBy)}</dd>
  </dl>`;
}

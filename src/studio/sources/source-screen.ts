import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { KeyRound, Trash2, Users } from 'lucide-static';
import type { NewShownSource, ShownSource, ShownWebhook } from '../../api/answers.ts';
import { createEventList, lastEvents } from '../events/event-list.ts';
import { pathOf, withAsked, withQuery } from '../frame/router.ts';
import { KeptFocus, may, reasonAgainst, Screen } from '../frame/screen.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { byWhom } from '../parts/author.ts';
import { Following } from '../parts/following.ts';
import { byFormHint, field, form } from '../parts/form.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel, profilesLabel, profilesWord, profileWord } from '../parts/profile-label.ts';
import { ago, agoAt } from '../parts/time.ts';
import { webhooksOf } from '../webhooks/webhooks-of.ts';
import { addressFor } from './address.ts';
import { catalogueOf, isReportedBy, kindOf } from './kinds.ts';
import { takeMade } from './made-secret.ts';
import { setUp } from './set-up.ts';
import { isRefused, lacksSecret, secretField } from './sources-screen.ts';

interface Found {
  readonly source: ShownSource;
  /** The webhooks of the profiles that the source may report. */
  readonly webhooks: readonly ShownWebhook[];
}

/** One source: what to enter in its sender, and its events. */
export class SourceScreen extends Screen {
  readonly #found = new Loaded<Found>(this, async signal => {
    const { api } = this.studio;
    const source = await api.get<ShownSource>(this.#path, { signal });
    const webhooks = await Promise.all(source.profiles.map(profile => webhooksOf(profile, { api, signal })));
    return { source, webhooks: webhooks.flat() };
  });
  readonly #list = createEventList(this, () => ({ source: this.param('id') }));
  readonly #acting = new Acting(this);
  /** Shown until the page is left; it is not kept anywhere. */
  #made: string | undefined;
  /** What is entered: the secret that the sender shows, or the profiles. */
  #entering: 'secret' | 'profiles' | undefined;
  #asking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    new KeptFocus(this, () => this.querySelector('h1'));
    new Following(this, {
      concerns: ({ kind, data }) => kind === 'event' && data.source === this.param('id'),
      refresh: () => this.#found.reload(),
      restMs: 2000,
    });
  }

  /** A call that is refused is no event, of which the server would tell. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#asking = setInterval(() => document.hidden || void this.#found.reload(), 10_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#asking);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    // The profile of the address has no part in the list.
    if (changed.get('address') === undefined) void this.#list.show();
    else void this.#found.reload();
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
      ${actionButton({ ...common, word: `${profilesLabel()} …`, svg: Users, act: () => void this.#enter('profiles') })}
      ${actionButton({ ...common, word, svg: KeyRound, act: () => void this.#renew(source) })}
      ${actionButton({ ...common, word: 'Remove', svg: Trash2, label: `Remove the source ${source.id}`, act: () => void this.#remove(source) })}
    </div>`;
  }

  #show(found: Found): TemplateResult {
    const { source } = found;
    return html`${this.#entering === 'secret' ? this.#secretForm(source) : nothing}
      ${this.#entering === 'profiles' ? this.#profilesForm(source) : nothing}
      ${isRefused(source) ? refusalNotice(source) : nothing}
      <div class="columns">
        ${this.#setUp(found)}
        <section class="panel" aria-labelledby="facts">
          <h2 id="facts">This source</h2>
          ${factsOf(source)}
        </section>
      </div>
      ${lastEvents(this.#list)}`;
  }

  /** The profile that its address ends in; empty if it has none. */
  #profileOf({ profiles }: ShownSource): string {
    const asked = this.asked('profile') ?? '';
    return profiles.includes(asked) ? asked : (profiles[0] ?? '');
  }

  #profileChoice(source: ShownSource): TemplateResult | typeof nothing {
    if (source.profiles.length < 2) return nothing;
    return html`<div class="filters">
      ${field({
        label: `${profileLabel()} whose webhooks are notified`,
        attributes: { 'aria-describedby': 'profile-hint' },
        value: this.#profileOf(source),
        choices: source.profiles.map(name => [name, name] as const),
        change: profile => this.studio.router.replace(withAsked(this.address, { profile })),
      })}
    </div>
    <p class="hint" id="profile-hint">Each ${profileWord()} has an address of its own. What is sent to two of them counts once: add another source for a sender that reports the same to both.</p>`;
  }

  #notReported({ source, webhooks }: Found): TemplateResult | typeof nothing {
    const profile = this.#profileOf(source);
    if (profile === '' || isReportedBy(webhooks, { ...source, profiles: [profile] })) return nothing;
    const path = withQuery(pathOf('profiles', profile, 'add'), { catalogue: catalogueOf(source) });
    return html`<div class="notice warning">
      <p>
        Nobody is notified of these events yet: no webhook of ${profile} reports them.
        ${may(this.studio, 'editor') ? html`${this.#made === undefined ? '' : 'Once you have copied the secret: '}<a href=${path}>Add a webhook</a>` : nothing}
      </p>
    </div>`;
  }

  #setUp(found: Found): TemplateResult {
    const { source } = found;
    const kind = kindOf(source);
    const sender = kind?.catalogue ? kind.name : 'the sender';
    const address = addressFor(source, this.#profileOf(source));
    // Whoever leaves the page does not see the secret again.
    const isShown = this.#made !== undefined;
    return html`<section class="panel" aria-labelledby="set-up">
      <h2 id="set-up">What to enter in ${sender}</h2>
      ${this.#profileChoice(source)} ${isShown ? nothing : this.#notReported(found)}
      <div class="field">
        <span class="label">Address</span>
        <div class="line">
          <code>${address}</code>
          <copy-button .text=${address} shown="Copy" label="Copy the address of the source"></copy-button>
        </div>
      </div>
      ${kind ? setUp(kind, { address, secret: this.#made }) : nothing}
      ${isShown ? this.#notReported(found) : nothing}
      ${
        kind?.secretFrom === 'server' && !isShown
          ? html`<p class="hint"><code>SECRET</code> stands for the secret, which was shown once. If nobody has it any more, make a new one.</p>`
          : nothing
      }
    </section>`;
  }

  /** For senders that make the secret themselves. */
  #secretForm({ name, secret }: ShownSource): TemplateResult {
    return form({
      title: `The secret that ${name} shows`,
      id: 'giving',
      fields: [secretField],
      hint: `It is stored sealed, and not shown again.${secret.set ? ' The one before it counts for another day.' : ''}`,
      action: 'Save',
      cancel: () => this.#close(),
      isRow: true,
      isBusy: this.#acting.doing !== undefined,
      submit: text => void this.#rotate({ secret: text('secret') }),
    });
  }

  #profilesForm({ profiles }: ShownSource): TemplateResult {
    return form({
      title: `${profilesLabel()} whose webhooks are notified`,
      id: 'entering',
      fields: [
        {
          // A name may have a comma.
          label: 'Names, one a line',
          name: 'profiles',
          kind: 'lines',
          initial: profiles.join('\n'),
          attributes: { required: '', rows: '3', ...byFormHint },
        },
      ],
      hint: `What the sender sends to the address of any other ${profileWord()} is refused.`,
      action: 'Save',
      cancel: () => this.#close(),
      isBusy: this.#acting.doing !== undefined,
      submit: text => {
        const names = text('profiles').split('\n');
        void this.#setProfiles(names.map(name => name.trim()).filter(name => name !== ''));
      },
    });
  }

  async #enter(what: 'secret' | 'profiles'): Promise<void> {
    this.#entering = what;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>(`[name=${what}]`)?.focus();
  }

  #close(): void {
    this.#entering = undefined;
    this.requestUpdate();
  }

  async #setProfiles(profiles: readonly string[]): Promise<void> {
    const { source } = this.#found.value ?? {};
    if (!source) return;
    const { kind, catalogue, version } = source;
    const isDone = await this.#acting.act('profiles', () =>
      this.studio.api.send('PUT', this.#path, {
        body: { kind, profiles, ...(catalogue !== undefined && { catalogue }) },
        ifMatch: `"${version}"`,
      }),
    );
    await this.#found.reload();
    if (!isDone) return;
    this.#close();
    this.studio.announce(`The ${profilesWord()} are stored.`);
    await this.updateComplete;
    this.querySelector('h1')?.focus();
  }

  async #renew(source: ShownSource): Promise<void> {
    const { id, secret } = source;
    if (kindOf(source)?.secretFrom === 'sender') return this.#enter('secret');
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
    this.#close();
    this.studio.announce('The secret is stored.');
    await this.updateComplete;
    (this.querySelector<HTMLElement>('.made') ?? this.querySelector('h1'))?.focus();
  }

  async #remove({ id, version }: ShownSource): Promise<void> {
    const isSure = await ask({
      title: `Remove the source ${id}?`,
      text: 'What it sends is refused from now on. Its events stay, and their messages are still delivered.',
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
  get 'other-profile'() {
    return `its address names another ${profileWord()} than this source notifies. Copy the address again, or add the ${profileWord()} here.`;
  },
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

function factsOf({
  id,
  catalogue,
  profiles,
  secret,
  createdAt,
  updatedAt,
  updatedBy,
}: ShownSource): TemplateResult {
  const now = Date.now();
  return html`<dl class="facts">
    <dt>Id</dt>
    <dd><code>${id}</code></dd>
    <dt>${profiles.length === 1 ? profileLabel() : profilesLabel()}</dt>
    <dd>
      ${
        profiles.length === 0
          ? html`<span class="under">None: nothing is taken from it until one is entered here.</span>`
          : profiles.map(name => html`<div><a href=${pathOf('profiles', name)}>${name}</a></div>`)
      }
    </dd>
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

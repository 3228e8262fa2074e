import { css, html, nothing, type TemplateResult } from 'lit';
import { ClipboardPaste } from 'lucide-static';
import type { CatalogueBody, Items, ShownReceiver } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { type ReceiverCategory, receiverCategories } from '../../webhook/receivers/receiver.ts';
import type { ExampleTemplate, Proposal } from '../../webhook/receivers/template-from-example.ts';
import { pathOf, withAsked, withQuery } from '../frame/router.ts';
import { may, reasonAgainst, Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { actionButton } from '../parts/acting.ts';
import { field } from '../parts/form.ts';
import { icon } from '../parts/icon.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { createId } from '../unsaved/unsaved-changes.ts';
import { crumbsTo } from './crumbs.ts';
import { newWebhookId } from './stored-webhook.ts';
import { newSubjectId, WebhookDrafts } from './webhook-drafts.ts';

interface Found {
  readonly receivers: readonly ShownReceiver[];
  readonly answer: CatalogueBody;
}

/** The gallery: whom a new webhook is for. */
export class AddWebhookScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  #searched = '';
  /** Undefined until somebody wants to paste an example. */
  #pasted: Pasted | undefined;

  protected override firstUpdated(): void {
    void this.#begin();
  }

  protected override render(): TemplateResult {
    const profile = this.param('profile');
    const reason = reasonAgainst(this.studio, 'editor');
    return html`${crumbsTo(profile, this.studio)}
      <h1 tabindex="-1">Add webhook</h1>
      ${reason === undefined ? loaded(this.#found, found => this.#show(found)) : empty('Editors add webhooks', reason)}`;
  }

  async #begin(): Promise<void> {
    if (!may(this.studio, 'editor')) return;
    await this.#found.reload();
    await this.updateComplete;
    this.#searchField?.focus();
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const [{ items }, answer] = await Promise.all([
      api.get<Items<ShownReceiver>>('api/receivers', { signal }),
      api.get<CatalogueBody>('api/catalogue', { signal }),
    ]);
    return {
      receivers: items.filter(({ url }) => url !== undefined),
      answer,
    };
  }

  get #catalogue(): string | undefined {
    const asked = this.asked('catalogue');
    const known = this.#found.value?.answer.catalogues.map(({ name }) => name);
    return known?.find(name => name === asked);
  }

  #show(found: Found): TemplateResult {
    if (this.#pasted) return this.#example(this.#pasted, found);
    const wanted = this.#wanted;
    const matching = found.receivers.filter(receiver =>
      wordsOf(receiver).some(text => text.toLowerCase().includes(wanted)),
    );
    const isNone = matching.length === 0;
    const shown = isNone ? found.receivers.filter(({ id }) => id === genericId) : matching;
    return html`<p class="lead">Who should be told? Choose one to start with an address and a message that suit it.</p>
      <form class="filters" @submit=${(event: Event) => this.#submit(event, matching)} @keydown=${(event: KeyboardEvent) => this.#enterCards(event)}>
        ${field({
          label: 'Search',
          kind: 'search',
          attributes: { placeholder: 'Slack, monitoring …' },
          value: this.#searched,
          input: text => this.#search(text),
        })}
        ${this.#catalogueChoice(found)}
      </form>
      <p class="unseen" role="status">${isNone ? `Nothing found for ${this.#searched}` : foundWords(matching.length)}</p>
      <div class="gallery" role="group" aria-label="Receivers" @keydown=${(event: KeyboardEvent) => this.#move(event)}>
        ${isNone ? html`<p>Nothing here is called “${this.#searched.trim()}”. Most systems take JSON: start with that, or with an example from their pages.</p>` : nothing}
        ${receiverCategories.map(category => this.#group(category, shown))}
      </div>`;
  }

  get #wanted(): string {
    return this.#searched.trim().toLowerCase();
  }

  /** The receivers of a category; the last group also has what begins with an example. */
  #group(category: ReceiverCategory, shown: readonly ShownReceiver[]): TemplateResult | typeof nothing {
    const receivers = shown.filter(receiver => receiver.category === category);
    const isLast = category === receiverCategories.at(-1);
    if (receivers.length === 0 && !isLast) return nothing;
    return html`<section>
      <h2 id=${category}>${titles[category]}</h2>
      <ul class="receivers" aria-labelledby=${category}>
        ${receivers.map(receiver => this.#card(receiver))}
        ${
          isLast
            ? html`<li>
                <button type="button" @click=${() => this.#paste('')}>
                  <span class="initials" aria-hidden="true">${icon(ClipboardPaste)}</span>
                  <strong>Paste an example …</strong>
                  <span class="under">JSON from the pages of any other receiver</span>
                </button>
              </li>`
            : nothing
        }
      </ul>
    </section>`;
  }

  #card({ id, name, about, hosts: [place] }: ShownReceiver): TemplateResult {
    return html`<li>
      <button type="button" @click=${() => void this.#choose(id)}>
        <span class="initials" data-tint=${tintOf(id)} aria-hidden="true">${initialsOf(name)}</span>
        <strong>${name}</strong>
        <span class="under breaks">${about ?? (place === undefined ? 'Any address' : hostOf(place))}</span>
      </button>
    </li>`;
  }

  #catalogueChoice({ answer: { catalogues } }: Found): TemplateResult | typeof nothing {
    if (catalogues.length === 0) return nothing;
    const names = catalogues.map(({ name }) => name);
    return field({
      label: 'Events of',
      value: this.#catalogue ?? '',
      choices: [['', 'This server'], ...names.map(name => [name, name] as const)],
      change: catalogue => this.studio.router.replace(withAsked(this.address, { catalogue })),
    });
  }

  #search(text: string): void {
    this.#searched = text;
    this.requestUpdate();
  }

  /** Chooses the only one that is left, or the one of that very name; where there are more, they get the focus. */
  #submit(event: Event, matching: readonly ShownReceiver[]): void {
    event.preventDefault();
    const named = matching.find(({ id, name }) => [id, name.toLowerCase()].includes(this.#wanted));
    const meant = named ?? (matching.length === 1 ? matching[0] : undefined);
    if (meant) void this.#choose(meant.id);
    else this.#cards[0]?.focus();
  }

  get #cards(): readonly HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.receivers button')];
  }

  /** The list of catalogues has arrows of its own. */
  #enterCards(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || event.target !== this.#searchField) return;
    event.preventDefault();
    this.#cards[0]?.focus();
  }

  /** Arrows go from card to card, and from the first row back to the search. */
  #move(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const cards = this.#cards;
    // Nothing else in the groups has the focus.
    const from = cards.indexOf(event.target as HTMLElement);
    const to = from < 0 ? undefined : cardBeside(event.key, from, cards);
    if (to === undefined) return;
    event.preventDefault();
    (to ?? this.#searchField)?.focus();
  }

  get #searchField(): HTMLElement | null {
    return this.querySelector<HTMLElement>('input[type=search]');
  }

  async #choose(
    receiver: string,
    id = newWebhookId(this.studio.session, this.param('profile')),
  ): Promise<void> {
    const path = pathOf('profiles', this.param('profile'), 'webhooks', id);
    const query = { add: receiver, catalogue: this.#catalogue, sample: this.asked('sample') };
    await this.studio.router.go(withQuery(path, query));
  }

  #example(pasted: Pasted, { answer }: Found): TemplateResult {
    const { text, example, left } = pasted;
    const taken = example?.proposals.filter(proposal => !left.has(proposal)) ?? [];
    const [wrong] = example?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
    return html`<section aria-labelledby="example">
      <h2 id="example">Paste an example</h2>
      <p class="lead">Copy the JSON that the receiver shows in its documentation. Values that look like samples can become variables.</p>
      ${field({
        label: 'Example',
        kind: 'lines',
        value: text,
        input: written => void this.#read(written, answer),
        attributes: { class: 'code', rows: '10' },
      })}
      ${wrong && text.trim() !== '' ? html`<p class="wrong" role="alert">This is not JSON yet: ${codeIn(wrong.message)}</p>` : nothing}
      ${example && example.proposals.length > 0 ? this.#proposals(example, pasted) : nothing}
      ${example && !wrong ? fixedWords(pasted.fixedWith(taken)) : nothing}
      <div class="buttons">
        ${actionButton({
          word: 'Use it',
          look: 'primary',
          reason: example && !wrong ? undefined : 'Paste an example of JSON first.',
          act: () => void this.#use(example?.template ?? '', taken),
        })}
        ${actionButton({ word: 'Back to the receivers', act: () => this.#paste(undefined) })}
      </div>
    </section>`;
  }

  #proposals({ proposals, template }: ExampleTemplate, { left }: Pasted): TemplateResult {
    return html`<fieldset class="proposals">
      <legend>Replace with variables</legend>
      ${proposals.map(proposal => {
        const { range, variable, why } = proposal;
        const change = ({ target }: Event): void => {
          if ((target as HTMLInputElement).checked) left.delete(proposal);
          else left.add(proposal);
          this.requestUpdate();
        };
        return html`<label class="check">
          <input type="checkbox" .checked=${!left.has(proposal)} @change=${change} />
          <span><code>${template.slice(range.start, range.end)}</code> with <code>${variable}</code> <span class="quiet">${codeIn(why)}</span></span>
        </label>`;
      })}
    </fieldset>`;
  }

  #paste(text: string | undefined): void {
    this.#pasted =
      text === undefined ? undefined : { text, example: undefined, left: new Set(), fixedWith: () => [] };
    this.requestUpdate();
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>(text === undefined ? 'input[type=search]' : 'textarea')?.focus(),
    );
  }

  /** The engine that reads examples is loaded with the first one. */
  async #read(text: string, answer: CatalogueBody): Promise<void> {
    const { readExample, fixedValues } = await loadExample();
    const example = readExample(text, answer, this.#catalogue);
    // What only fits by its type is for whoever knows what it means.
    const left = new Set(example.proposals.filter(({ by }) => by === 'type'));
    const fixedWith = (taken: readonly Proposal[]) => fixedValues(example.template, taken);
    this.#pasted = { text, example, left, fixedWith };
    this.requestUpdate();
  }

  /** The example becomes a draft that nobody has saved. */
  async #use(template: string, taken: readonly Proposal[]): Promise<void> {
    const { takeProposals } = await loadExample();
    const { kept } = new WebhookDrafts(this.studio.session.name, this.param('profile'));
    const id = newWebhookId(this.studio.session, this.param('profile'));
    const changes = [['payload', takeProposals(template, taken)]] as const;
    kept.keep(newSubjectId(id, this.#catalogue), createId(), { changes, version: 0 });
    await this.#choose('plain-json', id);
  }
}

const titles: Readonly<Record<ReceiverCategory, string>> = {
  chat: 'Chat and notifications',
  incidents: 'Incidents',
  monitoring: 'Monitoring',
  generic: 'Anything else',
};

/** What suits most systems that nobody has described. */
const genericId = 'plain-json';

/** What a receiver is found by. */
function wordsOf({ id, name, about = '', hosts, category }: ShownReceiver): readonly string[] {
  return [id, name, about, titles[category], ...hosts];
}

function foundWords(count: number): string {
  return count === 1 ? '1 receiver' : `${count} receivers`;
}

/** `GC` for Google Chat, and `Sl` for Slack. */
function initialsOf(name: string): string {
  const [first = name, second] = name.match(/(?<![\p{L}\d])[\p{Lu}\d]/gu) ?? [];
  if (second !== undefined) return first + second;
  const [letter = '', next = ''] = name.match(/[\p{L}\d]/gu) ?? [];
  return letter.toUpperCase() + next.toLowerCase();
}

const tints = 6;

/** The same for the same id, on every page. */
function tintOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints;
}

/** The card that a key leads to; null above the first row, and undefined for other keys and beyond the last card. */
function cardBeside(
  key: string,
  from: number,
  cards: readonly HTMLElement[],
): HTMLElement | null | undefined {
  if (key === 'Home') return cards[0];
  if (key === 'End') return cards.at(-1);
  if (key === 'ArrowLeft') return cards[from - 1];
  if (key === 'ArrowRight') return cards[from + 1];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const places = cards.map(card => ({ card, ...rowAndColumn(card) }));
  const { row = 0, column = 0 } = places[from] ?? {};
  const isBeyond = (each: { readonly row: number }) => (key === 'ArrowUp' ? each.row < row : each.row > row);
  const beyond = places.filter(isBeyond);
  const rows = beyond.map(each => each.row);
  const next = key === 'ArrowUp' ? Math.max(...rows) : Math.min(...rows);
  const [nearest] = beyond
    .filter(each => each.row === next)
    .toSorted((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column));
  return nearest?.card ?? (key === 'ArrowUp' ? null : undefined);
}

function rowAndColumn(card: HTMLElement): { readonly row: number; readonly column: number } {
  const { top, left } = card.getBoundingClientRect();
  return { row: Math.round(top), column: left };
}

/** Without the path that others at the same host do not have; a line breaks after a dot. */
function hostOf(place: string): TemplateResult {
  const [host = ''] = place.split('/');
  return html`${host.split('.').map((part, index) => (index === 0 ? part : html`.<wbr />${part}`))}`;
}

/** A script of its own, by its address. */
function loadExample(): Promise<typeof import('./example.ts')> {
  return import(new URL('./example.js', import.meta.url).href);
}

interface Pasted {
  readonly text: string;
  /** Undefined until something was pasted. */
  readonly example: ExampleTemplate | undefined;
  /** The proposals that are not taken. */
  readonly left: Set<Proposal>;
  /** What stays as it is in every message if these are taken. */
  readonly fixedWith: (taken: readonly Proposal[]) => readonly string[];
}

const maxFixed = 12;

function fixedWords(values: readonly string[]): TemplateResult | typeof nothing {
  if (values.length === 0) return nothing;
  const [shown, more] = [values.slice(0, maxFixed), values.length - maxFixed];
  return html`<p class="quiet">
    The same in every message: ${shown.map((text, index) => html`${index === 0 ? nothing : ', '}<code>${text}</code>`)}${
      more > 0 ? `, and ${more} more` : nothing
    }. The editor can put variables in their places.
  </p>`;
}

adoptStyles(css`
  .gallery {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    overflow-wrap: anywhere;
  }
  .receivers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
    gap: 8px;
  }
  .receivers > li {
    display: grid;
  }
  .receivers button {
    display: grid;
    grid-template: auto 1fr / max-content minmax(0, 1fr);
    column-gap: 12px;
    padding: 12px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    text-align: start;
  }
  .receivers button:hover {
    border-color: var(--hookplate-accent);
  }
  .initials {
    display: grid;
    grid-row: 1 / -1;
    place-content: center;
    width: 40px;
    height: 40px;
    color: var(--tint, var(--hookplate-quiet));
    background: color-mix(in srgb, var(--tint, var(--hookplate-quiet)) 10%, var(--hookplate-ground));
    border-radius: 6px;
    font-weight: 600;
  }
  .initials[data-tint='0'] {
    --tint: var(--hookplate-accent);
  }
  .initials[data-tint='1'] {
    --tint: var(--hookplate-keyword);
  }
  .initials[data-tint='2'] {
    --tint: var(--hookplate-key);
  }
  .initials[data-tint='3'] {
    --tint: var(--hookplate-string);
  }
  .initials[data-tint='4'] {
    --tint: var(--hookplate-number);
  }
  .initials[data-tint='5'] {
    --tint: var(--hookplate-warning);
  }
  .proposals {
    display: grid;
    gap: 8px;
    padding: 12px 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .proposals legend {
    margin: 0;
    padding: 0 4px;
    font-weight: 600;
  }
`);
customElements.define('add-webhook-screen', AddWebhookScreen);

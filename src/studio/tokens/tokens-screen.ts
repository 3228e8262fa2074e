import { html, nothing, type TemplateResult } from 'lit';
import type { Items, NewToken, Token } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { KeptFocus } from '../frame/kept-focus.ts';
import { Screen } from '../frame/screen.ts';
import { may } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { ask } from '../parts/ask.ts';
import { empty, loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { Ticking } from '../parts/ticking.ts';
import { type TokenInput, tokenForm } from './token-form.ts';
import { tokenTable } from './token-table.ts';

/** The API tokens of programs. */
export class TokensScreen extends Screen {
  readonly #tokens = new Loaded(this, signal => this.studio.api.get<Items<Token>>('api/tokens', { signal }));
  readonly #acting = new Acting(this);
  /** Shown until the page is left: nothing keeps it. */
  #made: NewToken | undefined;

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(this, () => this.querySelector<HTMLElement>('#tokens'));
  }

  protected override firstUpdated(): void {
    if (may(this.studio, 'editor')) void this.#tokens.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">API tokens</h1>
      <p class="lead">Programs call the API with a token in place of a name and a password: <code class="whole">Authorization: Bearer …</code>.</p>
      ${may(this.studio, 'editor') ? this.#show() : html`<p class="notice">API tokens are made and revoked by editors; you are ${this.studio.session.role}.</p>`}`;
  }

  #show(): TemplateResult {
    const { problem } = this.#acting;
    return html`${this.#made ? shownOnce(this.#made) : nothing}
      ${problem ? html`<p class="notice bad" role="alert">${problem.message}</p>` : nothing}
      ${tokenForm({ isBusy: this.#acting.doing !== undefined, now: Date.now(), make: input => this.#make(input) })}
      <section aria-labelledby="tokens">
        <h2 id="tokens" tabindex="-1">Tokens</h2>
        ${loaded(this.#tokens, ({ items }) =>
          items.length === 0
            ? empty('No tokens yet', 'Create one for each program, so that each can be revoked separately.')
            : tokenTable(items, { now: Date.now(), remove: token => void this.#remove(token) }),
        )}
      </section>`;
  }

  async #make(input: TokenInput): Promise<boolean> {
    const isMade = await this.#acting.act('make', async () => {
      const { body } = await this.studio.api.send<NewToken>('POST', 'api/tokens', { body: input });
      this.#made = body;
    });
    await this.#tokens.reload();
    if (isMade) this.querySelector<HTMLElement>('.made')?.focus();
    return isMade;
  }

  async #remove({ id, name }: Token): Promise<void> {
    const isSure = await ask({
      title: `Delete the token ${name}?`,
      text: 'Programs that use it are answered with 401 from now on.',
      action: 'Delete',
    });
    if (!isSure) return;
    const isDone = await this.#acting.act('remove', () =>
      this.studio.api.send('DELETE', pathOf('api', 'tokens', id)),
    );
    if (isDone) this.studio.announce(`The token ${name} is deleted.`);
    if (this.#made?.id === id) this.#made = undefined;
    await this.#tokens.reload();
  }
}

function shownOnce({ name, token }: NewToken): TemplateResult {
  return html`<section class="notice good made" tabindex="-1" aria-label="New token">
    <p>
      Copy the token <strong>${name}</strong> now: it is not shown again.<br />
      <code>${token}</code>
    </p>
    <copy-button .text=${token} shown="Copy" label="Copy the token"></copy-button>
  </section>`;
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Session } from '../../api/answers.ts';
import { type Api, apiErrorOf } from '../api/api.ts';

/**
 * `<sign-in-again>`: says that the session has ended, and begins another one without leaving the page, so that nothing
 * that was typed is lost. Raises `signed-in` with the session.
 */
export class SignInAgain extends LitElement {
  static override readonly properties = {
    api: { attribute: false },
    session: { attribute: false },
    wrong: { state: true },
    isBusy: { state: true },
  };

  declare api: Api;
  /** The one that has ended; undefined if there was none yet. */
  declare session: Session | undefined;
  /** The reason why the last try failed. */
  declare protected wrong: string | undefined;
  declare protected isBusy: boolean;

  constructor() {
    super();
    this.isBusy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    if (this.session?.portal)
      return html`<section class="notice warning" aria-label="Sign in">
        <p role="alert">Your session has ended. Open this page again from where you came; what you changed is kept in this browser.</p>
      </section>`;
    if (!this.session?.canSignOut)
      return html`<section class="notice warning" aria-label="Sign in">
        <p role="alert">Your session has ended. Load the page again; what you changed is kept.</p>
        <button type="button" class="button" @click=${() => location.reload()}>Load again</button>
      </section>`;
    return html`<form class="notice warning" aria-label="Sign in" @submit=${(event: SubmitEvent) => void this.#submit(event)}>
      <p role="alert">Your session has ended. What you changed is still here: sign in, then try again.</p>
      <label class="field">
        <span>Name</span>
        <input name="name" required autocomplete="username" autocapitalize="none" spellcheck="false" .value=${this.session.name} />
      </label>
      <label class="field">
        <span>Password</span>
        <input name="password" type="password" required autocomplete="current-password" />
      </label>
      <button type="submit" class="button primary" aria-disabled=${this.isBusy}>Sign in</button>
      ${this.wrong === undefined ? nothing : html`<p class="wrong" role="alert">${this.wrong}</p>`}
    </form>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.isBusy) return;
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    const body = { name: fields.get('name'), password: fields.get('password') };
    this.isBusy = true;
    this.wrong = undefined;
    try {
      const answer = await this.api.send<Session>('POST', 'api/session', { body });
      form.reset();
      this.dispatchEvent(new CustomEvent('signed-in', { detail: answer.body }));
    } catch (error) {
      this.wrong = apiErrorOf(error).message;
      form.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
    this.isBusy = false;
  }
}

export const signInStyles = css`
  sign-in-again {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: block;
  }
  sign-in-again .notice {
    padding-inline: var(--margin);
    border-radius: 0;
  }
  sign-in-again .field {
    flex: 0 1 180px;
  }
  sign-in-again .button {
    align-self: end;
  }
  /* Where so little can be seen at once, nothing stays in front of it. */
  @media (height < 480px) {
    sign-in-again {
      position: static;
    }
  }
`;

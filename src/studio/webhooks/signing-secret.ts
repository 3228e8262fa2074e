import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ShownSigningSecret } from '../../api/answers.ts';
import type { EditedContent } from '../../editor/index.ts';
import type { Api } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import { adoptStyles } from '../looks.ts';
import { Acting, actionButton, refusal } from '../parts/acting.ts';
import { byFormHint, field, form } from '../parts/form.ts';
import { ago } from '../parts/time.ts';
import type { EditableWebhook } from './stored-webhook.ts';
import type { Verification } from './verification.ts';

/** `<signing-secret>`: the secret by which the receiver of a webhook verifies messages. */
export class SigningSecret extends LitElement {
  static override readonly properties = {
    api: { attribute: false },
    stored: { attribute: false },
    given: { attribute: false },
    write: { attribute: false },
    rotated: { attribute: false },
    shown: { state: true },
    isRotating: { state: true },
    language: { state: true },
    lines: { state: true },
  };

  declare api: Api;
  /** Undefined for a new webhook. */
  declare stored: EditableWebhook | undefined;
  /** What the editor has in its place. */
  declare given: EditedContent['signingSecret'];
  /** Leads to its field in the editor, with `null` to remove the stored one; undefined where there is no such field. */
  declare write: ((signingSecret?: null) => void) | undefined;
  /** Called once there is another secret, which is a version of the webhook. */
  declare rotated: (version: number) => void;
  /** Not kept anywhere. */
  declare protected shown: ShownSigningSecret | undefined;
  declare protected isRotating: boolean;
  declare protected language: string;
  declare protected lines: readonly Verification[] | undefined;
  readonly #acting = new Acting(this);

  constructor() {
    super();
    this.isRotating = false;
    this.language = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    // Of another version, whose secret may be another one.
    if (this.shown && this.stored && this.shown.version < this.stored.version) this.shown = undefined;
  }

  protected override render(): TemplateResult {
    return html`<section class="panel signing" aria-labelledby="signing-secret">
      <h2 id="signing-secret">Signing secret</h2>
      ${this.stored ? this.#ofStored(this.stored) : this.#ofNew()}
    </section>`;
  }

  #ofNew(): TemplateResult {
    const isOwn = this.given !== undefined;
    return html`<p>${isOwn ? 'Each message is signed with the secret that you bring along.' : 'One is made when you save: you can reveal it here then.'} ${signingEffect}</p>
      ${this.write && !isOwn ? html`<div class="buttons">${this.#button('Bring your own …')}</div>` : nothing}`;
  }

  #button(word: string, value?: null): TemplateResult {
    return actionButton({ word, small: true, act: () => this.write?.(value) });
  }

  #ofStored(stored: EditableWebhook): TemplateResult {
    const { shown } = this;
    const isSigned = stored.signingSecret !== undefined || shown !== undefined;
    const formerUntil = shown?.formerUntil ?? stored.formerUntil;
    const hasFormer = formerUntil !== undefined && Date.parse(formerUntil) > Date.now();
    return html`<p>
        ${
          isSigned
            ? `Each message is signed with this secret. ${signingEffect}`
            : 'Messages are not signed: whoever receives them cannot tell whether they are yours.'
        }
        ${stored.madeSecret !== undefined && stored.version > 1 ? 'It is a new one, as the webhook leads to another server now: give it to that server.' : nothing}
        ${hasFormer ? html`The secret before it signs as well; that ends ${ago(formerUntil, Date.now())}.` : nothing}
      </p>
      ${isSigned ? html`<p class="line"><code class="secret">${shown?.signingSecret ?? 'whsec_••••••••••••••••'}</code></p>` : nothing}
      ${this.isRotating ? this.#rotation(isSigned) : html`${refusal(this.#acting.problem)} ${this.#buttons(stored, isSigned)}`}
      ${isSigned ? this.#verification() : nothing}`;
  }

  #buttons(stored: EditableWebhook, isSigned: boolean): TemplateResult {
    const rotate = actionButton({
      word: isSigned ? 'Rotate …' : 'Sign messages …',
      small: true,
      act: () => {
        this.#acting.forget();
        this.isRotating = true;
      },
    });
    if (!isSigned) return html`<div class="buttons">${rotate}</div>`;
    return html`<div class="buttons">
      ${
        this.shown
          ? html`<copy-button .text=${this.shown.signingSecret} shown="Copy" label="Copy the signing secret"></copy-button>`
          : nothing
      }
      ${actionButton({
        word: this.shown ? 'Hide' : 'Reveal',
        label: this.shown ? 'Hide the signing secret' : 'Reveal the signing secret',
        small: true,
        act: () => void (this.shown ? this.#hide() : this.#reveal()),
      })}
      ${rotate} ${this.write && stored.signingSecret !== undefined && this.given !== null ? this.#button('Stop signing …', null) : nothing}
    </div>`;
  }

  #rotation(isSigned: boolean): TemplateResult {
    const overlap = {
      ...{ label: 'The one before it still signs for', name: 'overlap' },
      ...{ choices: overlaps, initial: String(day) },
    };
    return form({
      title: isSigned ? 'Rotate the signing secret' : 'Sign messages',
      problem: refusal(this.#acting.problem),
      fields: [
        {
          ...{ label: 'New secret', name: 'secret' },
          attributes: { placeholder: 'Made for you', maxlength: '256', ...byFormHint },
        },
        ...(isSigned ? [overlap] : []),
      ],
      hint: 'Leave it empty to have one made. Or bring your own, such as one that the receiver has already: whsec_ and base64.',
      action: isSigned ? 'Rotate' : 'Sign',
      cancel: () => {
        this.isRotating = false;
      },
      isBusy: this.#acting.doing !== undefined,
      submit: text => void this.#rotate(text('secret'), isSigned ? Number(text('overlap')) : undefined),
    });
  }

  #verification(): TemplateResult {
    return html`<details @toggle=${() => void this.#loadLines()}>
      <summary>Verify it in your language</summary>
      ${this.lines ? this.#lines(this.lines) : nothing}
    </details>`;
  }

  #lines(all: readonly Verification[]): TemplateResult {
    const shown = all.find(({ language }) => language === this.language) ?? all[0];
    const { language = '', code = '' } = shown ?? {};
    return html`${field({
      label: 'Language',
      choices: all.map(each => [each.language, each.language] as const),
      value: language,
      change: chosen => {
        this.language = chosen;
      },
    })}
      <pre tabindex="0" aria-label="How to verify a message in ${language}"><code>${code}</code></pre>
      <p class="hint">
        <code>secret</code> is the signing secret, <code>body</code> the body of the request as it arrived, before it is parsed, and
        <code>headers</code> its headers. The lines use the libraries of
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener">Standard Webhooks</a>.
      </p>
      <copy-button .text=${code} shown="Copy" label="Copy the lines"></copy-button>`;
  }

  /** Few people need them. */
  async #loadLines(): Promise<void> {
    this.lines ??= (await import('./verification.ts')).verifications;
  }

  async #reveal(): Promise<void> {
    await this.#acting.act('reveal', async () => {
      const path = `${this.#path}/reveal`;
      this.shown = (await this.api.send<ShownSigningSecret>('POST', path)).body;
    });
  }

  #hide(): void {
    this.shown = undefined;
  }

  async #rotate(secret: string, overlapMs: number | undefined): Promise<void> {
    const body = {
      ...(secret !== '' && { signingSecret: secret }),
      ...(overlapMs !== undefined && { overlapMs }),
    };
    const isDone = await this.#acting.act('rotate', async () => {
      this.shown = (await this.api.send<ShownSigningSecret>('POST', this.#path, { body })).body;
    });
    if (!isDone || !this.shown) return;
    this.isRotating = false;
    this.rotated(this.shown.version);
    await this.updateComplete;
    this.querySelector<HTMLElement>('copy-button button')?.focus();
  }

  get #path(): string {
    return pathOf('api', 'webhooks', this.stored?.id ?? '', 'signing-secret');
  }
}

const signingEffect =
  'Whoever receives a message checks its signature by the secret, and knows that the message is yours.';

const hour = 3_600_000;
const day = 24 * hour;
const overlaps = [
  ['0', 'Not at all: somebody else may know it'],
  [String(hour), 'An hour'],
  [String(day), 'A day'],
  [String(7 * day), 'A week'],
] as const;

adoptStyles(css`
  .signing {
    display: grid;
    gap: 12px;
    margin-top: 24px;
  }
  .signing .secret {
    overflow-wrap: anywhere;
  }
  .signing details > :not(summary) {
    margin-top: 8px;
  }
  .signing details > .field {
    max-width: 240px;
  }
  .signing pre {
    overflow-x: auto;
    padding: 12px;
    background: var(--hookplate-raised);
    border-radius: 6px;
    white-space: pre;
  }
`);
customElements.define('signing-secret', SigningSecret);

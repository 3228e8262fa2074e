import {
  css,
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  render,
  type TemplateResult,
} from 'lit';
import { codeIn } from '../../editor/code-in.ts';
import { type ApiError, apiErrorOf } from '../api/api.ts';
import { icon } from './icon.ts';

/** Runs the actions of buttons, one at a time, and keeps the error of the last one. */
export class Acting implements ReactiveController {
  /** The name of the action in progress. */
  doing: string | undefined;
  problem: ApiError | undefined;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {}

  /** Runs an action, unless another is in progress; resolves to `true` if it succeeded. */
  async act(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (this.doing !== undefined) return false;
    this.doing = name;
    this.problem = undefined;
    this.#host.requestUpdate();
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = apiErrorOf(error);
      askToSignIn(this.problem);
      return false;
    } finally {
      this.doing = undefined;
      this.#host.requestUpdate();
    }
  }

  forget(): void {
    this.problem = undefined;
    this.#host.requestUpdate();
  }
}

/** Raised by the document when somebody could not do something because the session had ended. */
export const signInWanted = 'sign-in-wanted';

/** Leads whoever has pressed a button to the password, if that is what is missing. */
export function askToSignIn({ status }: ApiError): void {
  if (status === 401) document.dispatchEvent(new Event(signInWanted));
}

/** Why an action failed, if it did. */
export function refusal(
  problem: ApiError | undefined,
  words = problem?.message,
): TemplateResult | typeof nothing {
  // The frame asks to sign in, where no dialog lies over it.
  const isSaid = problem?.status === 401 && !document.querySelector('dialog[open]');
  if (words === undefined || isSaid) return nothing;
  return html`<p class="notice bad" role="alert"><span>${codeIn(words)}</span></p>`;
}

interface ActionButton {
  readonly word: string;
  readonly svg?: string;
  readonly look?: 'primary' | 'danger';
  /** Its accessible name, if the word alone would be ambiguous. */
  readonly label?: string;
  /** The reason why it cannot be used now; it can still be focused, so that people learn the reason. */
  readonly reason?: string | undefined;
  readonly isBusy?: boolean;
  readonly small?: boolean;
  readonly act: () => void;
}

export function actionButton({
  word,
  svg,
  look,
  label,
  reason,
  isBusy,
  small,
  act,
}: ActionButton): TemplateResult {
  const isOff = reason !== undefined || isBusy === true;
  return html`<button
    type="button"
    class="button ${look ?? ''} ${small ? 'small' : ''}"
    aria-label=${label ?? nothing}
    aria-disabled=${isOff}
    aria-description=${reason ?? nothing}
    title=${reason ?? nothing}
    @click=${() => isOff || act()}
  >
    ${svg === undefined ? nothing : icon(svg)} ${word}
  </button>`;
}

interface ActionLink extends Pick<ActionButton, 'word' | 'svg'> {
  readonly path: string;
}

/** A link to the page on which something is done, as prominent as its button there. */
export function actionLink({ word, svg, path }: ActionLink): TemplateResult {
  return html`<a class="button primary" href=${path}>${svg === undefined ? nothing : icon(svg)} ${word}</a>`;
}

/** A question before something that cannot be undone. */
interface Question {
  readonly title: string;
  /** Says what will stop working, or be lost. */
  readonly text: string;
  /** The label of the confirming button: a verb. */
  readonly action: string;
  /** The label of the other button. Default `Cancel`. */
  readonly otherwise?: string;
  /** Default `danger`. */
  readonly look?: 'danger' | 'primary';
}

/** A question that is answered with a text. */
interface TextQuestion extends Question {
  readonly field: {
    readonly label: string;
    readonly value?: string;
    readonly hint?: string;
    readonly type?: 'text' | 'number';
  };
}

/** Asks in a dialog over the page; resolves to `false` if it is closed in any other way than by confirming. */
export async function ask(question: Question): Promise<boolean> {
  return (await answerTo(question)) !== undefined;
}

/** Asks for a text, which may be empty; resolves to undefined if it is closed in any other way than by confirming. */
export function askFor(question: TextQuestion): Promise<string | undefined> {
  return answerTo(question);
}

function answerTo(question: Question & Partial<TextQuestion>): Promise<string | undefined> {
  const { title, text, action, otherwise = 'Cancel', look = 'danger', field } = question;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'question');
  dialog.setAttribute('aria-describedby', 'question-text');
  render(
    html`<form method="dialog">
      <h2 id="question">${title}</h2>
      <p id="question-text">${text}</p>
      ${field ? textField(field) : nothing}
      <div class="buttons">
        <button type="button" class="button" ?autofocus=${!field} @click=${() => dialog.close()}>${otherwise}</button>
        <button type="submit" class="button ${look}" value="yes">${action}</button>
      </div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      const answer = dialog.querySelector<HTMLInputElement>('[name="answer"]')?.value ?? '';
      dialog.remove();
      resolve(dialog.returnValue === 'yes' ? answer.trim() : undefined);
    });
  });
}

function textField({ label, value = '', hint, type = 'text' }: TextQuestion['field']): TemplateResult {
  return html`<label class="field">
    <span>${label}</span>
    <input
      name="answer"
      type=${type}
      min="0.01"
      step="any"
      maxlength="256"
      autocomplete="off"
      autofocus
      aria-describedby=${hint === undefined ? nothing : 'question-hint'}
      .defaultValue=${value}
    />
    ${hint === undefined ? nothing : html`<span class="hint" id="question-hint">${hint}</span>`}
  </label>`;
}

export const actingStyles = css`
  /* Where so little can be seen at once, nothing stays in front of it. */
  @media (height < 480px) {
    dialog {
      max-height: calc(100vh - 16px);
    }
  }
  .button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 36px;
    padding: 4px 12px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
    font-weight: 600;
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
  }
  .button.small,
  .cards > li > .button {
    min-height: 28px;
    padding: 3px 8px;
    font-size: 13px;
  }
  .button:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--hookplate-tag-ground);
  }
  .button.primary {
    color: var(--hookplate-on-accent);
    background: var(--hookplate-accent);
    border-color: var(--hookplate-accent);
  }
  .button.primary:hover:not(:disabled, [aria-disabled='true']) {
    background: color-mix(in srgb, var(--hookplate-accent) 88%, var(--hookplate-text));
  }
  .button.danger {
    color: var(--hookplate-error);
    border-color: var(--hookplate-error);
  }
  .button:is(:disabled, [aria-disabled='true']) {
    color: var(--hookplate-quiet);
    background: var(--hookplate-raised);
    border-color: var(--hookplate-line);
    cursor: not-allowed;
  }
  .button:focus-visible {
    border-radius: 6px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  dialog {
    max-width: min(480px, calc(100vw - 32px));
    padding: 24px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    box-shadow: 0 8px 40px rgb(0 0 0 / 24%);
    overflow-wrap: anywhere;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
  dialog form {
    display: grid;
    gap: 16px;
  }
  dialog .buttons,
  .buttons.end {
    justify-content: end;
  }
  dialog.wide {
    max-width: min(720px, calc(100vw - 32px));
  }
  @media (forced-colors: active) {
    .button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
    .button[aria-pressed='true']:not(:focus-visible) {
      outline: 2px solid Highlight;
    }
  }
  .button[aria-pressed='true'] {
    border-color: var(--hookplate-accent);
  }
`;

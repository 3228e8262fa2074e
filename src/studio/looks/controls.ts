import { css } from 'lit';

/** Buttons, fields, tabs and dialogs. */
export const controls = css`
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
  .button.small {
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
  .field {
    display: grid;
    gap: 4px;
    align-content: start;
    min-width: 0;
  }
  .field > span,
  .label {
    font-size: 13px;
    font-weight: 600;
  }
  .hint {
    color: var(--hookplate-quiet);
    font-size: 13px;
  }
  .wrong {
    color: var(--hookplate-error);
    font-size: 13px;
  }
  :is(input:not([type='checkbox']), select, textarea) {
    width: 100%;
    min-height: 36px;
    padding: 4px 8px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
  }
  select:not([multiple]) {
    padding-inline: 4px;
  }
  :is(input, select, textarea):focus-visible {
    border-radius: 6px;
  }
  .field :is(textarea, .code) {
    font: 13px/20px var(--hookplate-code);
  }
  .field textarea {
    min-height: 88px;
    max-height: 480px;
    field-sizing: content;
    resize: vertical;
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--hookplate-accent);
  }
  .check {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 24px;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: end;
  }
  .filters .field {
    flex: 1 1 140px;
    max-width: 240px;
  }
  .heading:has(> .filters) {
    align-items: end;
  }
  .heading > .filters {
    flex: 1 1 320px;
  }
  .tabs {
    display: flex;
    gap: 4px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  .tabs a {
    padding: 8px 12px;
    color: var(--hookplate-quiet);
    border-bottom: 2px solid transparent;
    font-weight: 500;
    text-decoration: none;
  }
  .tabs a[aria-current] {
    color: var(--hookplate-text);
    border-bottom-color: var(--hookplate-accent);
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
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
  dialog .buttons {
    justify-content: end;
  }
  @media (forced-colors: active) {
    .button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
    .tabs a {
      border-bottom-color: Canvas;
    }
    .tabs a[aria-current] {
      border-bottom-color: Highlight;
    }
  }
`;
